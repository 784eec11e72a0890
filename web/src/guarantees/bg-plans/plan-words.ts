import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

const base = '/payments/guarantee-plans'

/** Path of the page of a planned guarantee. */
export const planPath = ({ id }: Pick<BgPlan, 'id'>) => `${base}/${id}`

/** `to` and `search` of the link that opens a new plan for a contract. */
export const planFor = (contractId: string) => ({ to: `${base}/create`, search: { contractId } })

/** The name of a planned guarantee, such as "EMD, ₹1,00,000.00". */
export const planName = ({ purpose, amount }: Pick<BgPlan, 'purpose' | 'amount'>) =>
  `${words(purpose)}, ${rupees(amount)}`

/** Why a planned guarantee does not count against its limit on this day; undefined if it counts. */
export function whyUncounted(
  { isCounted, state, untilOn }: Pick<BgPlan, 'isCounted' | 'state' | 'untilOn'>,
  day: string,
): string | undefined {
  if (isCounted) return undefined
  if (state === 'DROPPED') return t('No: it was dropped')
  if (state === 'ISSUED') return t('No: its guarantee counts instead')
  return untilOn < day ? t('No: its last day has passed') : t('No: the tender was lost')
}
