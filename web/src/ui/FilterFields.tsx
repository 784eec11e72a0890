import { Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { dayText, plainText } from '../lib/format.ts'
import { anyDay, type FilterValue, isRange } from '../lib/useList.ts'
import classes from './choices.module.css'
import { DayInput } from './DayInput.tsx'
import { Filter } from './Filters.tsx'

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
          placeholder="Any"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
          withScrollArea={false}
          classNames={{ options: classes['options'] ?? '' }}
          value={plainText(value) || null}
          onChange={(next) => set(next ?? '')}
        />
      )}
    </Filter>
  )
}

/** Any number of choices; none of them means all. */
export function MultiSelectFilter({ name, label, options }: Choice) {
  return (
    <Filter name={name} label={label} words={choiceWords(options)}>
      {(value, set) => (
        <MultiSelect
          label={label}
          data={options}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : 'Any'}
          clearable
          searchable
          hidePickedOptions
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
          withScrollArea={false}
          classNames={{ options: classes['options'] ?? '' }}
          value={Array.isArray(value) ? value : []}
          onChange={set}
        />
      )}
    </Filter>
  )
}

/** One day of a filter that takes a single day. */
export function DayFilter({ name, label }: Named) {
  return (
    <Filter name={name} label={label} words={(day) => dayText(plainText(day))}>
      {(value, set) => <DayInput label={label} value={plainText(value) || null} onChange={(day) => set(day ?? '')} />}
    </Filter>
  )
}

function rangeWords(value: FilterValue): string {
  const { from, to } = isRange(value) ? value : anyDay
  if (!to) return `from ${dayText(from)}`
  return from ? `${dayText(from)} to ${dayText(to)}` : `up to ${dayText(to)}`
}

/** From one day to another, both included; either end may stay open. */
export function DateRangeFilter({ name, label }: Named) {
  return (
    <Filter name={name} label={label} words={rangeWords}>
      {(value, set) => {
        const range = isRange(value) ? value : anyDay
        return (
          <Group grow gap="xs" wrap="nowrap" align="flex-end">
            <DayInput
              label={`${label} from`}
              value={range.from || null}
              onChange={(day) => set({ ...range, from: day ?? '' })}
            />
            <DayInput
              label={`${label} to`}
              value={range.to || null}
              onChange={(day) => set({ ...range, to: day ?? '' })}
            />
          </Group>
        )
      }}
    </Filter>
  )
}
