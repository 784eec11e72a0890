import { Group, Paper, Skeleton, Stack, Switch, Table, Text, TextInput } from '@mantine/core'
import {
  getRoleSelection,
  listUserPermissions,
  searchMappablePeople,
  setRoleMapping,
} from '@plinth/api/access/role-mappings'
import type { MappablePerson, UserPermission } from '@plinth/api/access/role-records'
import { getUser } from '@plinth/api/access/users'
import { type Flag, flags } from '@plinth/api/kernel/permissions'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { dash, flagText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import table from '../../ui/list/DataTable.module.css'
import cards from '../../ui/list/ListCard.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Empty, Screen, usePhone } from '../../ui/shell/Screen.tsx'

const allowsAnything = (row: UserPermission) => flags.some((flag) => row[flag])

/** The flags that roles would give. On an inactive module they have no effect, but the roles are still shown. */
const grantedFlags = ({ grantedBy }: UserPermission) => flags.filter((flag) => grantedBy[flag].length > 0)

/** Answers "Why can't X see this?": the person's permissions in every module, and the roles they come from. */
export function UserPermissions() {
  const { userId = '' } = useParams({ strict: false })
  const person = usePerson(userId)
  const source = useRecord(listUserPermissions, { params: { userId } })
  const rows = source.data
  const links = (
    <>
      <LinkButton variant="default" to={`/admin/users/${userId}`} call={getUser}>
        {t('User')}
      </LinkButton>
      <LinkButton variant="default" to={`/admin/users/${userId}/roles`} call={getRoleSelection}>
        {t('Roles')}
      </LinkButton>
    </>
  )
  return (
    <Screen
      title={person ? t('Permissions of {username}', { username: person.username }) : t('User permissions')}
      source={source}
      failure={t('Failed to fetch permissions')}
      actions={links}
    >
      {person && <PersonSummary person={person} />}
      {!rows && <Skeleton height={320} aria-hidden />}
      {rows &&
        (rows.some((row) => grantedFlags(row).length > 0) ? (
          <FilteredPermissions rows={rows} />
        ) : (
          <NoPermissions userId={userId} />
        ))}
    </Screen>
  )
}

function NoPermissions({ userId }: { userId: string }) {
  return (
    <Empty filtered={false}>
      {t('No role gives this person any permission yet. Give them a role, and what it allows shows here.')}
      <LinkButton
        to={`/admin/users/${userId}/roles`}
        call={getRoleSelection}
        mt="sm"
        display="block"
        w="max-content"
        mx="auto"
      >
        {t('Choose roles')}
      </LinkButton>
    </Empty>
  )
}

function FilteredPermissions({ rows }: { rows: UserPermission[] }) {
  const [keyword, setKeyword] = useState('')
  const [heldOnly, setHeldOnly] = useState(false)
  const searched = keyword.trim().toLowerCase()
  const shown = rows.filter(
    (row) =>
      (!heldOnly || allowsAnything(row)) &&
      `${translated(row.moduleName)} ${translated(row.moduleDescription ?? '')}`.toLowerCase().includes(searched),
  )
  return (
    <>
      <Group align="flex-end" gap="md" mb="sm">
        <TextInput
          label={t('Find a module')}
          type="search"
          w={{ base: '100%', xs: '18rem' }}
          value={keyword}
          onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
        />
        <Switch
          label={t('Only what they may do')}
          mb={8}
          checked={heldOnly}
          onChange={({ currentTarget }) => setHeldOnly(currentTarget.checked)}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {t('{shown} of {all} modules', { shown: shown.length, all: rows.length })}
      </Text>
      {shown.length > 0 ? <PermissionTable rows={shown} /> : <Empty filtered>{null}</Empty>}
    </>
  )
}

function PermissionTable({ rows }: { rows: UserPermission[] }) {
  const phone = usePhone()
  if (phone)
    return (
      <Stack component="ul" aria-label={t('Permissions')} gap="xs">
        {rows.map((row) => (
          <PermissionCard key={row.moduleId} row={row} />
        ))}
      </Stack>
    )
  return (
    <Paper withBorder className={table['surface']}>
      <Table.ScrollContainer minWidth={600} type="native" tabIndex={0} role="region" aria-label={t('Permissions')}>
        <Table className={table['table']} verticalSpacing={6} horizontalSpacing={9}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Module')}</Table.Th>
              {flags.map((flag) => (
                <Table.Th key={flag} scope="col" w="15%">
                  {flagText(flag)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <PermissionRow key={row.moduleId} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

type Row = { row: UserPermission }

function PermissionRow({ row }: Row) {
  return (
    <Table.Tr>
      <Table.Th scope="row" bg="var(--surface)" c="var(--mantine-color-text)">
        <ModuleCell row={row} />
      </Table.Th>
      {grantedFlags(row).length === 0 ? (
        <Table.Td colSpan={flags.length}>
          <Text span inherit c="dimmed">
            {t('No permission')}
          </Text>
        </Table.Td>
      ) : (
        flags.map((flag) => (
          <Table.Td key={flag}>
            <FlagCell row={row} flag={flag} />
          </Table.Td>
        ))
      )}
    </Table.Tr>
  )
}

function PermissionCard({ row }: Row) {
  const rowFlags = grantedFlags(row)
  return (
    <Paper component="li" withBorder className={cards['card']}>
      <ModuleCell row={row} />
      {rowFlags.length === 0 ? (
        <Text size="sm">{t('No permission')}</Text>
      ) : (
        <dl className={cards['rest']}>
          {rowFlags.map((flag) => (
            <div key={flag}>
              <dt>{flagText(flag)}</dt>
              <dd>{row.grantedBy[flag].join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Paper>
  )
}

function ModuleCell({ row }: Row) {
  return (
    <>
      <Text span fw={600} inherit>
        {translated(row.moduleName)}
      </Text>
      {!row.moduleStatus && (
        <Text size="xs" fw={600}>
          {t('switched off: counts for nothing')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {translated(row.moduleDescription ?? '')}
      </Text>
    </>
  )
}

function FlagCell({ row, flag }: Row & { flag: Flag }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {row[flag] ? (
        <IconCheck size={16} stroke={2.4} role="img" aria-label={t('Yes')} style={{ flex: 'none' }} />
      ) : (
        <Text span c="dimmed" inherit role="img" aria-label={t('No')}>
          {dash}
        </Text>
      )}
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
        {row.grantedBy[flag].join(', ')}
      </Text>
    </Group>
  )
}

export type Person = Omit<MappablePerson, 'id'>

/**
 * The person whose roles are shown, from the best source that the viewer may read: the user record, the search for
 * people to map roles to, or the result that was picked.
 */
export function usePerson(userId: string, found: MappablePerson | null = null): Person | null {
  const viewer = useUser()
  const mayRead = useCan(getUser) || viewer?.id === userId
  const maySearch = useCan(searchMappablePeople) && !mayRead
  const { data: record } = useRecord(getUser, { params: { id: userId }, enabled: mayRead && userId !== '' })
  const input = { query: { userId } }
  const { data: matches } = useQuery({
    queryKey: endpointKey(searchMappablePeople, input),
    queryFn: ({ signal }) => call(searchMappablePeople, input, { signal }),
    enabled: maySearch && userId !== '',
  })
  return record ?? matches?.[0] ?? (found?.id === userId ? found : null)
}

/** Details that distinguish people with the same name. An operator also sees the company. */
export const personDetails = (person: Person | null, isOperator: boolean) =>
  [
    person?.email ?? person?.mobileNo,
    person?.designation,
    isOperator && person?.tenantName,
    person?.isActive === false && t('inactive'),
  ]
    .filter(Boolean)
    .join(' · ')

export function PersonSummary({ person }: { person: Person }) {
  const viewer = useUser()
  return (
    <Text mb="sm">
      {personDetails({ ...person, isActive: true }, viewer?.isOperator === true)}
      {!person.isActive && (
        <Text span fw={600}>
          {' '}
          · {t('Inactive: cannot sign in, whatever the roles allow')}
        </Text>
      )}
    </Text>
  )
}

/** Links from a person's roles to their record and permissions. */
export function RoleLinks({ userId, readOnly }: { userId: string; readOnly: boolean }) {
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
