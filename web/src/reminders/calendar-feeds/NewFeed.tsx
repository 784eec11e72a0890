import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import type { Account } from '@plinth/api/access/account'
import { type CalendarFeedMade, calendarFeedLabels, createCalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { useEffect, useRef, useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import { ProofInputs, proofLabels, proofOf } from '../../ui/form/Proof.tsx'
import { SmallForm, useSmallForm } from '../../ui/form/SmallForm.tsx'
import { KindBoxes } from '../deadlines/KindBoxes.tsx'
import { detailTexts, scopeTexts } from './feed-words.ts'

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))

interface Props {
  account: Pick<Account, 'hasSecondFactor'>
  onCreated: (created: CalendarFeedMade) => void
  onCancel: () => void
}

/** The form for a new feed: name, deadlines, detail, and the password that creation needs. */
export function NewFeed({ account, onCreated, onCancel }: Props) {
  const [isSome, setSome] = useState(false)
  const [kinds, setKinds] = useState<readonly DeadlineKind[]>([])
  const form = useSmallForm({
    endpoint: createCalendarFeed,
    labels: {
      name: translated(calendarFeedLabels.name),
      scope: translated(calendarFeedLabels.scope),
      detail: translated(calendarFeedLabels.detail),
      ...proofLabels,
    },
    needed: proofOf(account),
    besides: { kinds: isSome ? kinds : [] },
    done: onCreated,
  })
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.select(), [])

  const toggle = (kind: DeadlineKind) =>
    setKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind])

  return (
    <SmallForm form={form} action={t('Make address')} onCancel={onCancel}>
      <TextInput {...form.input('name')} ref={nameField} maxLength={60} defaultValue={t('My calendar')} />
      <NativeSelect {...form.input('scope')} required={false} data={choicesOf(scopeTexts)} />
      <NativeSelect
        {...form.input('detail')}
        required={false}
        description={t('Whoever looks at the calendar sees it, and so does the company that runs it.')}
        data={choicesOf(detailTexts)}
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
      <ProofInputs form={form} account={account} />
    </SmallForm>
  )
}
