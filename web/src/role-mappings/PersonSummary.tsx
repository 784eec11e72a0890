import { Text } from '@mantine/core'
import { type MappablePerson, searchMappablePeople } from '@plinth/api/role-mappings'
import { getUser } from '@plinth/api/users'
import { useQuery } from '@tanstack/react-query'
import { call, endpointKey } from '../lib/call.ts'
import { t } from '../lib/language.ts'
import { useCan, useUser } from '../lib/session.ts'
import { useRecord } from '../lib/useRecord.ts'

export type Person = Omit<MappablePerson, 'id'>

/**
 * Whose roles are shown, as far as the viewer may know: by their record, among those that roles can be mapped to, or as
 * they were found.
 */
export function usePerson(userId: string, found: MappablePerson | null = null): Person | null {
  const viewer = useUser()
  const mayRead = useCan(getUser) || viewer?.id === userId
  const maySeek = useCan(searchMappablePeople) && !mayRead
  const { data: record } = useRecord(getUser, { params: { id: userId }, enabled: mayRead && userId !== '' })
  const input = { query: { userId } }
  const { data: sought } = useQuery({
    queryKey: endpointKey(searchMappablePeople, input),
    queryFn: ({ signal }) => call(searchMappablePeople, input, { signal }),
    enabled: maySeek && userId !== '',
  })
  return record ?? sought?.[0] ?? (found?.id === userId ? found : null)
}

/** What tells people of one name apart; an operator sees those of every company. */
export const tellsOf = (person: Person | null, isOperator: boolean) =>
  [
    person?.email ?? person?.mobileNo,
    person?.designation,
    isOperator && person?.tenantName,
    person?.isActive === false && 'inactive',
  ]
    .filter(Boolean)
    .join(' · ')

export function PersonSummary({ person }: { person: Person }) {
  const viewer = useUser()
  return (
    <Text mb="sm">
      {tellsOf({ ...person, isActive: true }, viewer?.isOperator === true)}
      {!person.isActive && (
        <Text span fw={600}>
          {' '}
          {t('· Inactive: cannot sign in, whatever the roles allow')}
        </Text>
      )}
    </Text>
  )
}
