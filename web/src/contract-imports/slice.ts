import type { Slice } from '../app/slice.ts'
import { screenPart } from '../ui/Part.tsx'

const uploads = () => import('./BulkUpload.tsx')

export const slice: Slice = {
  screens: [
    [screenPart(uploads, 'BulkUpload'), '/contracts/bulk-upload'],
    [screenPart(uploads, 'DepositUpload'), '/contracts/deposit-upload'],
  ],
}
