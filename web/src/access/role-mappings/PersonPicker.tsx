import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchMappablePeople } from '@plinth/api/access/role-mappings'
import type { MappablePerson } from '@plinth/api/access/role-records'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import choices from '../../ui/shell/choices.module.css'
import { type Person, personDetails } from './UserPermissions.tsx'

interface Props {
  userId: string
  person: Person | null
  onPick: (person: MappablePerson | null) => void
}

/** Chooses one person by a part of their name, e-mail or mobile number. */
export function PersonPicker({ userId, person, onPick }: Props) {
  const isOperator = useUser()?.isOperator === true
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim(), 200)
  // While the input shows the chosen person's name, it is not a search.
  const keyword = searched === person?.username ? '' : searched
  const input = { query: { keyword } }
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(searchMappablePeople, input),
    queryFn: ({ signal }) => call(searchMappablePeople, input, { signal }),
    placeholderData: keepPreviousData,
  })
  const people = new Map(data?.map((found) => [found.id, found]))
  const options = [...people.values()].map(({ id, username }) => ({ value: id, label: username }))
  const chosen = person && !people.has(userId) ? [{ value: userId, label: person.username }] : []
  return (
    <Select
      label={t('Person')}
      description={t('Type a part of a name, e-mail or mobile number.')}
      placeholder={t('Whose roles?')}
      data={[...chosen, ...options]}
      filter={({ options: all }) => all}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear person') }}
      nothingFoundMessage={
        error?.message ?? (isFetching ? t('Searching…') : t('Nobody of that name, e-mail or number'))
      }
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {personDetails(people.get(option.value) ?? person, isOperator)}
          </Text>
        </div>
      )}
      maw="28rem"
      mb="sm"
      value={person ? userId : null}
      onChange={(id) => onPick(people.get(id ?? '') ?? null)}
    />
  )
}
