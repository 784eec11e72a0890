import { Anchor, Button, FileButton, Group, Text } from '@mantine/core'
import {
  downloadLetterhead,
  getLetterhead,
  type Letterhead as Stored,
  uploadLetterhead,
} from '@plinth/api/documents/letterheads'
import { letterTypes } from '@plinth/api/kernel/letter'
import { useId } from 'react'
import { download } from '../../lib/download.ts'
import { dash, kilobytes, momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { takeLetter } from './LetterFiles.tsx'
import { useLetterhead } from './useLetterhead.ts'

/** The letterhead of the company's Word letters: its own file, or our plain page. */
export function Letterhead() {
  const source = useRecord(getLetterhead)
  const note = useId()
  return (
    <RecordSection title={t('Letterhead')} source={source}>
      {source.data && <CurrentFile letterhead={source.data} />}
      <Text id={note} size="sm" c="dimmed" maw="46rem" mb="sm">
        {t(
          'A Word file (.docx) of at most 2 MB with {letter} in a paragraph of its own: there the letter is put. {company}, {referenceNo}, {day} and {subject} may stand anywhere. Links, comments, macros and embedded files are taken out, and tracked changes are accepted: the file here is the one that letters in Word are on. A PDF has our plain page.',
          {
            letter: '{letter}',
            company: '{company}',
            referenceNo: '{referenceNo}',
            day: '{day}',
            subject: '{subject}',
          },
        )}
      </Text>
      {source.data && <Changes hasOne={source.data.fileName !== null} note={note} />}
    </RecordSection>
  )
}

/** The current file, as a link, and who uploaded it. */
function CurrentFile({ letterhead: { fileName, size, updatedAt, updatedByName } }: { letterhead: Stored }) {
  if (fileName === null) return <Text mb="xs">{t('There is none: letters in Word are on our plain page.')}</Text>
  return (
    <Text mb="xs" style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => void takeLetter(download(downloadLetterhead, {}))}
      >
        {fileName}
      </Anchor>{' '}
      {t('({size}), uploaded on {moment} by {name}', {
        size: kilobytes(size ?? 0),
        moment: updatedAt ? momentText(updatedAt) : dash,
        name: updatedByName ?? dash,
      })}
    </Text>
  )
}

/** Replaces or removes the letterhead, for users who may change letters. */
function Changes({ hasOne, note }: { hasOne: boolean; note: string }) {
  const may = useCan(uploadLetterhead)
  const { busy, fault, forget, chooser, choose, remove } = useLetterhead()
  if (!may) return null
  return (
    <>
      <Group gap="xs">
        <FileButton
          accept={`.docx,${letterTypes.docx}`}
          resetRef={forget}
          onChange={(file) => file && void choose(file)}
        >
          {(props) => (
            <Button
              {...props}
              ref={chooser}
              variant="default"
              aria-describedby={note}
              loading={busy === 'choose'}
              disabled={busy !== null}
            >
              {hasOne ? t('Replace the letterhead') : t('Upload a letterhead')}
            </Button>
          )}
        </FileButton>
        {hasOne && (
          <Button variant="default" loading={busy === 'remove'} disabled={busy !== null} onClick={() => void remove()}>
            {t('Remove the letterhead')}
          </Button>
        )}
      </Group>
      {fault && (
        <Text role="alert" size="sm" mt="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </>
  )
}
