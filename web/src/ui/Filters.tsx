import { Button, Fieldset, Group, Paper, SimpleGrid } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { plainText } from '../lib/format.ts'
import { type FilterValue, type FilterValues, isUnset } from '../lib/useList.ts'
import classes from './Filters.module.css'
import { usePhone } from './usePhone.ts'

interface FilteredList {
  filters: FilterValues
  filtered: boolean
  apply: (filters: FilterValues) => void
  clear: () => void
}

interface Draft {
  values: FilterValues
  set: (name: string, value: FilterValue) => void
  /** The filters are told in words, as on paper. */
  told?: true
}

const DraftContext = createContext<Draft>({ values: {}, set: () => undefined })

interface FilterProps {
  name: string
  label: string
  /** The value in words, where it is not its own word. */
  words?: (value: FilterValue) => ReactNode
  children: (value: FilterValue, set: (value: FilterValue) => void) => ReactNode
}

/** One filter of the draft: its input, or on paper what it is set to. */
export function Filter({ name, label, words = plainText, children }: FilterProps) {
  const { values, set, told } = useContext(DraftContext)
  const value = values[name] ?? null
  if (!told) return children(value, (next) => set(name, next))
  if (isUnset(value)) return null
  return (
    <li>
      {label}: <b>{words(value)}</b>
    </li>
  )
}

function FilterGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm" verticalSpacing="xs">
      {children}
    </SimpleGrid>
  )
}

/** Filters that belong together, where a list has several kinds of them. */
export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  if (useContext(DraftContext).told) return children
  return (
    <Fieldset legend={title} variant="unstyled" className={classes['group']}>
      <FilterGrid>{children}</FilterGrid>
    </Fieldset>
  )
}

/** The filters that are set, in words. */
export function FiltersInWords({ list, children }: { list: Pick<FilteredList, 'filters'>; children: ReactNode }) {
  return (
    <DraftContext value={{ values: list.filters, set: () => undefined, told: true }}>
      <ul className={classes['words']}>{children}</ul>
    </DraftContext>
  )
}

/** How many filters of the form are set; the figure that led here is told beside the rows. */
const countOf = ({ figure: _, figureKey: __, ...filters }: FilterValues) =>
  Object.values(filters).filter((value) => !isUnset(value)).length

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
    setValues(list.filters)
  }
  const count = countOf(list.filters)
  const set = (name: string, value: FilterValue) => setValues((before) => ({ ...before, [name]: value }))

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
        {count > 0 ? `Filters (${count} set)` : 'Filters'}
      </Button>
    )
  return (
    <Paper component="form" ref={form} role="search" aria-label="Filters" withBorder p="sm" mb="sm" onSubmit={submit}>
      <DraftContext value={{ values, set }}>
        <FilterGrid>{children}</FilterGrid>
      </DraftContext>
      <Group mt="sm" gap="xs" justify="flex-end">
        {(list.filtered || phone) && (
          <Button
            variant="subtle"
            onClick={() => {
              setOpen(false)
              list.clear()
            }}
          >
            Clear
          </Button>
        )}
        <Button type="submit">Apply Filters</Button>
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
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
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
