import { useLocation } from '@tanstack/react-router'
import { contracts } from './contracts-kind.ts'
import { deposits } from './deposits-kind.ts'
import { ImportScreen } from './ImportScreen.tsx'

/** What is taken in from a sheet, by the address: one screen, which is one script. */
export function BulkUpload() {
  const { pathname } = useLocation()
  const kind = pathname.startsWith('/contracts/deposit-upload') ? deposits : contracts
  return <ImportScreen key={kind.title} kind={kind} />
}
