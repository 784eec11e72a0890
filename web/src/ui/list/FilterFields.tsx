import { Group, TextInput } from '@mantine/core'
import { dayText, plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { anyDay, type FilterValue, isRange } from '../../lib/list-address.ts'
import { lazyPart } from '../shell/Part.tsx'
import classes from './Filters.module.css'
import { Filter } from './Filters.tsx'

// Lazy, because few visits open the filter box, and lists and calendars are heavy.
const waiting = <div className={classes['waiting']} />
const SelectInput = lazyPart(() => import('./FilterInputs.tsx'), 'SelectInput', { waiting })
const MultiSelectInput = lazyPart(() => import('./FilterInputs.tsx'), 'MultiSelectInput', { waiting })
const FilterDay = lazyPart(() => import('./FilterInputs.tsx'), 'FilterDay', { waiting })

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

/** Matches any part of the field, case-insensitively. */
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
      {(value, set) => <SelectInput label={label} options={options} value={value} onChange={set} />}
    </Filter>
  )
}

/** Any number of choices; none means all. */
export function MultiSelectFilter({ name, label, options }: Choice) {
  return (
    <Filter name={name} label={label} words={choiceWords(options)}>
      {(value, set) => <MultiSelectInput label={label} options={options} value={value} onChange={set} />}
    </Filter>
  )
}

/** A filter by a single day. */
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
