import { lazyPart } from '../../ui/shell/Part.tsx'
import type { AddedParts } from '../../works/measure/added-parts.ts'

export const parts: Partial<AddedParts> = { BillOfSheet: lazyPart(() => import('./BillOfSheet.tsx'), 'BillOfSheet') }
