import type { PartyBank } from '@plinth/api/parties'

/** What is to be done next about a party: an account that the reader can verify, or one that waits for somebody else. */
export type PartyStep = 'VERIFY' | 'WAIT'

interface Reader {
  id: string | undefined
  mayVerify: boolean
}

/** Whether somebody can verify an account: nobody verifies what they entered themselves. */
export const canVerify = ({ verifiedAt, createdBy }: Pick<PartyBank, 'verifiedAt' | 'createdBy'>, reader: Reader) =>
  verifiedAt === null && reader.mayVerify && createdBy !== reader.id

/** Undefined where no account waits. */
export function nextOfParty(
  banks: readonly Pick<PartyBank, 'verifiedAt' | 'createdBy'>[],
  reader: Reader,
): PartyStep | undefined {
  if (banks.some((bank) => canVerify(bank, reader))) return 'VERIFY'
  return banks.some(({ verifiedAt }) => verifiedAt === null) ? 'WAIT' : undefined
}
