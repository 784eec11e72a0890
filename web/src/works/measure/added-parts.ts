import type { ComponentType } from 'react'
import { addedParts } from '../../app/added-parts.ts'

/** What other rooms add to the page of a measurement sheet, in the `parts` of a `sheet-parts.ts`. */
export interface AddedParts {
  /** Calls `onSubmitted` when the sheet turns out to be in a submitted bill, so that it can no longer be cancelled. */
  BillOfSheet: ComponentType<{ sheetId: string; onSubmitted: () => void }>
}

export const parts = addedParts<AddedParts>(
  import.meta.glob<Partial<AddedParts>>('../../*/*/sheet-parts.ts', { eager: true, import: 'parts' }),
)
