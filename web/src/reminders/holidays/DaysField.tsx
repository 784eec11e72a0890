import { Checkbox, Stack } from '@mantine/core'
import { translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import classes from './Holidays.module.css'
import { byNumber } from './work-days.ts'

interface Props {
  name: string
  label: string
  options: readonly { value: number; label: string }[]
  /** The text of the chosen days. */
  textOf: (days: readonly number[]) => string
  description?: string
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []

/** A field for several days, with a checkbox for each. */
export function DaysField({ name, label, options, textOf, description }: Props) {
  const labelText = translated(label)
  const { value, set, input } = useField(name, labelText, { textOf: (days) => textOf(numbersIn(days)) })
  return (
    <Checkbox.Group
      {...input}
      label={labelText}
      {...(description && { description })}
      tabIndex={-1}
      wrapperProps={{ 'data-wide': true }}
      value={numbersIn(value).map(String)}
      onChange={(chosen) => set(chosen.map(Number).toSorted(byNumber))}
    >
      <Stack gap={0} className={classes['checks'] ?? ''}>
        {options.map((option) => (
          <Checkbox key={option.value} value={String(option.value)} label={option.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
