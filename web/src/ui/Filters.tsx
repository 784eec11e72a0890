import { Button, Fieldset, Group, Paper, SimpleGrid } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react'
import type { FilterValue, FilterValues } from '../lib/list-search.ts'
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
}

const DraftContext = createContext<Draft>({ values: {}, set: () => undefined })

/** One filter of the draft: its value and how to change it. */
export function useFilter(name: string): [FilterValue, (value: FilterValue) => void] {
  const { values, set } = useContext(DraftContext)
  return [values[name] ?? null, (value) => set(name, value)]
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
  return (
    <Fieldset legend={title} variant="unstyled" className={classes['group']}>
      <FilterGrid>{children}</FilterGrid>
    </Fieldset>
  )
}

/** The filters of a list: a draft until Apply Filters, which goes back to the first page. */
export function Filters({ list, children }: { list: FilteredList; children: ReactNode }) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const applied = JSON.stringify(list.filters)
  const [seen, setSeen] = useState(applied)
  const [values, setValues] = useState(list.filters)
  if (seen !== applied) {
    setSeen(applied)
    setValues(list.filters)
  }
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
        {list.filtered ? 'Filters (some are set)' : 'Filters'}
      </Button>
    )
  return (
    <Paper component="form" role="search" aria-label="Filters" withBorder p="sm" mb="sm" onSubmit={submit}>
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
