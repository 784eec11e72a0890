import { isPastClaims } from '@plinth/api/guarantees/bank-letter-kinds'
import {
  eventsAt,
  type InstrumentEventKind,
  isGuarantee,
  isPaidMoney,
  isReceipt,
} from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'

type InstrumentFacts = Pick<Instrument, 'kind' | 'state' | 'expiresOn' | 'claimUntil' | 'lienAmount'>

/** The events that usually come next for an instrument that is with the department. */
function nextOfLodged(instrument: InstrumentFacts, today: string): InstrumentEventKind[] {
  const { kind } = instrument
  if (isGuarantee(kind)) return isPastClaims(instrument, today) ? ['RETURNED', 'DISCHARGED'] : ['EXTENDED', 'RETURNED']
  return isReceipt(kind) ? ['RENEWED', 'RETURNED'] : ['RETURNED']
}

function likelyNext(instrument: InstrumentFacts, today: string): InstrumentEventKind[] {
  const { kind, state, lienAmount } = instrument
  switch (state) {
    case 'DRAFT':
      return isGuarantee(kind) ? ['REQUESTED', 'ISSUED'] : isPaidMoney(kind) ? ['LODGED'] : ['ISSUED', 'LODGED']
    case 'REQUESTED':
      return ['ISSUED']
    case 'ISSUED':
      // A receipt that secures a guarantee stays with us or the bank, and is renewed as long as the guarantee is in force.
      return isReceipt(kind) && lienAmount > 0 ? ['RENEWED'] : ['LODGED']
    case 'LODGED':
      return nextOfLodged(instrument, today)
    case 'CLAIMED':
      return ['EXTENDED', 'PAID_OUT']
    case 'PAID_OUT':
      return ['DISCHARGED']
    case 'RETURNED':
      return isGuarantee(kind) ? ['DISCHARGED'] : ['ENCASHED']
    case 'CLOSED':
    case 'CANCELLED':
      return []
  }
}

/** The events that can be entered for an instrument now: the likely ones, and all others. */
export function actsOf(
  instrument: InstrumentFacts,
  today: string,
): { likely: InstrumentEventKind[]; others: InstrumentEventKind[] } {
  const { kind, state } = instrument
  const isEarly = state === 'LODGED' && !isPastClaims(instrument, today)
  const possible = eventsAt(kind, state).filter((event) => event !== 'DISCHARGED' || !isEarly)
  const likely = likelyNext(instrument, today).filter((event) => possible.includes(event))
  return { likely, others: possible.filter((event) => !likely.includes(event)) }
}
