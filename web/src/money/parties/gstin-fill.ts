import { gstinFault, insideGstin, isDeductorsGstin } from '@plinth/api/money/identity'
import type { GstTreatment } from '@plinth/api/money/parties'

/** The fields of a form that a GSTIN can fill. */
export interface GstinFields {
  pan: string | null
  tan: string | null
  state: string | null
  gstTreatment: GstTreatment
}

/** The form of a GSTIN while it is typed. */
export const normalizeTyped = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/** The fields that a valid GSTIN fills: empty ones, and those that an earlier GSTIN filled. Typed values stay. */
export function fillOf(gstin: string, typed: GstinFields, filled: Partial<GstinFields>): Partial<GstinFields> {
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
