import type { BankLetterKind } from '../documents/letter-fields.ts'
import { type InstrumentKind, type InstrumentState, isGuarantee } from './instrument-moves.ts'

/** Which letters are written to the bank or insurer about an instrument, by where it stands. */

interface Standing {
  kind: InstrumentKind
  state: InstrumentState
  expiresOn: string | null
  claimUntil: string | null
}

/** Whether nothing can be claimed under it any more, so that the bank may discharge what never came back. Days are YYYY-MM-DD. */
export function isPastClaims({ expiresOn, claimUntil }: Omit<Standing, 'kind' | 'state'>, today: string): boolean {
  const last = claimUntil ?? expiresOn
  return last !== null && last < today
}

/** The letters to the bank about an instrument, the likely first; none where there is nothing to be asked of it. */
export function bankLettersOf(instrument: Standing, today: string): BankLetterKind[] {
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
