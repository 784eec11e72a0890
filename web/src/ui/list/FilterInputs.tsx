import { MultiSelect, Select } from '@mantine/core'
import { type ComponentProps, useContext } from 'react'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { DayInput } from '../form/DayInput.tsx'
import choices from '../shell/choices.module.css'
import { DraftContext } from './Filters.tsx'

interface Props {
  label: string
  options: { value: string; label: string }[]
  value: FilterValue
  onChange: (value: FilterValue) => void
}

export const SelectInput = ({ label, options, value, onChange }: Props) => (
  <Select
    label={label}
    data={options}
    placeholder={t('Any')}
    searchable
    // The first field has the focus when the box opens: its choices would cover the other fields.
    openOnFocus={false}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
    withScrollArea={false}
    classNames={{ options: choices['options'] ?? '' }}
    value={plainText(value) || null}
    onChange={(next) => onChange(next ?? '')}
  />
)

export function MultiSelectInput({ label, options, value, onChange }: Props) {
  const { popover } = useContext(DraftContext)
  return (
    <MultiSelect
      label={label}
      data={options}
      placeholder={Array.isArray(value) && value.length > 0 ? '' : t('Any')}
      clearable
      searchable
      hidePickedOptions
      {...(popover && { onDropdownOpen: popover.onOpen, onDropdownClose: popover.onClose })}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  )
}

/** A day of a filter, whose calendar does not cover Apply Filters. */
export function FilterDay(props: ComponentProps<typeof DayInput>) {
  const { popover } = useContext(DraftContext)
  return <DayInput {...props} {...(popover && { popoverProps: popover })} />
}
