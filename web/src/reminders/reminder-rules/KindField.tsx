import { Select } from '@mantine/core'
import { type DeadlineKind, deadlineKindNames, deadlineKinds, deadlineModules } from '@plinth/api/reminders/deadlines'
import { reminderRuleLabels } from '@plinth/api/reminders/reminder-rules'
import { useFormContext } from 'react-hook-form'
import { dash, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import choices from '../../ui/shell/choices.module.css'
import { kindText } from '../deadlines/deadline-words.ts'
import { isNarrowedBy } from './rule-words.ts'

const label = translated(reminderRuleLabels.kind)

/** The kinds of deadlines by module. */
const kindOptions = deadlineModules.map((module) => ({
  group: translated(module),
  items: deadlineKindNames
    .filter((kind) => deadlineKinds[kind].module === module)
    .map((kind) => ({ value: kind, label: kindText(kind) })),
}))

/** The kind that a field of the form holds. */
export const kindIn = (value: unknown): DeadlineKind | undefined => deadlineKindNames.find((kind) => kind === value)

const textOf = (value: unknown) => {
  const kind = kindIn(value)
  return kind ? kindText(kind) : dash
}

/** The kind of deadline of a rule. Choosing one sets the name, unless it was edited, and clears conditions that the kind does not support. */
export function KindField() {
  const { getValues, setValue } = useFormContext()
  const { mode, value, set, input } = useField('kind', label, { textOf })
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  const kind = kindIn(value)

  function choose(next: DeadlineKind) {
    set(next)
    const name = plainText(getValues('name')).trim()
    const isEdited = name !== '' && !(kind && [kindText(kind), deadlineKinds[kind].label].includes(name))
    if (!isEdited) setValue('name', kindText(next), { shouldDirty: true })
    if (!isNarrowedBy('amountFrom', next)) setValue('amountFrom', null, { shouldDirty: true })
    for (const field of ['contractTypes', 'purposes'] as const)
      if (!isNarrowedBy(field, next)) setValue(field, [], { shouldDirty: true })
  }
  return (
    <Select
      label={label}
      description={t('What people are told of')}
      data={kindOptions}
      searchable
      // A new rule has its first focus here, which should not open the list.
      openOnFocus={false}
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      required
      {...input}
      value={kind ?? null}
      onChange={(next) => {
        const chosen = kindIn(next)
        if (chosen) choose(chosen)
      }}
    />
  )
}
