import { contracts } from './contracts-kind.ts'
import { deposits } from './deposits-kind.ts'
import { ImportScreen } from './ImportScreen.tsx'

export const BulkUpload = () => <ImportScreen kind={contracts} />

export const DepositUpload = () => <ImportScreen kind={deposits} />
