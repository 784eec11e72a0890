import type { Deposit } from '@plinth/api/deposits/deposits'
import type { BankFacilityChoice } from '@plinth/api/guarantees/bank-facilities'
import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { proposedKind } from '@plinth/api/guarantees/instrument-moves'
import { dayText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'

/** The initial values of the form of an instrument that is entered for a deposit. */
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

/** The initial values of the form of a planned guarantee, in state requested; bank and branch only once its limit is loaded. */
export const proposalOfPlan = (
  { id, amount, untilOn, facilityId, facilityName }: BgPlan,
  facility: BankFacilityChoice | undefined,
) => ({
  kind: 'BG' as const,
  state: 'REQUESTED' as const,
  amount,
  expiresOn: untilOn,
  facilityId,
  facilityName,
  planId: id,
  ...(facility && { issuer: facility.bank, branch: facility.branch }),
})

/** A sentence about what happens to the plan that the form was opened for. */
export function plannedText({ bidId, contractName, untilOn, state }: BgPlan): string {
  const contract = bidId || contractName || t('a contract')
  const day = dayText(untilOn)
  return state === 'PLANNED'
    ? t('It takes the place of the guarantee planned for {contract} until {day}.', { contract, day })
    : t('The guarantee for {contract} until {day} is not planned any more ({state}): this one is entered by itself.', {
        contract,
        day,
        state: words(state),
      })
}
