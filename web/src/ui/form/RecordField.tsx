import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import type { Page } from '@plinth/api/kernel/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import type { RowOf } from '../../lib/useList.ts'
import choices from '../shell/choices.module.css'
import { useField } from './FieldState.tsx'

/** The results of a search so far. */
interface Found<Row> {
  rows: Row[] | undefined
  error: Error | null
  isFetching: boolean
}

type BodyOf<E> = CallInput<E> extends { body: infer B } ? Omit<B & object, 'pagination'> : never

/** The first records that a search finds; earlier results stay until these arrive. */
export function useFoundRows<E extends Endpoint>(endpoint: E, sought: BodyOf<E>): Found<RowOf<E>> {
  const input = { body: { ...sought, pagination: { page: 0, size: 20 } } } as unknown as CallInput<E>
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }): Promise<Answer<E>> => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
  })
  return { rows: (data as Page<RowOf<E>> | undefined)?.content, error, isFetching }
}

interface Props<Row> {
  name: string
  label: string
  description: string
  placeholder: string
  /** The chosen record, once it is loaded. */
  chosen: Row | undefined
  useFound: (sought: string) => Found<Row>
  textOf: (row: Row) => string
  factsOf: (row: Row) => string
  /** The text for no results, for a search text or an empty one. */
  none: (sought: string) => string
  /** The label of a chosen record that is unknown. */
  another?: string
  /** Called with the record that the user chooses, before the form has its value. */
  onChoose?: (row: Row) => void
  /** Whether the user opened this field, so that it takes the focus. */
  isAsked?: boolean
  required?: boolean
  wide?: boolean
  /** For the first field of a form: a new record focuses it before the user wants choices. */
  openOnFocus?: false
}

/** A record of another slice, found by a part of its name; each result shows facts that distinguish it. */
export function RecordField<Row extends { id: string }>(props: Props<Row>) {
  const { name, label, description, placeholder, chosen, useFound, textOf, factsOf, none, onChoose } = props
  const { another = t('Another one'), isAsked, wide, required, openOnFocus } = props
  const [known] = useState(() => new Map<string, Row>())
  const [toldOf] = useState(() => (value: unknown) => {
    const row = known.get(plainText(value))
    return row ? textOf(row) : value ? another : t('None')
  })
  const { value, set, input } = useField(name, label, { textOf: toldOf })
  useEffect(() => {
    if (isAsked) document.getElementById(input.id)?.focus()
  }, [isAsked, input.id])
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), 200)
  // The text is the chosen record's name until the user types another.
  const { rows = [], error, isFetching } = useFound(chosen && sought === textOf(chosen) ? '' : sought)
  const present = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen] : []
  const offered = [...present, ...rows]
  for (const row of [...rows, ...(chosen ? [chosen] : [])]) known.set(row.id, row)
  const factsById = (id: string) => {
    const row = known.get(id)
    return row && factsOf(row)
  }
  return (
    <Select
      label={label}
      description={chosen ? factsOf(chosen) : description}
      placeholder={placeholder}
      data={offered.map((row) => ({ value: row.id, label: textOf(row) }))}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      allowDeselect={false}
      nothingFoundMessage={error?.message ?? (isFetching ? t('Searching…') : none(sought))}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed" className="tabular">
            {factsById(option.value)}
          </Text>
        </div>
      )}
      {...(wide && { wrapperProps: { 'data-wide': true } })}
      {...(required && { required })}
      {...(openOnFocus === false && { openOnFocus })}
      {...input}
      value={plainText(value) || null}
      onChange={(id) => {
        const next = known.get(id ?? '')
        if (!next) return
        onChoose?.(next)
        set(next.id)
      }}
    />
  )
}
