import { Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { type ComponentProps, useContext } from 'react'
import { dayText, plainText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { anyDay, type FilterValue, isRange } from '../lib/list-address.ts'
import choices from './choices.module.css'
import { DayInput } from './DayInput.tsx'
import { DraftContext, Filter } from './Filters.tsx'

interface Named {
  name: string
  label: string
}
interface Choice extends Named {
  options: { value: string; label: string }[]
}

const choiceWords = (options: Choice['options']) => (value: FilterValue) =>
  [value]
    .flat()
    .map(plainText)
    .map((text) => options.find((option) => option.value === text)?.label ?? text)
    .join(', ')

/** Matches any part of the field, whatever its case. */
export function TextFilter({ name, label }: Named) {
  return (
    <Filter name={name} label={label}>
      {(value, set) => (
        <TextInput label={label} value={plainText(value)} onChange={(event) => set(event.currentTarget.value)} />
      )}
    </Filter>
  )
}

/** One choice or none. For a yes/no field the options' values are 'true' and 'false'. */
export function SelectFilter({ name, label, options }: Choice) {
  return (
    <Filter name={name} label={label} words={choiceWords(options)}>
      {(value, set) => (
        <Select
          label={label}
          data={options}
          placeholder={t('Any')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
          withScrollArea={false}
          classNames={{ options: choices['options'] ?? '' }}
          value={plainText(value) || null}
          onChange={(next) => set(next ?? '')}
        />
      )}
    </Filter>
  )
}

/** Any number of choices; none of them means all. */
export function MultiSelectFilter({ name, label, options }: Choice) {
  const { popover } = useContext(DraftContext)
  return (
    <Filter name={name} label={label} words={choiceWords(options)}>
      {(value, set) => (
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
          onChange={set}
        />
      )}
    </Filter>
  )
}

/** A day of a filter, whose calendar leaves Apply Filters free. */
function FilterDay(props: ComponentProps<typeof DayInput>) {
  const { popover } = useContext(DraftContext)
  return <DayInput {...props} {...(popover && { popoverProps: popover })} />
}

/** One day of a filter that takes a single day. */
export function DayFilter({ name, label }: Named) {
  return (
    <Filter name={name} label={label} words={(day) => dayText(plainText(day))}>
      {(value, set) => <FilterDay label={label} value={plainText(value) || null} onChange={(day) => set(day ?? '')} />}
    </Filter>
  )
}

function rangeWords(value: FilterValue): string {
  const { from, to } = isRange(value) ? value : anyDay
  if (!to) return t('from {from}', { from: dayText(from) })
  return from ? t('{from} to {to}', { from: dayText(from), to: dayText(to) }) : t('up to {to}', { to: dayText(to) })
}

/** From one day to another, both included; either end may stay open. */
export function DateRangeFilter({ name, label }: Named) {
  return (
    <Filter name={name} label={label} words={rangeWords}>
      {(value, set) => {
        const range = isRange(value) ? value : anyDay
        return (
          <Group grow gap="xs" wrap="nowrap" align="flex-end">
            <FilterDay
              label={t('{label} from', { label })}
              value={range.from || null}
              onChange={(day) => set({ ...range, from: day ?? '' })}
            />
            <FilterDay
              label={t('{label} to', { label })}
              value={range.to || null}
              onChange={(day) => set({ ...range, to: day ?? '' })}
            />
          </Group>
        )
      }}
    </Filter>
  )
}
