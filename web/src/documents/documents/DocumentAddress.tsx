import { Skeleton } from '@mantine/core'
import { getDocument } from '@plinth/api/documents/documents'
import { Navigate } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Screen } from '../../ui/shell/Screen.tsx'
import { pageOf } from './document-page.ts'

/** The address of a document for callers that know only its id; it redirects to the document's record. */
export function DocumentAddress() {
  const found = useRecord(getDocument)
  if (found.data) return <Navigate {...pageOf(found.data)} replace />
  return (
    <Screen title={t('Document')} source={found} failure={t('Failed to fetch document')}>
      <Skeleton height={200} aria-busy />
    </Screen>
  )
}
