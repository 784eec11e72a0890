import { Switch, Text } from '@mantine/core'
import { getRoleSelection, listUserPermissions, searchMappablePeople } from '@plinth/api/role-mappings'
import { getSecurityPolicy, searchTenants, updateSecurityPolicy } from '@plinth/api/tenants'
import { createUser, deleteUser, filterUsers, type User, updateUser } from '@plinth/api/users'
import { IconListCheck, IconUserShield } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { dash, momentDay, plainText } from '../lib/format.ts'
import { anyDay } from '../lib/list-search.ts'
import { useCan, useUser } from '../lib/session.ts'
import { type List, useList } from '../lib/useList.ts'
import { useRecord } from '../lib/useRecord.ts'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DateRangeFilter, SelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters, useFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ActiveBadge } from '../ui/StatusBadge.tsx'
import { useUsersPath } from './routes.tsx'

/** The beginning of a text that may be long: the list has many columns. */
const Brief = ({ text }: { text: string | null }) => (
  <Text inherit lineClamp={2} maw="9rem" title={text ?? undefined} style={{ whiteSpace: 'normal' }}>
    {text || dash}
  </Text>
)

const userColumns: Column<User>[] = [
  { field: 'email', label: 'E-mail' },
  { field: 'mobileNo', label: 'Mobile no.' },
  { field: 'designation', label: 'Role', show: (designation) => <Brief text={designation} /> },
  { field: 'isActive', label: 'Status', show: (isActive) => <ActiveBadge active={isActive} /> },
  { field: 'comment', label: 'Comment', show: (comment) => <Brief text={comment} /> },
  { field: 'createdAt', label: 'Created', show: momentDay },
  { field: 'updatedAt', label: 'Updated', show: momentDay },
]

/** For those who see people of several companies. */
const operatorColumns: Column<User>[] = [
  { field: 'tenantName', label: 'Tenant', show: (name) => <Brief text={name} /> },
  ...userColumns,
]

const noFilters = {
  email: '',
  mobileNo: '',
  designation: '',
  isActive: null,
  username: '',
  tenantId: '',
  dateRange: anyDay,
}

export function UserList() {
  const list = useList(filterUsers, noFilters)
  const { tenantId } = list.filters
  return (
    <Screen
      title="Users"
      source={list}
      failure="Failed to fetch users"
      actions={
        <>
          <SecondFactorPolicy />
          <LinkButton variant="default" to="/admin/user-roles-mapping" call={searchMappablePeople}>
            Role mapping
          </LinkButton>
          <LinkButton
            to={`${useUsersPath()}/create`}
            search={typeof tenantId === 'string' && tenantId ? { tenantId } : {}}
            call={createUser}
          >
            New user
          </LinkButton>
        </>
      }
    >
      <UserFilters list={list} />
      <DataTable
        caption="Users"
        list={list}
        columns={useUser()?.isOperator ? operatorColumns : userColumns}
        actions={(user) => <UserActions user={user} />}
        empty="There are no users yet. Enter the first one with New user."
      />
      <Pager list={list} />
    </Screen>
  )
}

function UserActions({ user: { id, username } }: { user: User }) {
  const path = `${useUsersPath()}/${id}`
  return (
    <RowActions
      name={username}
      view={path}
      edit={{ to: `${path}/edit`, call: updateUser }}
      remove={{ endpoint: deleteUser, params: { id }, confirm: 'Are you sure you want to delete this user?' }}
    >
      <ActionLink label={`Roles of ${username}`} to={`${path}/roles`} icon={IconUserShield} call={getRoleSelection} />
      <ActionLink
        label={`Permissions of ${username}`}
        to={`${path}/permissions`}
        icon={IconListCheck}
        call={listUserPermissions}
      />
    </RowActions>
  )
}

const activeOptions = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

function TenantFilter() {
  const [value, set] = useFilter('tenantId')
  const id = plainText(value)
  return (
    <TenantPicker
      label="Tenant"
      placeholder="Any"
      value={id === '' ? null : { id }}
      onChange={(tenant) => set(tenant?.id ?? '')}
    />
  )
}

function UserFilters({ list }: { list: List<User> }) {
  const mayChooseTenant = useCan(searchTenants)
  return (
    <Filters list={list}>
      <TextFilter name="email" label="E-mail" />
      <TextFilter name="mobileNo" label="Mobile no." />
      <TextFilter name="designation" label="Role" />
      <SelectFilter name="isActive" label="Status" options={activeOptions} />
      <TextFilter name="username" label="Name" />
      {mayChooseTenant && <TenantFilter />}
      <DateRangeFilter name="dateRange" label="Created" />
    </Filters>
  )
}

const outcome = (isRequired: boolean, company: string) =>
  isRequired
    ? `Everybody of ${company} must use a second factor from now on.`
    : `People of ${company} may sign in without a second factor from now on.`

/** What one's own company asks of its people's sign-ins, for those who may change it. */
function SecondFactorPolicy() {
  const user = useUser()
  const maySee = useCan(getSecurityPolicy)
  const mayChange = useCan(updateSecurityPolicy)
  const { data } = useRecord(getSecurityPolicy, { enabled: maySee && mayChange })
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  if (!user || !data) return null
  const { tenantName, isOperator } = user

  async function change(requiresSecondFactor: boolean) {
    setSending(true)
    try {
      const stored = await call(updateSecurityPolicy, { body: { requiresSecondFactor } })
      await queryClient.invalidateQueries()
      void alertSuccess(outcome(stored.requiresSecondFactor, tenantName))
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : 'The rule was not changed. Please try again.')
    } finally {
      setSending(false)
    }
  }

  return (
    <Switch
      label="Everybody must use a second factor"
      {...(isOperator && { description: `At ${tenantName}, your own company` })}
      checked={data.requiresSecondFactor}
      disabled={sending}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
