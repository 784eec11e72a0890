import { Checkbox, Select } from '@mantine/core'
import { words } from '../lib/format.ts'
import choices from './choices.module.css'
import { ReadValue } from './FieldGroup.tsx'
import { ActiveBadge } from './StatusBadge.tsx'
import type { FieldProps } from './TextFields.tsx'
import { useField } from './useField.ts'

const chosenOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** One of a value list. A value that the list does not offer is shown and kept until another is chosen. */
export function SelectField({
  name,
  label,
  options,
  onEdit,
  ...props
}: FieldProps & {
  options: { value: string; label: string }[]
  readOnly?: boolean
  /** Told of what the user chooses, never of what the form sets by itself. */
  onEdit?: (value: string | null) => void
}) {
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label
  const textOf = (value: unknown) => labelOf(value) ?? words(chosenOf(value))
  const { mode, value, set, input } = useField(name, label, { textOf })
  const chosen = chosenOf(value)
  if (mode === 'view') return <ReadValue label={label}>{textOf(chosen)}</ReadValue>
  const isOffered = chosen === null || labelOf(chosen) !== undefined
  const kept = isOffered ? [] : [{ value: chosen, label: words(chosen), disabled: true }]
  return (
    <Select
      label={label}
      data={[...kept, ...options]}
      searchable
      clearable={!props.required}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      {...props}
      {...input}
      value={chosen}
      onChange={(next) => {
        set(next)
        onEdit?.(next)
      }}
    />
  )
}

const yesNo = (value: unknown) => (value === true ? 'Yes' : 'No')

export function CheckboxField({ name, label, description }: FieldProps) {
  const { mode, value, set, input } = useField(name, label, { textOf: yesNo })
  if (mode === 'view') return <ReadValue label={label}>{yesNo(value)}</ReadValue>
  return (
    <Checkbox
      label={label}
      {...(description && { description })}
      {...input}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

const activeOptions = ['Active', 'Inactive']
const activeText = (value: unknown) => (value === true ? 'Active' : 'Inactive')

export function ActiveField({ name, label, ...props }: FieldProps) {
  const { mode, value, set, input } = useField(name, label, { textOf: activeText })
  if (mode === 'view')
    return (
      <ReadValue label={label}>
        <ActiveBadge active={value === true} />
      </ReadValue>
    )
  return (
    <Select
      label={label}
      data={activeOptions}
      allowDeselect={false}
      withScrollArea={false}
      {...props}
      {...input}
      value={activeText(value)}
      onChange={(next) => set(next === 'Active')}
    />
  )
}
