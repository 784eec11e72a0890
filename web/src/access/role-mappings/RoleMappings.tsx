import { Button, Checkbox, Group, Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import {
  createRoleMapping,
  deleteRoleMapping,
  getRoleSelection,
  setRoleMapping,
} from '@plinth/api/access/role-mappings'
import type { MappablePerson, RoleSelection as Role } from '@plinth/api/access/role-records'
import { createRole } from '@plinth/api/access/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import table from '../../ui/list/DataTable.module.css'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Empty, Screen, usePhone } from '../../ui/shell/Screen.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { PersonSummary, RoleLinks, usePerson } from './UserPermissions.tsx'

const title = t('Role mapping')

/** The roles of the person in the path, or of one who is searched for here. */
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
  /** Given when the person can be searched for on this screen. */
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
      actions={userId && <RoleLinks userId={userId} readOnly={readOnly} />}
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

interface SelectionProps {
  userId: string
  roles: Role[]
  readOnly: boolean
}

const isMapped = ({ userId }: Role) => userId !== null

/** Every role of the person's company, with controls to grant or remove it. */
function RoleSelection({ userId, roles, readOnly }: SelectionProps) {
  const mapping = useRoleMapping(userId)
  const Rows = usePhone() ? RoleCards : RoleTable
  return (
    <>
      <Text mb="sm" size="sm" c="dimmed" role="status">
        {t('{held} of {all} roles held', { held: roles.filter(isMapped).length, all: roles.length })}
      </Text>
      <Rows roles={roles} mapping={mapping} readOnly={readOnly} />
    </>
  )
}

interface Change {
  role: Role
  done: string
  failed: string
  make: () => Promise<unknown>
}

const granted = ({ roleName: role }: Role) => t('{role} granted', { role })
const removed = ({ roleName: role }: Role) => t('{role} removed', { role })

/** Grants and removes the roles of a person, one by one. */
function useRoleMapping(userId: string) {
  const queryClient = useQueryClient()
  const [updating, setUpdating] = useState<readonly string[]>([])
  const mayGrant = useCan(createRoleMapping)
  const maySet = useCan(setRoleMapping)
  const mayRemove = useCan(deleteRoleMapping)

  async function attempt({ role, done, failed, make }: Change) {
    setUpdating((ids) => [...ids, role.roleId])
    try {
      await make()
      void alertSuccess(done)
    } catch (error) {
      void alertFailure(failed, error instanceof CallError ? error.message : undefined)
    }
    // After a failure too, because somebody else may have changed the roles.
    await queryClient.invalidateQueries()
    setUpdating((ids) => ids.filter((id) => id !== role.roleId))
  }

  const create = (role: Role) => call(createRoleMapping, { body: { userId, roleId: role.roleId } })
  const paramsOf = (role: Role) => ({ userId, roleId: role.roleId })

  const grant = (role: Role) =>
    attempt({ role, done: granted(role), failed: t('Error granting role access'), make: () => create(role) })

  const toggle = (role: Role, isMapped: boolean) =>
    attempt({
      role,
      done: isMapped ? granted(role) : removed(role),
      failed: t('Error updating role mapping'),
      make: () => (maySet ? call(setRoleMapping, { params: paramsOf(role), body: { isMapped } }) : create(role)),
    })

  async function remove(role: Role) {
    if (!window.confirm(t('Are you sure you want to remove this role from user?'))) return
    const make = () => call(deleteRoleMapping, { params: paramsOf(role) })
    await attempt({ role, done: removed(role), failed: t('Failed to delete role mapping'), make })
  }

  return {
    isUpdating: ({ roleId }: Role) => updating.includes(roleId),
    may: { grant: mayGrant, remove: mayRemove, tick: maySet || mayGrant, untick: maySet },
    grant,
    toggle,
    remove,
  }
}

type Mapping = ReturnType<typeof useRoleMapping>
type Part = { role: Role; mapping: Mapping; readOnly: boolean }

function RoleTable({ roles, ...part }: Omit<Part, 'role'> & { roles: Role[] }) {
  return (
    <Paper withBorder className={table['surface']}>
      <Table.ScrollContainer minWidth={600} type="native" tabIndex={0} role="region" aria-label={t('Roles')}>
        <Table className={table['table']} highlightOnHover verticalSpacing={6} horizontalSpacing={9}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Held')}</Table.Th>
              <Table.Th scope="col">{t('Role')}</Table.Th>
              <Table.Th scope="col">{t('Description')}</Table.Th>
              <Table.Th scope="col">{t('Granted')}</Table.Th>
              {!part.readOnly && (
                <Table.Th scope="col" className={table['actions']}>
                  <span className="spoken">{t('Actions')}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {roles.map((role) => (
              <Table.Tr key={role.roleId}>
                <Table.Td w="3.5rem">
                  <RoleCheckbox role={role} {...part} />
                </Table.Td>
                <Table.Td fw={600}>{role.roleName}</Table.Td>
                <Table.Td data-wrap>{role.description}</Table.Td>
                <Table.Td>
                  {role.grantedByName}
                  <Text size="xs" c="dimmed">
                    {role.grantedAt && momentText(role.grantedAt)}
                  </Text>
                </Table.Td>
                {!part.readOnly && (
                  <Table.Td ta="right" className={table['actions']}>
                    <RoleAction role={role} {...part} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function RoleCards({ roles, ...part }: Omit<Part, 'role'> & { roles: Role[] }) {
  return (
    <Stack component="ul" aria-label={t('Roles')} gap="xs">
      {roles.map((role) => (
        <Paper component="li" key={role.roleId} withBorder p="sm">
          <RoleCheckbox role={role} {...part} labelled />
          <Text size="sm" mt={4}>
            {role.description}
          </Text>
          <Group justify="space-between" gap="xs" mt={6} wrap="nowrap">
            <Text size="xs" c="dimmed">
              {isMapped(role) ? t('Granted: {grant}', { grant: grantOf(role) ?? '' }) : t('Not granted')}
            </Text>
            <RoleAction role={role} {...part} />
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

function RoleCheckbox({ role, mapping, readOnly, labelled }: Part & { labelled?: boolean }) {
  const mapped = isMapped(role)
  const may = mapped ? mapping.may.untick : mapping.may.tick
  return (
    <Checkbox
      {...(labelled ? { label: role.roleName, fw: 600 } : { 'aria-label': role.roleName })}
      checked={mapped}
      disabled={readOnly || !may || mapping.isUpdating(role)}
      onChange={({ currentTarget }) => void mapping.toggle(role, currentTarget.checked)}
    />
  )
}

function RoleAction({ role, mapping, readOnly }: Part) {
  if (readOnly) return null
  const mapped = isMapped(role)
  const may = mapped ? mapping.may.remove : mapping.may.grant
  const text = mapped ? t('Remove') : t('Grant Access')
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={
        mapped
          ? t('Remove {roleName}', { roleName: role.roleName })
          : t('Grant Access to {roleName}', { roleName: role.roleName })
      }
      disabled={!may || mapping.isUpdating(role)}
      onClick={() => void (mapped ? mapping.remove(role) : mapping.grant(role))}
    >
      {text}
    </Button>
  )
}

const grantOf = ({ grantedAt, grantedByName }: Role) =>
  grantedAt && [grantedByName, momentText(grantedAt)].filter(Boolean).join(', ')
