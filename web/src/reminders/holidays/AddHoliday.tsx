import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type Holiday, holidayClosures, holidayFields, holidayLabels } from '@plinth/api/reminders/holidays'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { safeParse } from 'zod/v4/core'
import { dayText, optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import classes from './Holidays.module.css'
import type { Entry } from './useEntries.ts'

interface Props {
  /** Whether the form for pasting is open beside it, which then has the main button. */
  isAside: boolean
  /** The days that are holidays already. */
  known: ReadonlySet<string>
  /** Answers the reason if the server refused the holiday. */
  onAdd: (entry: Entry) => Promise<string | undefined>
}

/** The form for a holiday; once one is stored, the focus returns to the day for the next one. */
export function AddHoliday(props: Props) {
  const [added, setAdded] = useState(0)
  return <EntryForm key={added} isNext={added > 0} onAdded={() => setAdded(added + 1)} {...props} />
}

function faultsOf({ onDay, name }: { onDay: string | null; name: string }, known: ReadonlySet<string>) {
  const isNamed = safeParse(holidayFields.name, name).success
  return {
    onDay:
      onDay === null
        ? t('Which day is it?')
        : known.has(onDay) && t('{day} is a holiday already', { day: dayText(onDay) }),
    name: !isNamed && (name.trim() === '' ? t('What is it called?') : t('The name is too long')),
  }
}

function EntryForm({ isAside, known, onAdd, isNext, onAdded }: Props & { isNext: boolean; onAdded: () => void }) {
  const [onDay, setDay] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [closed, setClosed] = useState<Holiday['closed']>('COMPANY_AND_BANKS')
  const [isSubmitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setSending] = useState(false)
  const dayField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNext) dayField.current?.focus()
  }, [isNext])
  const faults = faultsOf({ onDay, name }, known)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (faults.onDay) return dayField.current?.focus()
    if (faults.name || onDay === null) return nameField.current?.focus()
    if (isSending) return undefined
    setSending(true)
    const refused = await onAdd({ onDay, name: name.trim(), closed })
    setSending(false)
    setRefusal(refused)
    if (refused === undefined) onAdded()
    return undefined
  }
  return (
    <form className={classes['add']} noValidate onSubmit={(event) => void submit(event)} data-screen-only>
      <DayInput
        label={translated(holidayLabels.onDay)}
        required
        ref={dayField}
        value={onDay}
        onChange={(day) => {
          setRefusal(undefined)
          setDay(day)
        }}
        error={(isSubmitted && faults.onDay) || refusal}
        errorProps={{ role: 'alert' }}
      />
      <TextInput
        label={translated(holidayLabels.name)}
        required
        ref={nameField}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        error={isSubmitted && faults.name}
        errorProps={{ role: 'alert' }}
      />
      <NativeSelect
        label={translated(holidayLabels.closed)}
        data={optionsOf(holidayClosures)}
        value={closed}
        onChange={({ currentTarget: { value } }) =>
          setClosed(holidayClosures.find((one) => one === value) ?? 'COMPANY_AND_BANKS')
        }
      />
      <Button type="submit" variant={isAside ? 'default' : 'filled'} loading={isSending}>
        {t('Add holiday')}
      </Button>
    </form>
  )
}
