import type { GstTreatment } from './parties.ts'
import type { TaxPlace } from './resolved-terms.ts'

/** The supplier and the recipient of the work, with the States of their GSTINs (two digits). */
export interface TaxSides {
  /** The place of supply of works on land. */
  siteState: string
  supplierStates: readonly string[]
  /** The GST treatment of the party that receives the work; null if the company receives it. */
  recipientTreatment: GstTreatment | null
}

/**
 * Whether the work is supplied within a State, to another State, or to a special economic zone, which always counts as
 * another State. Sources: IGST Act, s. 12(3) for the place, s. 7(5)(b) and 16(3) for zones.
 */
export function taxPlaceOf({ siteState, supplierStates, recipientTreatment }: TaxSides): TaxPlace {
  if (recipientTreatment === 'SEZ' || recipientTreatment === 'SEZ_LUT') return recipientTreatment
  return supplierStates.includes(siteState) ? 'SAME_STATE' : 'OTHER_STATE'
}

/**
 * Whether nothing is deducted because supplier and site share a State that is not the recipient's. A recipient with
 * unknown States counts as one of the site's State. Source: CGST Act, s. 51(1), proviso.
 */
export const isClientElsewhere = (
  place: TaxPlace,
  { siteState, recipientStates }: { siteState: string; recipientStates: readonly string[] },
): boolean => place === 'SAME_STATE' && recipientStates.length > 0 && !recipientStates.includes(siteState)
