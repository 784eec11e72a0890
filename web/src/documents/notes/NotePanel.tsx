import { Skeleton } from '@mantine/core'
import { t } from '../../lib/language.ts'
import { NearSection } from '../../ui/form/NearSection.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import type { Noted } from './useNotes.ts'

const height = 240

const RecordNotes = lazyPart(() => import('./RecordNotes.tsx'), 'RecordNotes', {
  waiting: <Skeleton height={height} />,
})

/** The notes of a record, with the form for a new one. */
export const NotePanel = (record: Noted) => (
  <NearSection title={t('Notes')} height={height}>
    <RecordNotes key={record.recordId} record={record} />
  </NearSection>
)
