import { Button, TextInput } from '@mantine/core'
import { createGeneralTask, deleteGeneralTask, generalTaskLabels } from '@plinth/api/works/general-tasks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t, translated } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSave } from '../../lib/useSave.ts'
import { undoOf } from '../../ui/form/undo-save.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import classes from './MyDay.module.css'

// Loaded later: the calendar is a tenth of the page's scripts.
const DayInput = lazyPart(() => import('../../ui/form/DayInput.tsx'), 'DayInput', { waiting: <div /> })

/** Adds a task for the user with a title and Enter. After that the form is ready for the next one, with the same day. */
export function QuickAdd() {
  const [added, setAdded] = useState(0)
  const [day, setDay] = useState<string | null>(null)
  return <AddForm key={added} day={day} onDay={setDay} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
}

interface Props {
  day: string | null
  onDay: (day: string | null) => void
  /** Whether a task was added just now, so that the input takes the focus again. */
  isNext: boolean
  onAdded: () => void
}

function useAdding({ day, onAdded }: Props) {
  const userId = useUser()?.id
  const save = useSave({ params: {} })
  const client = useQueryClient()
  const mayRemove = useCan(deleteGeneralTask)
  const [isSending, setSending] = useState(false)
  async function add(title: string) {
    setSending(true)
    try {
      const stored = await save(createGeneralTask, { title, dueOn: day, assigneeId: userId })
      const done = t('{title} added', { title })
      const undo = undoOf({ write: createGeneralTask, params: {}, before: {}, stored, done }, deleteGeneralTask, client)
      void alertSuccess(done, ...(mayRemove ? [undo] : []))
      onAdded()
    } catch (error) {
      void alertFailure(t('The task was not added.'), reasonOf(error))
      setSending(false)
    }
  }
  return { add, isSending }
}

function AddForm(props: Props) {
  const { day, onDay, isNext } = props
  const { add, isSending } = useAdding(props)
  const [title, setTitle] = useState('')
  const [isTitleMissing, setTitleMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNext) box.current?.focus()
  }, [isNext])
  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = title.trim()
    setTitleMissing(typed === '')
    if (typed !== '' && !isSending) void add(typed)
    else box.current?.focus()
  }
  return (
    <form className={classes['add']} onSubmit={submit} noValidate data-screen-only>
      <TextInput
        ref={box}
        aria-label={t('What is to be done')}
        placeholder={t('What is to be done?')}
        maxLength={300}
        value={title}
        onChange={({ currentTarget }) => {
          setTitleMissing(false)
          setTitle(currentTarget.value)
        }}
        error={isTitleMissing && t('Write first what is to be done')}
        errorProps={{ role: 'alert' }}
      />
      <DayInput aria-label={translated(generalTaskLabels.dueOn)} value={day} onChange={onDay} />
      <Button type="submit" variant="default" loading={isSending}>
        {t('Add')}
      </Button>
    </form>
  )
}
