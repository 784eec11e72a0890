import { Skeleton } from '@mantine/core'
import type { DocumentEntity } from '@plinth/api/documents'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'

const RecordDocuments = lazy(() => import('./DocumentList.tsx').then((module) => ({ default: module.RecordDocuments })))

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
  const later = <Skeleton height={200} />
  return (
    <RecordSection title={t('Documents')}>
      <div ref={box}>
        {isNear ? (
          <Suspense fallback={later}>
            <RecordDocuments key={place.entityId} place={place} />
          </Suspense>
        ) : (
          later
        )}
      </div>
    </RecordSection>
  )
}
