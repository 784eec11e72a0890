import { Skeleton } from '@mantine/core'
import type { DocumentEntity } from '@plinth/api/documents'
import { useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { part } from '../ui/Part.tsx'

const RecordDocuments = part(() => import('./DocumentList.tsx'), 'RecordDocuments', {
  waiting: <Skeleton height={200} />,
  ahead: false,
})

interface Props {
  entityType: DocumentEntity
  entityId: string
}

/** The documents of a record, fetched when somebody comes near them: they stand below much else. */
export function DocumentPanel(place: Props) {
  const [isNear, setNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100px' },
    )
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return (
    <RecordSection title={t('Documents')}>
      <div ref={box}>{isNear ? <RecordDocuments key={place.entityId} place={place} /> : <Skeleton height={200} />}</div>
    </RecordSection>
  )
}
