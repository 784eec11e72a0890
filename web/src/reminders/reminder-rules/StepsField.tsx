import { TagsInput } from '@mantine/core'
import { reminderRuleLabels } from '@plinth/api/reminders/reminder-rules'
import { useFormContext } from 'react-hook-form'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { readSteps, stepsIn } from './rule-steps.ts'

const name = 'steps'
const label = translated(reminderRuleLabels[name])
const fault = 'must be whole days from 0 to 400, each once'
const none = 'must have a day where nothing is repeated'

const textOf = (value: unknown) => stepsIn(value).join(', ') || dash

/** The steps of a rule as chips. Invalid input stays as a chip until it is corrected, so that nothing typed is lost. */
export function StepsField() {
  const { getValues } = useFormContext()
  function check() {
    const steps = stepsIn(getValues(name))
    if (steps.some((step) => typeof step === 'string')) return fault
    return steps.length === 0 && typeof getValues('repeatDays') !== 'number' ? none : undefined
  }
  const { mode, value, set, input } = useField(name, label, { textOf, check })
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <TagsInput
      label={label}
      description={t('Type 90, 60, 30, 0 – 0 is the day by which to act')}
      inputMode="numeric"
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      wrapperProps={{ 'data-wide': true }}
      {...input}
      value={stepsIn(value).map(String)}
      onChange={(typed) => set(readSteps(typed))}
    />
  )
}
