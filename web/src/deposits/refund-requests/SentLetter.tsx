import { Skeleton } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { getDocument } from '@plinth/api/documents/documents'
import { useState } from 'react'
import { DocumentView } from '../../documents/documents/DocumentView.tsx'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import classes from './Request.module.css'

const title = t('The letter as it was sent')

/** The pages of the stored PDF of a sent letter. Later changes do not appear in it. */
export function SentLetter({ documentId }: { documentId: string }) {
  const document = useRecord(getDocument, { params: { id: documentId } })
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const both = useMergedRef(ref, setBox)
  const renew = async () => {
    document.retry()
    return null
  }
  return (
    <RecordSection title={title} source={document}>
      {!document.data && !document.error && <Skeleton height={704} aria-hidden />}
      {document.data && (
        <div
          ref={both}
          className={classes['pdf']}
          role="region"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
          tabIndex={0}
        >
          {width > 0 && <DocumentView document={document.data} {...{ renew, box, room: { width, height }, zoom: 1 }} />}
        </div>
      )}
    </RecordSection>
  )
}
