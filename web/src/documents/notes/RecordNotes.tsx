import { Button, Skeleton, Text } from '@mantine/core'
import { deleteNote, type Note, noteDeletableMs } from '@plinth/api/documents/notes'
import { dash, dayText, momentText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { DeleteAction } from '../../ui/shell/RowActions.tsx'
import { Failure } from '../../ui/shell/Screen.tsx'
import { AddNote } from './AddNote.tsx'
import { NoteText } from './Mentions.tsx'
import { KindIcon } from './NoteKinds.tsx'
import classes from './Notes.module.css'
import { newTaskAbout } from './new-task-address.ts'
import { type Noted, useMay, useNotes } from './useNotes.ts'

/** The form for a new note above the notes of a record, newest first. */
export function RecordNotes({ record }: { record: Noted }) {
  const mayAdd = useMay(record, 'canEdit')
  return (
    <div className={classes['notes']}>
      {mayAdd && <AddNote record={record} />}
      <NoteRows record={record} mayAdd={mayAdd} />
      <NewTask {...record} />
    </div>
  )
}

/** A link to create a general task about the record. */
function NewTask({ recordType, recordId }: Noted) {
  if (recordType === 'GENERAL_TASK') return null
  return (
    <LinkButton variant="default" size="xs" mt="xs" {...newTaskAbout(recordType, recordId)}>
      {t('New general task about it')}
    </LinkButton>
  )
}

function NoteRows({ record, mayAdd }: { record: Noted; mayAdd: boolean }) {
  const list = useNotes(record)
  const { notes, fetchedAt } = list
  const userId = useUser()?.id
  const rows = useRowsFocus<HTMLUListElement>(notes?.length ?? 0)

  if (list.error && !notes) return <Failure text={t('Failed to fetch notes')} source={list} />
  if (!notes) return <Skeleton height={96} aria-hidden />
  if (notes.length === 0)
    return (
      <Text c="dimmed">
        {mayAdd
          ? t('There are no notes yet. The first one tells whoever comes next what was said, and by whom.')
          : t('There are no notes yet.')}
      </Text>
    )
  const mayDelete = ({ createdBy, createdAt }: Note) =>
    mayAdd && createdBy === userId && fetchedAt < Date.parse(createdAt) + noteDeletableMs
  return (
    <>
      <ul ref={rows} tabIndex={-1} aria-label={t('Notes')} className={classes['rows']}>
        {notes.map((note) => (
          <NoteRow key={note.id} note={note} mayDelete={mayDelete(note)} />
        ))}
      </ul>
      {list.hasOlder && (
        <Button variant="default" size="xs" loading={list.isFetchingOlder} onClick={list.fetchOlder}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

function NoteRow({ note, mayDelete }: { note: Note; mayDelete: boolean }) {
  const { id: noteId, recordType, recordId, kind, text, mentionNames, happenedOn, createdAt, createdByName } = note
  const remove = {
    endpoint: deleteNote,
    params: { recordType, recordId, noteId },
    confirm: t('Are you sure you want to delete this note?'),
  }
  return (
    <li className={classes['row']}>
      <div className={classes['head']}>
        <KindIcon kind={kind} />
        <b>{words(kind)}</b>
        <span>{dayText(happenedOn)}</span>
        {mayDelete && (
          <div style={{ marginInlineStart: 'auto' }} data-screen-only>
            <DeleteAction name={`${words(kind)}, ${dayText(happenedOn)}`} remove={remove} />
          </div>
        )}
      </div>
      <div className={classes['text']}>
        <NoteText text={text} names={mentionNames} />
      </div>
      <div className="hint">{`${createdByName ?? dash} · ${momentText(createdAt)}`}</div>
    </li>
  )
}
