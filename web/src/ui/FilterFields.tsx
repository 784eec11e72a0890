import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { plainText } from '../lib/format.ts'
import { anyDay, isRange } from '../lib/list-search.ts'
import classes from './choices.module.css'
import { DayInput } from './DayInput.tsx'
import { useFilter } from './Filters.tsx'

interface Named {
  name: string
  label: string
}
interface Choice extends Named {
  options: { value: string; label: string }[]
}

/** Matches any part of the field, whatever its case. */
export function TextFilter({ name, label }: Named) {
  const [value, set] = useFilter(name)
  return <TextInput label={label} value={plainText(value)} onChange={(event) => set(event.currentTarget.value)} />
}

export function NumberFilter({ name, label }: Named) {
  const [value, set] = useFilter(name)
  return (
    <NumberInput
      label={label}
      hideControls
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      value={plainText(value)}
      onChange={(next) => set(next === '' ? null : Number(next))}
    />
  )
}

/** One choice or none. For a yes/no field the options' values are 'true' and 'false'. */
export function SelectFilter({ name, label, options }: Choice) {
  const [value, set] = useFilter(name)
  return (
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
  )
}

/** Any number of choices; none of them means all. */
export function MultiSelectFilter({ name, label, options }: Choice) {
  const [value, set] = useFilter(name)
  const chosen = Array.isArray(value) ? value : []
  return (
    <MultiSelect
      label={label}
      data={options}
      placeholder={chosen.length === 0 ? 'Any' : ''}
      clearable
      searchable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      withScrollArea={false}
      classNames={{ options: classes['options'] ?? '' }}
      value={chosen}
      onChange={set}
    />
  )
}

/** One day of a filter that takes a single day. */
export function DayFilter({ name, label }: Named) {
  const [value, set] = useFilter(name)
  return <DayInput label={label} value={plainText(value) || null} onChange={(day) => set(day ?? '')} />
}

/** From one day to another, both included; either end may stay open. */
export function DateRangeFilter({ name, label }: Named) {
  const [value, set] = useFilter(name)
  const range = isRange(value) ? value : anyDay
  return (
    <Group grow gap="xs" wrap="nowrap" align="flex-end">
      <DayInput
        label={`${label} from`}
        value={range.from || null}
        onChange={(day) => set({ ...range, from: day ?? '' })}
      />
      <DayInput label={`${label} to`} value={range.to || null} onChange={(day) => set({ ...range, to: day ?? '' })} />
    </Group>
  )
}
