import { Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  getRoleSelection,
  listUserPermissions,
  type MappablePerson,
  searchMappablePeople,
  setRoleMapping,
} from '@plinth/api/role-mappings'
import { createRole } from '@plinth/api/roles'
import { getUser } from '@plinth/api/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, endpointKey } from '../lib/call.ts'
import { t } from '../lib/language.ts'
import { useCan, useUser } from '../lib/session.ts'
import { useRecord } from '../lib/useRecord.ts'
import choices from '../ui/choices.module.css'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { RoleSelection } from './RoleSelection.tsx'
import { type Person, PersonSummary, tellsOf, usePerson } from './UserPermissions.tsx'

const title = t('Role mapping')

/** Whose roles: those of the person in the path, else of one who is looked for here. */
export function RoleMappings() {
  const { userId } = useParams({ strict: false })
  if (!useCan(getRoleSelection)) return <Refused />
  return userId === undefined ? <RoleSearch /> : <RolesOf key={userId} userId={userId} />
}

function Refused() {
  return (
    <Screen title={title}>
      <Text role="alert">{t('You do not have permission to view this page.')}</Text>
    </Screen>
  )
}

function RoleSearch() {
  const { userId } = useSearch({ strict: false })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [found, setFound] = useState<MappablePerson | null>(null)

  function pick(person: MappablePerson | null) {
    setFound(person)
    void navigate({ to: pathname, search: person ? { userId: person.id } : {} })
  }

  return <RolesOf userId={typeof userId === 'string' ? userId : ''} found={found} onPick={pick} />
}

interface Props {
  userId: string
  found?: MappablePerson | null
  /** Where the person is looked for on the screen itself. */
  onPick?: (person: MappablePerson | null) => void
}

function RolesOf({ userId, found = null, onPick }: Props) {
  const readOnly = useMatch({ strict: false, select: (match) => match.pathname.endsWith('/view') })
  const person = usePerson(userId, found)
  const source = useRecord(getRoleSelection, { params: { userId }, enabled: userId !== '' })
  if (source.error?.status === 403) return <Refused />
  return (
    <Screen
      title={person ? t('Roles of {username}', { username: person.username }) : title}
      actions={userId && <PersonLinks userId={userId} readOnly={readOnly} />}
      source={source}
      failure={t('Failed to fetch roles')}
    >
      {onPick && <PersonPicker userId={userId} person={person} onPick={onPick} />}
      {person && <PersonSummary person={person} />}
      {!userId && (
        <Text mt="md" c="dimmed">
          {t('Choose a person to see the roles they hold, and to give or take roles.')}
        </Text>
      )}
      {userId && !source.data && <Skeleton height={240} aria-hidden />}
      {source.data?.length === 0 && <NoRoles />}
      {source.data && source.data.length > 0 && (
        <RoleSelection userId={userId} roles={source.data} readOnly={readOnly} />
      )}
    </Screen>
  )
}

function PersonLinks({ userId, readOnly }: { userId: string; readOnly: boolean }) {
  return (
    <>
      <LinkButton variant="default" to={`/admin/users/${userId}`} call={getUser}>
        {t('User')}
      </LinkButton>
      <LinkButton variant="default" to={`/admin/users/${userId}/permissions`} call={listUserPermissions}>
        {t('Permissions')}
      </LinkButton>
      {readOnly && (
        <LinkButton to={`/admin/user-roles-mapping/${userId}/edit`} call={setRoleMapping}>
          {t('Edit')}
        </LinkButton>
      )}
    </>
  )
}

function NoRoles() {
  return (
    <Empty filtered={false}>
      {t('This company has no roles yet.')}
      <LinkButton to="/admin/roles/create" call={createRole} mt="sm" display="block" w="max-content" mx="auto">
        {t('New role')}
      </LinkButton>
    </Empty>
  )
}

interface PickerProps {
  userId: string
  person: Person | null
  onPick: (person: MappablePerson | null) => void
}

/** One person, found by a part of their name, e-mail or mobile number. */
function PersonPicker({ userId, person, onPick }: PickerProps) {
  const isOperator = useUser()?.isOperator === true
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), 200)
  // What is typed is the chosen person's own name until somebody else is looked for.
  const keyword = sought === person?.username ? '' : sought
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
            {tellsOf(people.get(option.value) ?? person, isOperator)}
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
