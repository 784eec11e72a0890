import { Checkbox, Select } from '@mantine/core'
import { words } from '../lib/format.ts'
import choices from './choices.module.css'
import { ReadValue } from './FieldGroup.tsx'
import { ActiveBadge } from './StatusBadge.tsx'
import type { FieldProps } from './TextFields.tsx'
import { useField } from './useField.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

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
  const { mode, value, set, input } = useField(name, label)
  const chosen = textOf(value)
  const known = options.find((option) => option.value === chosen)
  if (mode === 'view') return <ReadValue label={label}>{known?.label ?? words(chosen)}</ReadValue>
  const kept = chosen !== null && !known ? [{ value: chosen, label: words(chosen), disabled: true }] : []
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

export function CheckboxField({ name, label, description }: FieldProps) {
  const { mode, value, set, input } = useField(name, label)
  if (mode === 'view') return <ReadValue label={label}>{value === true ? 'Yes' : 'No'}</ReadValue>
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

export function ActiveField({ name, label, ...props }: FieldProps) {
  const { mode, value, set, input } = useField(name, label)
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
      value={value === true ? 'Active' : 'Inactive'}
      onChange={(next) => set(next === 'Active')}
    />
  )
}
