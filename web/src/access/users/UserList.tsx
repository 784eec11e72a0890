import { Switch, Text } from '@mantine/core'
import { getRoleSelection, listUserPermissions, searchMappablePeople } from '@plinth/api/access/role-mappings'
import { getSecurityPolicy, searchTenants, updateSecurityPolicy } from '@plinth/api/access/tenants'
import {
  createUser,
  deleteUser,
  exportUsers,
  filterUsers,
  type User,
  updateUser,
  user,
  userLabels,
} from '@plinth/api/access/users'
import { IconListCheck, IconUserShield } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { counted, dash, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useListPath } from '../../lib/search.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useList } from '../../lib/useList.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { changeEach, deleteEach } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { Filter } from '../../ui/list/Filters.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { ActionLink, RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { TenantName } from '../tenants/useTenant.ts'

/** At most two lines of a text that may be long, because the list has many columns. */
const Brief = ({ text }: { text: string | null }) => (
  <Text inherit lineClamp={2} maw="9rem" title={text ?? undefined} style={{ whiteSpace: 'normal' }}>
    {text || dash}
  </Text>
)

/** One line, because the name identifies the row. */
const NameOf = ({ name }: { name: string }) => (
  <Text inherit truncate maw="12rem" title={name}>
    {name}
  </Text>
)

/** Wraps only at the @ sign. */
function Address({ email }: { email: string | null }) {
  if (!email) return dash
  const [local, host] = email.split(/(?=@)/)
  return (
    <span style={{ whiteSpace: 'normal' }}>
      {local}
      <wbr />
      {host}
    </span>
  )
}

const columns = columnsOf(
  user,
  { tenantName: t('Tenant'), ...userLabels },
  {
    username: { show: (name) => <NameOf name={name} /> },
    email: { show: (email) => <Address email={email} /> },
    roles: { show: (roles) => <Brief text={roles} /> },
    tenantName: { show: (name) => <Brief text={name} /> },
    designation: { show: (designation) => <Brief text={designation} /> },
    comment: { show: (comment) => <Brief text={comment} /> },
  },
)
/** In the order of the specification, section 2. */
const specified = ['email', 'mobileNo', 'designation', 'isActive', 'comment', 'createdAt', 'updatedAt'] as const
const shown = [...specified, 'username', 'roles'] as const
const shownToOperators = [...shown, 'tenantName'] as const

const card = { called: 'username', facts: ['roles', 'mobileNo', 'isActive'] } as const

const bulk = [
  changeEach<User>(
    { label: t('Activate'), done: (count) => t('{name}: active', { name: counted(count, 'user') }) },
    updateUser,
    { isActive: true },
  ),
  changeEach<User>(
    { label: t('Deactivate'), done: (count) => t('{name}: not active', { name: counted(count, 'user') }) },
    updateUser,
    { isActive: false },
  ),
  deleteEach<User>(deleteUser, 'user'),
]

const noFilters = {
  search: '',
  email: '',
  mobileNo: '',
  designation: '',
  roles: '',
  isActive: null,
  username: '',
  tenantId: '',
  dateRange: anyDay,
}

