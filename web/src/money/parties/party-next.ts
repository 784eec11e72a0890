import type { PartyBank } from '@plinth/api/money/parties'

/** The next step of a party: an account that the user can verify, or one that another user must verify. */
export type PartyStep = 'VERIFY' | 'WAIT'

interface Reader {
  id: string | undefined
  mayVerify: boolean
}

type Waiting = Pick<PartyBank, 'verifiedAt' | 'createdBy'> & {
  changesSince: readonly Pick<PartyBank['changesSince'][number], 'changedBy'>[]
}

/** Whether the user has changed the party since the account was entered or last verified. */
export const isChangedBy = ({ changesSince }: Pick<Waiting, 'changesSince'>, { id }: Pick<Reader, 'id'>) =>
  changesSince.some(({ changedBy }) => changedBy === id)

/** Whether the user can verify an account: nobody verifies an account or a change of their own. */
export const canVerify = (bank: Waiting, reader: Reader) =>
  bank.verifiedAt === null && reader.mayVerify && bank.createdBy !== reader.id && !isChangedBy(bank, reader)

/** Undefined if no account is unverified. */
export function nextOfParty(banks: readonly Waiting[], reader: Reader): PartyStep | undefined {
  if (banks.some((bank) => canVerify(bank, reader))) return 'VERIFY'
  return banks.some(({ verifiedAt }) => verifiedAt === null) ? 'WAIT' : undefined
}
