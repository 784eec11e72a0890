import { Button, Group, MultiSelect, Paper, Select, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { dayText, plainText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { anyDay, type FilterValue, type FilterValues, isRange, isUnset, type LinkFilter } from '../lib/list-address.ts'
import { hasSingleKeys } from '../lib/preference.ts'
import choices from './choices.module.css'
import { DayInput } from './DayInput.tsx'
import classes from './Filters.module.css'
import { usePhone } from './Screen.tsx'
import { useRoomBelow } from './useRoomBelow.ts'

interface FilteredList {
  filters: FilterValues
  linkFilters: readonly LinkFilter[]
  filtered: boolean
  apply: (filters: FilterValues) => void
  clear: () => void
}

interface Draft {
  values: FilterValues
  set: (name: string, value: FilterValue) => void
  /** Told of what opens below a field and closes again. */
  popover?: { onOpen: () => void; onClose: () => void }
  /** The filters are told in words, as on paper; or as they are written in an address. */
  wording?: 'in words' | 'as written'
}

/** The filters that are being set, or told. */
export const DraftContext = createContext<Draft>({ values: {}, set: () => undefined })

interface FilterProps {
  name: string
  label: string
  /** The value in words, where it is not its own word. */
  words?: (value: FilterValue) => ReactNode
  children: (value: FilterValue, set: (value: FilterValue) => void) => ReactNode
}

/** One filter of the draft: its input, or on paper what it is set to. */
export function Filter({ name, label, words = plainText, children }: FilterProps) {
  const { values, set, wording } = useContext(DraftContext)
  const value = values[name] ?? null
  if (!wording) return children(value, (next) => set(name, next))
  if (isUnset(value)) return null
  return (
    <li>
      {label}: <b>{wording === 'in words' ? words(value) : [value].flat().map(plainText).join(', ')}</b>
    </li>
  )
}

/** Filters side by side, as many as there is room for. */
export const FilterGrid = memo(function FilterGrid({ children }: { children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>
})

/** How many filters of the form are set; what a link set is told beside the rows. */
const countOf = ({ filters, linkFilters }: FilteredList) =>
  Object.entries(filters).filter(([set, value]) => !isUnset(value) && linkFilters.every(({ name }) => name !== set))
    .length

/** The filters of a list: a draft until Apply Filters, which goes back to the first page. */
export function Filters({ list, children }: { list: FilteredList; children: ReactNode }) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const applied = JSON.stringify(list.filters)
  const [seen, setSeen] = useState(applied)
  const [values, setValues] = useState(list.filters)
  const form = useSlash()
  if (seen !== applied) {
    setSeen(applied)
    if (JSON.stringify(values) !== applied) setValues(list.filters)
  }
  const count = countOf(list)
  const { ref: actions, room, popover } = useRoomBelow()
  // The inputs are drawn anew when what they show is another, not when other rows are.
  const draft = useMemo(
    () => ({
      values,
      set: (name: string, value: FilterValue) => setValues((before) => ({ ...before, [name]: value })),
      popover,
    }),
    [values, popover],
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    list.apply(values)
  }

  if (phone && !open)
    return (
      <Button
        variant="default"
        fullWidth
        mb="sm"
        leftSection={<IconFilter size={16} />}
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? t('Filters ({count} set)', { count }) : t('Filters')}
      </Button>
    )
  return (
    <Paper
      component="form"
      ref={form}
      role="search"
      aria-label={t('Filters')}
      withBorder
      p="sm"
      mb="sm"
      onSubmit={submit}
    >
      <DraftContext value={draft}>
        <FilterGrid>{children}</FilterGrid>
      </DraftContext>
      <Group ref={actions} mt={room > 0 ? room : 'sm'} gap="xs" justify="flex-end">
        {(list.filtered || phone) && (
          <Button
            variant="subtle"
            onClick={() => {
              setOpen(false)
              list.clear()
            }}
          >
            {t('Clear')}
          </Button>
        )}
        <Button type="submit">{t('Apply Filters')}</Button>
      </Group>
    </Paper>
  )
}

/** The slash goes to the first filter, unless it is being typed somewhere. */
function useSlash() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping || !hasSingleKeys()) return
      const first = form.current?.querySelector('input')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
  return form
}

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