export function UserList() {
  const list = useList(filterUsers, noFilters)
  const { tenantId } = list.filters
  // Only operators see people of several companies.
  const isOperator = useUser()?.isOperator === true
  return (
    <Screen
      title={t('Users')}
      source={list}
      failure={t('Failed to fetch users')}
      actions={
        <>
          <SecondFactorPolicy />
          <LinkButton variant="default" to="/admin/user-roles-mapping" call={searchMappablePeople}>
            {t('Role mapping')}
          </LinkButton>
          <LinkButton
            to={`${useListPath()}/create`}
            search={typeof tenantId === 'string' && tenantId ? { tenantId } : {}}
            call={createUser}
          >
            {t('New user')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="users"
        caption={t('Users')}
        list={list}
        columns={isOperator ? columns : columns.filter(({ field }) => field !== 'tenantName')}
        shown={isOperator ? shownToOperators : shown}
        card={card}
        filters={<UserFilters />}
        line={{ name: 'search', hint: t('Name, e-mail, mobile no. or role') }}
        actions={(row) => <UserActions user={row} />}
        bulk={bulk}
        nameOf={({ username }) => username}
        exported={exportUsers}
        empty={t('There are no users yet. Enter the first one with New user.')}
      />
    </Screen>
  )
}

function UserActions({ user: { id, username } }: { user: User }) {
  const path = `${useListPath()}/${id}`
  return (
    <RowActions
      name={username}
      view={path}
      edit={{ to: `${path}/edit`, call: updateUser }}
      remove={{ endpoint: deleteUser, params: { id }, confirm: t('Are you sure you want to delete this user?') }}
    >
      <ActionLink
        label={t('Roles of {username}', { username })}
        to={`${path}/roles`}
        icon={<IconUserShield size={17} stroke={1.7} />}
        call={getRoleSelection}
      />
      <ActionLink
        label={t('Permissions of {username}', { username })}
        to={`${path}/permissions`}
        icon={<IconListCheck size={17} stroke={1.7} />}
        call={listUserPermissions}
      />
    </RowActions>
  )
}

const activeOptions = [
  { value: 'true', label: t('Active') },
  { value: 'false', label: t('Inactive') },
]

function TenantFilter() {
  return (
    <Filter name="tenantId" label={t('Tenant')} words={(id) => <TenantName id={plainText(id)} />}>
      {(value, set) => (
        <TenantPicker
          label={t('Tenant')}
          placeholder={t('Any')}
          value={plainText(value) === '' ? null : { id: plainText(value) }}
          onChange={(tenant) => set(tenant?.id ?? '')}
        />
      )}
    </Filter>
  )
}

function UserFilters() {
  const mayChooseTenant = useCan(searchTenants)
  return (
    <>
      <TextFilter name="email" label={t('E-mail')} />
      <TextFilter name="mobileNo" label={t('Mobile no.')} />
      <TextFilter name="designation" label={t('Role')} />
      <TextFilter name="roles" label={translated(userLabels.roles)} />
      <SelectFilter name="isActive" label={t('Status')} options={activeOptions} />
      <TextFilter name="username" label={t('Name')} />
      {mayChooseTenant && <TenantFilter />}
      <DateRangeFilter name="dateRange" label={t('Created')} />
    </>
  )
}

const outcome = (isRequired: boolean, company: string) =>
  isRequired
    ? t('Everybody of {company} must use a second factor from now on.', { company })
    : t('People of {company} may sign in without a second factor from now on.', { company })

/** The switch that requires a second factor in the caller's own company, for people who may change it. */
function SecondFactorPolicy() {
  const user = useUser()
  const maySee = useCan(getSecurityPolicy)
  const mayChange = useCan(updateSecurityPolicy)
  const { data } = useRecord(getSecurityPolicy, { enabled: maySee && mayChange })
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  if (!user || !(maySee && mayChange)) return null
  const { tenantName, isOperator } = user

  async function change(requiresSecondFactor: boolean) {
    setSending(true)
    try {
      const stored = await call(updateSecurityPolicy, { body: { requiresSecondFactor } })
      await queryClient.invalidateQueries()
      void alertSuccess(outcome(stored.requiresSecondFactor, tenantName))
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : t('The rule was not changed. Please try again.'))
    } finally {
      setSending(false)
    }
  }

  return (
    <Switch
      // Hidden until the value is loaded, so that its space is reserved.
      {...(!data && { style: { visibility: 'hidden' } })}
      label={t('Everybody must use a second factor')}
      {...(isOperator && { description: t('At {tenantName}, your own company', { tenantName }) })}
      checked={data?.requiresSecondFactor === true}
      disabled={sending}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
