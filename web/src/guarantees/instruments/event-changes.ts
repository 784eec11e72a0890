import { type InstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { instrumentColumnLabels as labels } from '@plinth/api/guarantees/instruments'
import { dayText, rupees, words } from '../../lib/format.ts'
import { translated } from '../../lib/language.ts'

/** The change of one value of an instrument by an event. */
export interface EventChange {
  label: string
  before: string
  after: string
}

/** The values that an event changed, in the order in which an instrument shows them. */
export function changesOf(event: InstrumentEvent): EventChange[] {
  const pairs: [string, string, string][] = [
    [labels.state, words(event.fromState), words(event.toState)],
    [labels.amount, rupees(event.amountBefore), rupees(event.amountAfter)],
    [labels.issuedOn, dayText(event.issuedOnBefore), dayText(event.issuedOnAfter)],
    [labels.expiresOn, dayText(event.expiresOnBefore), dayText(event.expiresOnAfter)],
    [labels.claimUntil, dayText(event.claimUntilBefore), dayText(event.claimUntilAfter)],
    [labels.maturesOn, dayText(event.maturesOnBefore), dayText(event.maturesOnAfter)],
  ]
  return pairs.flatMap(([label, before, after]) =>
    before === after ? [] : [{ label: translated(label), before, after }],
  )
}
