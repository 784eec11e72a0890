import { Select } from '@mantine/core'
import { translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import type { Check } from '../../ui/form/form-context.ts'
import choices from '../../ui/shell/choices.module.css'
import { hourText } from './work-days.ts'

interface Props {
  name: string
  label: string
  /** The first hour that can be chosen. */
  first: number
  last: number
  check?: Check
}

/** A field for a whole hour of the day. */
export function HourField({ name, label, first, last, check }: Props) {
  const labelText = translated(label)
  const { value, set, input } = useField(name, labelText, {
    textOf: (hour) => hourText(Number(hour)),
    ...(check && { check }),
  })
  const hours = Array.from({ length: last - first + 1 }, (_, more) => first + more)
  return (
    <Select
      label={labelText}
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
