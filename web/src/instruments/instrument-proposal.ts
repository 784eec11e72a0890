import type { Deposit } from '@plinth/api/deposits'
import { proposedKind } from '@plinth/api/instrument-moves'
import type { Search } from '../lib/search.ts'

/** What the form of an instrument begins with that is entered for a deposit. */
export function proposalOf(deposit: Deposit): Search {
  const { id, instrumentNo, bankName, bankAddress, amount, depositCreatedDate } = deposit
  const kind = proposedKind(instrumentNo)
  return {
    depositIds: [id],
    ...(kind && { kind }),
    number: instrumentNo,
    ...(bankName && { issuer: bankName }),
    ...(bankAddress && { branch: bankAddress }),
    amount: String(amount),
    ...(depositCreatedDate && { issuedOn: depositCreatedDate }),
  }
}
