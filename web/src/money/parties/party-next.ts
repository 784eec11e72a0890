import type { PartyBank } from '@plinth/api/money/parties'

/** What is to be done next about a party: an account that the reader can verify, or one that waits for somebody else. */
export type PartyStep = 'VERIFY' | 'WAIT'

interface Reader {
  id: string | undefined
  mayVerify: boolean
}

type Waiting = Pick<PartyBank, 'verifiedAt' | 'createdBy'> & {
  changesSince: readonly Pick<PartyBank['changesSince'][number], 'changedBy'>[]
}

/** Whether somebody changed the party since the account was entered or last verified. */
export const isChangedBy = ({ changesSince }: Pick<Waiting, 'changesSince'>, { id }: Pick<Reader, 'id'>) =>
  changesSince.some(({ changedBy }) => changedBy === id)

/** Whether somebody can verify an account: nobody verifies what they entered or changed themselves. */
export const canVerify = (bank: Waiting, reader: Reader) =>
  bank.verifiedAt === null && reader.mayVerify && bank.createdBy !== reader.id && !isChangedBy(bank, reader)

/** Undefined where no account waits. */
export function nextOfParty(banks: readonly Waiting[], reader: Reader): PartyStep | undefined {
  if (banks.some((bank) => canVerify(bank, reader))) return 'VERIFY'
  return banks.some(({ verifiedAt }) => verifiedAt === null) ? 'WAIT' : undefined
}
