import { createContext, memo, type ReactNode, useContext, useMemo, useState } from 'react'
import { plainText } from '../../lib/format.ts'
import {
  anyDay,
  type FilterValue,
  type FilterValues,
  isRange,
  isUnset,
  type LinkFilter,
} from '../../lib/list-address.ts'
import { FilterChip } from './FilterChip.tsx'
import classes from './Filters.module.css'

export interface FilteredList {
  filters: FilterValues
  linkFilters: readonly LinkFilter[]
  /** Further filters whose values are shown outside of the box. */
  beside?: readonly string[]
  filtered: boolean
  apply: (filters: FilterValues, how?: { replace: boolean }) => void
  clear: () => void
}

interface Draft {
  values: FilterValues
  set: (name: string, value: FilterValue) => void
  /** Called when a popover below a field opens and closes. */
  popover?: { onOpen: () => void; onClose: () => void }
  /** How set filters are shown: in words, as on paper; as written in an address; or as chips that remove them. */
  wording?: 'in words' | 'as written' | 'as chips'
}

/** The filters that are being edited or shown. */
export const DraftContext = createContext<Draft>({ values: {}, set: () => undefined })

interface FilterProps {
  name: string
  label: string
  /** The value in words, if its plain text is not enough. */
  words?: (value: FilterValue) => ReactNode
  children: (value: FilterValue, set: (value: FilterValue) => void) => ReactNode
}

function emptied(value: FilterValue): FilterValue {
  if (isRange(value)) return anyDay
  return Array.isArray(value) ? [] : typeof value === 'string' ? '' : null
}

/** One filter of the draft: its input, or its value. */
export function Filter({ name, label, words = plainText, children }: FilterProps) {
  const { values, set, wording } = useContext(DraftContext)
  const value = values[name] ?? null
  if (!wording) return children(value, (next) => set(name, next))
  if (isUnset(value)) return null
  const shown = wording === 'as written' ? [value].flat().map(plainText).join(', ') : words(value)
  if (wording === 'as chips')
    return <FilterChip label={label} value={shown} onTakeOff={() => set(name, emptied(value))} />
  return (
    <li>
      {label}: <b>{shown}</b>
    </li>
  )
}

/** Filters side by side, as many as fit. */
export const FilterGrid = memo(function FilterGrid({ children }: { children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>
})

/** The filters outside of the filter box, which apply at once. */
const besides = ['search', 'quickFilters']

/** The filters of the box; link filters are shown beside the rows. */
export const boxed = ({ filters, linkFilters, beside = [] }: FilteredList) =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) => !besides.includes(name) && !beside.includes(name) && linkFilters.every((link) => link.name !== name),
    ),
  )

const areSame = (one: FilterValue | undefined, other: FilterValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The filters that are typed and not applied yet. Fields without typed values follow changes of the applied filters, by a chip or the
 * address.
 */
export function useFilterDraft(list: FilteredList) {
  const applied = boxed(list)
  const [seen, setSeen] = useState(applied)
  const [values, setValues] = useState(applied)
  if (JSON.stringify(seen) !== JSON.stringify(applied)) {
    setSeen(applied)
    setValues(
      Object.fromEntries(
        Object.entries(applied).map(([name, value]) => [
          name,
          areSame(values[name], seen[name]) ? value : (values[name] ?? value),
        ]),
      ),
    )
  }
  return useMemo(
    () => ({
      values,
      set: (name: string, value: FilterValue) => setValues((before) => ({ ...before, [name]: value })),
      empty: () =>
        setValues((before) =>
          Object.fromEntries(Object.entries(before).map(([name, value]) => [name, emptied(value)])),
        ),
    }),
    [values],
  )
}
export type FilterDraft = ReturnType<typeof useFilterDraft>

/** The number of set filters in the box. */
export const countOf = (list: FilteredList) => Object.values(boxed(list)).filter((value) => !isUnset(value)).length
