import type { BankLetterKind } from '../documents/letter-fields.ts'
import { type InstrumentKind, type InstrumentState, isGuarantee } from './instrument-moves.ts'

/** The letters to the bank or insurer about an instrument, by its state and days. */

interface LetterInstrument {
  kind: InstrumentKind
  state: InstrumentState
  expiresOn: string | null
  claimUntil: string | null
}

/** Whether the period for claims is over, so that the bank may discharge a guarantee that never came back. Days are YYYY-MM-DD. */
export function isPastClaims(
  { expiresOn, claimUntil }: Omit<LetterInstrument, 'kind' | 'state'>,
  today: string,
): boolean {
  const last = claimUntil ?? expiresOn
  return last !== null && last < today
}

/** The possible letters to the bank about an instrument, the likeliest first; empty if there is nothing to ask. */
export function bankLettersOf(instrument: LetterInstrument, today: string): BankLetterKind[] {
  if (!isGuarantee(instrument.kind)) return []
  switch (instrument.state) {
    case 'ISSUED':
    case 'CLAIMED':
      return ['EXTENSION_TO_BANK']
    case 'LODGED':
      return isPastClaims(instrument, today) ? ['DISCHARGE_TO_BANK', 'EXTENSION_TO_BANK'] : ['EXTENSION_TO_BANK']
    case 'RETURNED':
    case 'PAID_OUT':
      return ['DISCHARGE_TO_BANK']
    case 'DRAFT':
    case 'REQUESTED':
    case 'CLOSED':
    case 'CANCELLED':
      return []
  }
}
