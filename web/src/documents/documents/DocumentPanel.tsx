import { Skeleton } from '@mantine/core'
import type { DocumentEntity } from '@plinth/api/documents/documents'
import { t } from '../../lib/language.ts'
import { NearSection } from '../../ui/form/NearSection.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'

const height = 200

const RecordDocuments = lazyPart(() => import('./DocumentList.tsx'), 'RecordDocuments', {
  waiting: <Skeleton height={height} />,
})

interface Props {
  entityType: DocumentEntity
  entityId: string
  /** False where the screen has another way to take a photo. */
  hasCamera?: boolean
}

/** The documents of a record. */
export const DocumentPanel = ({ hasCamera = true, ...place }: Props) => (
  <NearSection title={t('Documents')} height={height}>
    <RecordDocuments key={place.entityId} place={place} hasCamera={hasCamera} />
  </NearSection>
)
