import { Text } from '@mantine/core'
import { type GeneralTask, generalTaskLabels } from '@plinth/api/works/general-tasks'
import { repeatUnits } from '@plinth/api/works/repetition'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { dash, dayText, optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode, useTogether } from '../../ui/form/form-context.ts'
import { nextDaysOf, repetitionText } from './repetition-words.ts'

const { NumberField, SelectField, DayField } = fieldsOf(generalTaskLabels)

const fields = ['repeatEvery', 'repeatUnit', 'repeatFrom'] as const

/** The repetition of a task: its interval, and the days that result. */
export function RepetitionFields() {
  const isRead = useFormMode() === 'view'
  const task = useFormContext<GeneralTask>().watch()
  if (isRead && !task.repeatEvery) return null
  return (
    <FieldGroup title={t('Repetition')}>
      {isRead ? (
        <>
          <ReadValue label={t('Repeats')}>{repetitionText(task)}</ReadValue>
          <ReadValue label={t('Next days')} wide>
            {daysText(nextDaysOf(task, task))}
          </ReadValue>
        </>
      ) : (
        <Inputs />
      )}
    </FieldGroup>
  )
}

const daysText = (days: readonly string[]) => days.map(dayText).join(', ') || dash

function Inputs() {
  const { setValue, getValues } = useFormContext<GeneralTask>()
  useTogether(fields)
  const setEvery = (value: number | null) => setValue('repeatEvery', value, { shouldDirty: true, shouldValidate: true })
  const unit = useWatch<GeneralTask, 'repeatUnit'>({ name: 'repeatUnit' })
  return (
    <>
      <NumberField name="repeatEvery" placeholder={t('Never')} />
      <SelectField
        name="repeatUnit"
        options={optionsOf(repeatUnits)}
        // Choosing a unit without a number means every one; without a unit there is no number.
        onEdit={(next) => {
          if (next === null) setEvery(null)
          else if (!getValues('repeatEvery')) setEvery(1)
        }}
      />
      {unit && <DayField name="repeatFrom" description={t('Empty: from the day due')} />}
      <Preview />
    </>
  )
}

/** The typed repetition in words, with the next due days. */
function Preview() {
  const [dueOn, repeatEvery, repeatUnit, repeatFrom] = useWatch<
    GeneralTask,
    ['dueOn', 'repeatEvery', 'repeatUnit', 'repeatFrom']
  >({ name: ['dueOn', 'repeatEvery', 'repeatUnit', 'repeatFrom'] })
  // The stored values, read before anything is typed.
  const { getValues } = useFormContext<GeneralTask>()
  const [stored] = useState(() => getValues())
  const typed = { dueOn, repeatEvery, repeatUnit, repeatFrom: repeatFrom ?? null }
  const days = nextDaysOf(typed, stored.id ? stored : undefined)
  const isIncomplete = Boolean(repeatUnit) && !dueOn
  return (
    <Text size="sm" c="dimmed" data-wide aria-live="polite">
      {isIncomplete && t('What repeats needs a day on which it is due.')}
      {days.length > 0 &&
        t('Once it is done, the next one is made: {often}. Due {days} and so on.', {
          often: repetitionText(typed),
          days: daysText(days),
        })}
    </Text>
  )
}
