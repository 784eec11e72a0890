import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { plainText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import choices from '../ui/choices.module.css'
import { useField } from '../ui/FieldState.tsx'

/** What a search has found so far. */
export interface Found<Row> {
  rows: Row[] | undefined
  error: Error | null
  isFetching: boolean
}

interface Props<Row> {
  name: string
  label: string
  description?: string
  placeholder: string
  /** The record that is chosen, once it is known. */
  chosen: Row | undefined
  useFound: (sought: string) => Found<Row>
  textOf: (row: Row) => string
  factsOf: (row: Row) => string
  /** Told where nothing is found, of what was looked for and of nothing. */
  none: (sought: string) => string
}

/** A record of another slice, found by a part of what it is called; each with what tells it from others. */
export function FoundField<Row extends { id: string }>(props: Props<Row>) {
  const { name, label, description, placeholder, chosen, useFound, textOf, factsOf, none } = props
  const [known] = useState(() => new Map<string, Row>())
  const [toldOf] = useState(() => (value: unknown) => {
    const row = known.get(plainText(value))
    return row ? textOf(row) : value ? t('Another one') : t('None')
  })
  const { value, set, input } = useField(name, label, { textOf: toldOf })
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), 200)
  // What stands there is the chosen one's own name until another is looked for.
  const { rows, error, isFetching } = useFound(chosen && sought === textOf(chosen) ? '' : sought)
  for (const row of [...(rows ?? []), ...(chosen ? [chosen] : [])]) known.set(row.id, row)
  const present = chosen && !rows?.some(({ id }) => id === chosen.id) ? [chosen] : []
  const factsById = (id: string) => {
    const row = known.get(id)
    return row && factsOf(row)
  }
  const told = chosen ? factsOf(chosen) : description
  return (
    <Select
      label={label}
      {...(told && { description: told })}
      placeholder={placeholder}
      data={[...present, ...(rows ?? [])].map((row) => ({ value: row.id, label: textOf(row) }))}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage={error?.message ?? (isFetching ? t('Searching…') : none(sought))}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      wrapperProps={{ 'data-wide': true }}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed" className="tabular">
            {factsById(option.value)}
          </Text>
        </div>
      )}
      required
      {...input}
      value={plainText(value) || null}
      onChange={set}
    />
  )
}
