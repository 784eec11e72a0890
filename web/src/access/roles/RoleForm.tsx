import { Button, Skeleton, Text } from '@mantine/core'
import { listModules, type ModuleRecord } from '@plinth/api/access/modules'
import { gridRows, type Role } from '@plinth/api/access/role-records'
import { createRole, getRole, updateRole } from '@plinth/api/access/roles'
import { type Flag, flags } from '@plinth/api/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { FieldGroup, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { textFieldsOf } from '../../ui/form/FormFields.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { useChosenTenant } from '../tenants/useTenant.ts'
import classes from './PermissionGrid.module.css'
import {
  allowsAny,
  differenceText,
  type GridLine,
  type GridRow,
  heldIn,
  mayTick,
  PermissionHead,
  PermissionRow,
  toggleFlags,
  withRows,
} from './PermissionGrid.tsx'

const { TextField, TextAreaField } = textFieldsOf<Role>()

const texts = {
  loadFailed: t('Failed to fetch role'),
  saveFailed: t('Failed to save role'),
  created: t('Role created successfully!'),
  updated: t('Role updated successfully!'),
}

export function RoleForm() {
  const { id } = useParams({ strict: false })
  const tenant = useChosenTenant()
  return (
    <FormScreen
      noun="role"
      load={getRole}
      create={createRole}
      update={updateRole}
      blank={{ permissions: [], ...(tenant && { tenantId: tenant.id }) }}
      listPath="/admin/roles"
      nameOf={({ name }) => name}
      texts={texts}
      context={(role) => tenant && (id === undefined ? tenant.name : (role?.tenantName ?? '…'))}
    >
      <FieldGroup title={t('Role')}>
        <TextField name="name" label={t('Name')} required />
        <TextAreaField name="description" label={t('Description')} />
      </FieldGroup>
      <PermissionGrid />
    </FormScreen>
  )
}

const isClosed = ({ held, may }: GridLine) => flags.some((flag) => !held[flag] && !may[flag])

/** The permissions of a role in each module. */
function PermissionGrid() {
  const { pending, failed, retry, lines, toggle, mode, input } = usePermissionGrid()
  const { id, ref, error } = input
  const isRead = mode === 'view'
  if (failed || pending)
    return (
      <RecordSection title={t('Permissions')}>
        {failed ? <Failure retry={retry} /> : <Skeleton height={320} />}
      </RecordSection>
    )
  return (
    <RecordSection title={t('Permissions')}>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb="xs">
          {error}
        </Text>
      )}
      {!isRead && lines.some(isClosed) && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('You can grant what you hold yourself; the other boxes are greyed out.')}
        </Text>
      )}
      <div id={id} ref={ref} tabIndex={-1} className={classes['frame']}>
        <table className={classes['grid']} aria-label={t('Permissions')}>
          <PermissionHead lines={lines} {...(!isRead && { onToggle: toggle })} />
          <tbody>
            {lines.map(({ module, held, may }) => (
              <PermissionRow
                key={module.id}
                module={module}
                {...held}
                may={may}
                {...(!isRead && { onToggle: toggle })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </RecordSection>
  )
}

function Failure({ retry }: { retry: () => void }) {
  return (
    <div role="alert">
      <Text c="var(--mantine-color-error)" mb="sm">
        {t('Failed to fetch modules')}
      </Text>
      <Button variant="default" onClick={retry}>
        {t('Retry')}
      </Button>
    </div>
  )
}

interface RoleDraft {
  tenantId?: string
  permissions: GridRow[]
}

function usePermissionGrid() {
  const { getValues, formState } = useFormContext<RoleDraft>()
  const { modules, granter, failed, retry } = useGrantableModules(getValues('tenantId'))
  const textOf = useCallback(
    (value: unknown, other: unknown) => differenceText(modules ?? [], rowsOf(value), rowsOf(other)),
    [modules],
  )
  const { mode, set, input } = useField('permissions', t('Permissions'), { textOf })
  const stored = formState.defaultValues?.permissions
  const grantable = useMemo(
    () => new Map(modules?.map((module) => [module, mayTick(module, granter, stored ?? [])])),
    [modules, granter, stored],
  )
  const readLines = useCallback(
    (): GridLine[] =>
      [...grantable].map(([module, may]) => ({ module, may, held: heldIn(module, getValues('permissions')) })),
    [grantable, getValues],
  )
  /** Toggles flags of one module, or of all. */
  const toggle = useCallback(
    (affected: readonly Flag[], only?: ModuleRecord) => {
      const lines = readLines().filter(({ module }) => !only || module === only)
      const rows = withRows(getValues('permissions'), toggleFlags(lines, affected))
      set(mode === 'create' ? rows.filter(allowsAny) : rows)
    },
    [readLines, getValues, set, mode],
  )
  return { pending: modules === undefined, failed, retry, lines: readLines(), toggle, mode, input }
}

/** The modules on which roles of this company can have permissions. Platform modules are for operators only. */
function useGrantableModules(tenantId: string | undefined) {
  const user = useUser()
  const isOwn = tenantId === undefined || tenantId === user?.tenantId
  const query = useQuery({
    queryKey: endpointKey(listModules, {}),
    queryFn: ({ signal }) => call(listModules, {}, { signal }),
  })
  const ofOperator = user?.isOperator === true && isOwn
  const modules = useMemo(() => query.data?.filter(({ platform }) => ofOperator || !platform), [query.data, ofOperator])
  const granter = useMemo(
    () => ({ permissions: user?.permissions ?? [], isVisiting: user?.isOperator === true && !isOwn }),
    [user, isOwn],
  )
  return { modules, granter, failed: query.isError, retry: () => void query.refetch() }
}

const rowsOf = (value: unknown): GridRow[] => gridRows.safeParse(value).data ?? []
