import type { Instrument } from '@plinth/api/guarantees/instruments'
import type { ComponentType } from 'react'
import { addedParts } from '../../app/added-parts.ts'

/** The sections that other rooms add to the page of an instrument, in the `sides` of an `instrument-sides.ts`. */
export interface AddedSides {
  Deposits: ComponentType<{ instrument: Instrument }>
}

export const sides = addedParts<AddedSides>(
  import.meta.glob<Partial<AddedSides>>('../../*/*/instrument-sides.ts', { eager: true, import: 'sides' }),
)
