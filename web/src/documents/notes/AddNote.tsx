import { Button, Text, Textarea } from '@mantine/core'
import {
  addNote,
  deleteNote,
  maxNoteLength,
  mostMentions,
  type NoteKind,
  noteLabels,
} from '@plinth/api/documents/notes'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { today } from '../../lib/days.ts'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import { undoOf } from '../../ui/form/undo-save.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { MentionList } from './Mentions.tsx'
import { KindChoice } from './NoteKinds.tsx'
import classes from './Notes.module.css'
import { keepTypedNote, type TypedNote, typedNoteOf } from './typed-notes.ts'
import { useMentioning } from './useMentioning.ts'
import type { Noted } from './useNotes.ts'

/** A note on a deposit is usually a call. */
const usualKind = ({ recordType }: Noted): NoteKind => (recordType === 'DEPOSIT' ? 'CALL' : 'NOTE')

/** Below this many remaining characters, the form shows their number. */
const showLeftBelow = 200

/** The form for a note; after one is added it starts the next. */
export function AddNote({ record }: { record: Noted }) {
  const [added, setAdded] = useState(0)
  return <NoteForm key={added} record={record} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
}

interface FormProps {
  record: Noted
  /** Whether a note was just added: then the text field takes the focus. */
  isNext: boolean
  onAdded: () => void
}

/** The typed text, kept in this tab: leaving the screen does not lose it. */
function useTyped(record: Noted) {
  const [note, setNote] = useState(
    () => typedNoteOf(record.recordId) ?? { kind: usualKind(record), text: '', happenedOn: today() },
  )
  function type(more: Partial<TypedNote>) {
    const next = { ...note, ...more }
    setNote(next)
    keepTypedNote(record.recordId, next)
  }
  return { note, type }
}

function useAdding({ record, onAdded }: FormProps) {
  const { recordType, recordId } = record
  const params = { recordType, recordId }
  const save = useSave({ params })
  const client = useQueryClient()
  const { attempt, isSending } = useAttempt()
  async function send({ text, ...rest }: TypedNote, mentions: readonly string[]) {
    const stored = await save(addNote, { ...rest, text: text.trim(), mentions })
    keepTypedNote(recordId, { ...rest, text: '' })
    const done = t('Note added')
    void alertSuccess(done, undoOf({ write: addNote, params, before: {}, stored, done }, deleteNote, client))
    onAdded()
  }
  const add = (note: TypedNote, mentions: readonly string[]) =>
    attempt(() => send(note, mentions), t('The note was not added.'))
  return { add, isSending }
}

function NoteForm(props: FormProps) {
  const { note, type } = useTyped(props.record)
  const { add, isSending } = useAdding(props)
  const [isAsked, setAsked] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const { isNext } = props
  const mentioning = useMentioning({
    record: props.record,
    text: note.text,
    setText: (text) => type({ text }),
    box,
  })
  useEffect(() => {
    if (isNext) box.current?.focus()
  }, [isNext])
  const left = maxNoteLength - note.text.length
  const faults = {
    text:
      (note.text.trim() === '' && t('Write first what is to be noted')) ||
      (mentioning.named.length > mostMentions && t('It may name {most} people at most', { most: mostMentions })),
    day: note.happenedOn !== null && note.happenedOn > today() && t('It must not be after today'),
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    setAsked(true)
    if (!isSending && !faults.text && !faults.day) await add(note, mentioning.named)
  }
  function addByKey(event: KeyboardEvent) {
    if (mentioning.take(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate data-screen-only>
      <div className={classes['about']}>
        <KindChoice value={note.kind} onChange={(kind) => type({ kind })} />
        <DayInput
          aria-label={translated(noteLabels.happenedOn)}
          size="xs"
          value={note.happenedOn}
          onChange={(happenedOn) => type({ happenedOn })}
          error={faults.day}
          errorProps={{ role: 'alert' }}
        />
      </div>
      <div style={{ position: 'relative' }}>
        <Textarea
          aria-label={translated(noteLabels.text)}
          placeholder={t('Whom did you speak to, and what did they say? @ and a name tells somebody.')}
          autosize
          minRows={2}
          maxRows={14}
          maxLength={maxNoteLength}
          value={note.text}
          ref={box}
          onChange={({ currentTarget: { value } }) => {
            setAsked(false)
            type({ text: value })
            mentioning.look()
          }}
          onSelect={mentioning.look}
          onBlur={mentioning.close}
          {...mentioning.aria}
          onKeyDown={addByKey}
          error={isAsked && faults.text}
          errorProps={{ role: 'alert' }}
        />
        <MentionList {...mentioning.list} />
      </div>
      <div className={classes['foot']}>
        <Button type="submit" variant="default" size="xs" loading={isSending}>
          {t('Add note')}
        </Button>
        <Text size="sm" c="dimmed" className={classes['key'] ?? ''}>
          {t('or Ctrl+Enter')}
        </Text>
        <Text size="sm" c="dimmed" role="status">
          {left < showLeftBelow && t('{left} characters are left', { left: decimal(left) })}
        </Text>
      </div>
    </form>
  )
}
