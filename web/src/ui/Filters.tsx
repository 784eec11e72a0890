import { Button, Group, Paper } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import {
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
import { plainText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { type FilterValue, type FilterValues, isUnset, type LinkFilter } from '../lib/list-address.ts'
import { hasSingleKeys } from '../lib/preference.ts'
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
