import { Select } from '@mantine/core'
import { translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import type { Check } from '../../ui/form/form-context.ts'
import choices from '../../ui/shell/choices.module.css'
import { hourText } from './work-days.ts'

interface Props {
  name: string
  label: string
  /** From the first to the last that may be chosen. */
  first: number
  last: number
  check?: Check
}

/** A whole hour of the day to choose. */
export function HourField({ name, label, first, last, check }: Props) {
  const called = translated(label)
  const { value, set, input } = useField(name, called, {
    textOf: (hour) => hourText(Number(hour)),
    ...(check && { check }),
  })
  const hours = Array.from({ length: last - first + 1 }, (_, more) => first + more)
  return (
    <Select
      label={called}
      data={hours.map((hour) => ({ value: String(hour), label: hourText(hour) }))}
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      required
      {...input}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(hour) => set(Number(hour))}
    />
  )
}
