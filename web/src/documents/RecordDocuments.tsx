import { DocumentList } from './DocumentList.tsx'
import { UploadArea } from './UploadArea.tsx'
import { type Place, useRights } from './useDocuments.ts'

/** The documents of a record, and the place to add more: they are sent as they are chosen. */
export function RecordDocuments({ place }: { place: Place }) {
  const may = useRights(place.entityType)
  if (!may('canView')) return null
  return (
    <>
      {may('canCreate') && <UploadArea place={place} service="project" />}
      <DocumentList place={place} />
    </>
  )
}
