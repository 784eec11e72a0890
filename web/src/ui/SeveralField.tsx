import { Checkbox, MultiSelect, TagsInput } from '@mantine/core'
import { dash } from '../lib/format.ts'
import choices from './choices.module.css'
import { ReadValue } from './FieldGroup.tsx'
import { useField } from './FieldState.tsx'
import type { Check } from './form-context.ts'
import classes from './SeveralField.module.css'

interface Option {
  value: string
  label: string
}

interface Props {
  name: string
  label: string
  options: readonly Option[]
  description?: string
  required?: boolean
  /** What is wrong with it beside what is typed elsewhere. */
  check?: Check
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Several values of a field as they are read: in the order in which they are offered, what is not offered last. */
function useSeveral({ name, label, options, check }: Props, goneText?: string) {
  const called = (value: string) => options.find((option) => option.value === value)?.label ?? goneText ?? value
  const textOf = (value: unknown) => textsIn(value).map(called).join(', ') || dash
  const field = useField(name, label, { textOf, ...(check && { check }) })
  return { ...field, called, textOf, chosen: textsIn(field.value) }
}

/** A few to tick, all in sight. */
export function TickField(props: Props) {
  const { label, options, description, required = false } = props
  const { mode, value, set, input, textOf, chosen } = useSeveral(props)
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <Checkbox.Group
      {...input}
      label={label}
      withAsterisk={required}
      {...(description && { description })}
      tabIndex={-1}
      wrapperProps={{ 'data-wide': true }}
      value={chosen}
      onChange={(next) => set(options.map((option) => option.value).filter((one) => next.includes(one)))}
    >
      <div className={classes['checks']}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Several of many. What is chosen and not offered any more is called `gone`, and can be taken off. */
export function SeveralField({ gone, ...props }: Props & { gone?: string }) {
  const { label, options, description } = props
  const { mode, value, set, input, called, textOf, chosen } = useSeveral(props, gone)
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  const kept = chosen.filter((one) => !options.some((option) => option.value === one))
  return (
    <MultiSelect
      label={label}
      {...(description && { description })}
      data={[...options, ...kept.map((one) => ({ value: one, label: called(one) }))]}
      searchable
      hidePickedOptions
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...input}
      value={chosen}
      onChange={set}
    />
  )
}

/** Several texts, some of which are suggested. */
export function TextsField({ suggestions, ...props }: Omit<Props, 'options'> & { suggestions: readonly string[] }) {
  const { label, description } = props
  const { mode, value, set, input, textOf, chosen } = useSeveral({ ...props, options: [] })
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <TagsInput
      label={label}
      {...(description && { description })}
      data={[...suggestions]}
      acceptValueOnBlur
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...input}
      value={chosen}
      onChange={set}
    />
  )
}
