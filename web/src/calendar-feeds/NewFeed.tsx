import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import {
  type CalendarFeed,
  type CalendarFeedMade,
  calendarFeedLabels,
  createCalendarFeed,
  feedDetails,
  feedScopes,
} from '@plinth/api/calendar-feeds'
import type { ObligationKind } from '@plinth/api/obligations'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../lib/call-error.ts'
import { t, translated } from '../lib/language.ts'
import { useSave } from '../lib/useSave.ts'
import { KindBoxes } from '../obligations/KindBoxes.tsx'
import { detailTexts, scopeTexts } from './feed-words.ts'

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))

interface Props {
  onMade: (made: CalendarFeedMade) => void
  onCancel: () => void
}

/** What a new calendar is called, which duties it shows, and how much it says of them. */
export function NewFeed({ onMade, onCancel }: Props) {
  const save = useSave({ params: {} })
  const [name, setName] = useState(t('My calendar'))
  const [scope, setScope] = useState<CalendarFeed['scope']>('MINE')
  const [detail, setDetail] = useState<CalendarFeed['detail']>('DATES_ONLY')
  const [isSome, setSome] = useState(false)
  const [kinds, setKinds] = useState<readonly ObligationKind[]>([])
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.select(), [])

  const toggle = (kind: ObligationKind) =>
    setKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind])

  async function make(event: FormEvent) {
    event.preventDefault()
    if (isSending) return undefined
    if (name.trim() === '') {
      setFault(t('What is it called?'))
      return nameField.current?.focus()
    }
    setSending(true)
    setFault(undefined)
    try {
      onMade(await save(createCalendarFeed, { name, scope, detail, kinds: isSome ? kinds : [] }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      setSending(false)
    }
    return undefined
  }

  return (
    <form noValidate onSubmit={(event) => void make(event)}>
      <Stack gap="sm" align="stretch">
        <TextInput
          ref={nameField}
          maw="22rem"
          label={translated(calendarFeedLabels.name)}
          required
          withAsterisk={false}
          maxLength={60}
          value={name}
          error={fault}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget: { value } }) => {
            setFault(undefined)
            setName(value)
          }}
        />
        <NativeSelect
          maw="22rem"
          label={translated(calendarFeedLabels.scope)}
          data={choicesOf(scopeTexts)}
          value={scope}
          onChange={({ currentTarget: { value } }) => setScope(feedScopes.find((each) => each === value) ?? scope)}
        />
        <NativeSelect
          maw="22rem"
          label={translated(calendarFeedLabels.detail)}
          description={t('Whoever looks at the calendar sees it, and so does the company that runs it.')}
          data={choicesOf(detailTexts)}
          value={detail}
          onChange={({ currentTarget: { value } }) => setDetail(feedDetails.find((each) => each === value) ?? detail)}
        />
        <Checkbox
          label={t('Only some kinds of duties')}
          checked={isSome}
          onChange={({ currentTarget: { checked } }) => setSome(checked)}
        />
        {isSome && <KindBoxes chosen={kinds} onToggle={toggle} />}
        {isSome && kinds.length === 0 && (
          <Text size="xs" c="dimmed">
            {t('None chosen means every kind.')}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={isSending}>
            {t('Make address')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
