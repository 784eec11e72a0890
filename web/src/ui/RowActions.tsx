import { ActionIcon, Group, Tooltip } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { optionsOf } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import type { Search } from '../lib/search.ts'
import { useCan } from '../lib/session.ts'
import { alertFailure } from './alerts.ts'

interface Remove<E extends Endpoint> {
  endpoint: E
  params: CallInput<E>['params']
  /** The question asked first. */
  confirm: string
  /** Why it cannot be done. */
  blocked?: string | undefined
}

interface Props<E extends Endpoint> {
  /** Names the record in the buttons' labels. */
  name: string
  view?: string
  edit?: { to: string; call: Endpoint }
  remove?: Remove<E>
  /** Other actions of the row, before these. */
  children?: ReactNode
}

interface ActionLinkProps {
  label: string
  to: string
  search?: Search
  icon: typeof IconEye
  /** The call it leads to: only who may make it sees the link. */
  call?: Pick<Endpoint, 'allow'>
}

const anybody = { allow: 'public' } as const

/** A link of a row to another screen. */
export function ActionLink({ label, to, search, icon: Icon, call: needed = anybody }: ActionLinkProps) {
  if (!useCan(needed)) return null
  // No Tooltip, here or below: as one of hundreds it costs more than all else of a row.
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      {...(search && { search: search as never })}
    >
      <Icon size={17} stroke={1.7} />
    </ActionIcon>
  )
}

/** The title says it to the mouse. */
const onFocus = { hover: false, focus: true, touch: true }

/** One that cannot be pressed stays in reach of the keyboard, so that everybody can learn why. */
function DeleteAction<E extends Endpoint>({ name, remove }: { name: string; remove: Remove<E> }) {
  const { endpoint, params, confirm, blocked } = remove
  const queryClient = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const mayDelete = useCan(endpoint)

  async function erase() {
    if (!window.confirm(confirm)) return
    setDeleting(true)
    try {
      await call(endpoint, { params } as CallInput<E>)
      await queryClient.invalidateQueries()
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : t('Failed to delete {name}', { name }))
    } finally {
      setDeleting(false)
    }
  }

  if (!mayDelete) return null
  const isBlocked = blocked !== undefined
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('Delete {name}', { name })}
      title={blocked ?? t('Delete {name}', { name })}
      {...(isBlocked && { 'aria-disabled': true, 'data-disabled': true })}
      loading={deleting}
      onClick={() => !isBlocked && void erase()}
    >
      <IconTrash size={17} stroke={1.7} />
    </ActionIcon>
  )
  return isBlocked ? (
    <Tooltip label={blocked} events={onFocus}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

/** View, Edit and Delete of a row, each for those who may. */
export function RowActions<E extends Endpoint>({ name, view, edit, remove, children }: Props<E>) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {children}
      {view && <ActionLink label={t('View {name}', { name })} to={view} icon={IconEye} />}
      {edit && <ActionLink label={t('Edit {name}', { name })} to={edit.to} call={edit.call} icon={IconPencil} />}
      {remove && <DeleteAction name={name} remove={remove} />}
    </Group>
  )
}

type Params<Row> = (row: Row) => Record<string, string>

/** What can be done to each of several rows. */
export interface BulkAction<Row> {
  label: string
  /** Only who may make this call is offered it. */
  call: Pick<Endpoint, 'allow'>
  /** What is chosen first, and among what. */
  choice?: { label: string; options: { value: string; label: string }[] }
  /** The question asked first. */
  confirm?: (count: number) => string
  /** Why it cannot be done to a row. */
  blocked?: ((row: Row) => string | undefined) | undefined
  /** Rows are done turn by turn, where one must not be before another. */
  turn?: (row: Row, choice: string) => number
  run: (row: Row, choice: string) => Promise<unknown>
}

interface Each<Row> {
  /** The params of a row's own path, where they are not just its id. */
  params?: Params<Row>
  blocked?: BulkAction<Row>['blocked']
}

const idOf = ({ id }: { id: string }) => ({ id })
const inputOf = <E extends Endpoint>(params: object, body?: object) => ({ params, body }) as unknown as CallInput<E>

/** Deletes each of several records; `noun` is what one of them is called. */
export function deleteEach<Row extends { id: string }>(
  endpoint: Endpoint,
  noun: string,
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return {
    label: t('Delete'),
    call: endpoint,
    confirm: (count) =>
      translated(`Are you sure you want to delete ${count === 1 ? `this ${noun}` : `these ${count} ${noun}s`}?`),
    blocked,
    run: (row) => call(endpoint, inputOf(params(row))),
  }
}

/** Changes each of several records as they are seen: whoever changed one in between is not overwritten. */
export function changeEach<Row extends { id: string; updatedAt: string }>(
  label: string,
  endpoint: Endpoint,
  change: object,
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return {
    label,
    call: endpoint,
    blocked,
    run: (row) => call(endpoint, inputOf(params(row), { ...change, updatedAt: row.updatedAt })),
  }
}

/** Gives each of several records the status that is chosen. */
export function changeStatusOfEach<Row extends { id: string; updatedAt: string }>(
  endpoint: Endpoint,
  statuses: readonly string[],
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return {
    label: t('Change status'),
    call: endpoint,
    choice: { label: t('New status'), options: optionsOf(statuses) },
    blocked,
    run: (row, status) => call(endpoint, inputOf(params(row), { status, updatedAt: row.updatedAt })),
  }
}
