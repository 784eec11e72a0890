import { gstinFault, insideGstin, isDeductorsGstin } from '@plinth/api/money/identity'
import type { GstTreatment } from '@plinth/api/money/parties'

/** What a form holds that a GSTIN can tell. */
export interface Told {
  pan: string | null
  tan: string | null
  state: string | null
  gstTreatment: GstTreatment
}

/** As it is kept while it is typed. */
export const asTyped = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/**
 * What of a form follows from a GSTIN that may have been given: what is empty, and what an earlier one filled in. What somebody
 * typed stays.
 */
export function fillOf(gstin: string, typed: Told, filled: Partial<Told>): Partial<Told> {
  const inside = insideGstin(gstin)
  if (!inside || gstinFault(gstin)) return {}
  const isFree = (name: 'pan' | 'tan' | 'state') => !typed[name] || typed[name] === filled[name]
  return {
    ...(inside.pan !== null && isFree('pan') && { pan: inside.pan }),
    ...(inside.tan !== null && isFree('tan') && { tan: inside.tan }),
    ...(isFree('state') && { state: inside.state }),
    ...((typed.gstTreatment === 'UNREGISTERED' || typed.gstTreatment === filled.gstTreatment) && {
      gstTreatment: isDeductorsGstin(gstin) ? 'DEDUCTOR' : 'REGULAR',
    }),
  }
}
