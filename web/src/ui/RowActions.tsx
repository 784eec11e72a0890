import { ActionIcon, Group, Tooltip } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import type { Search } from '../lib/search-codec.ts'
import { alertFailure } from './alerts.ts'

interface Props<E extends Endpoint> {
  /** Names the record in the buttons' labels. */
  name: string
  view?: string
  edit?: string
  remove?: { endpoint: E; params: CallInput<E>['params']; confirm: string; blocked?: string | undefined }
  /** Other actions of the row, before these. */
  children?: ReactNode
}

interface ActionLinkProps {
  label: string
  to: string
  search?: Search
  icon: typeof IconEye
}

/** A link of a row to another screen. */
export function ActionLink({ label, to, search, icon: Icon }: ActionLinkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={to}
        variant="subtle"
        color="gray"
        aria-label={label}
        {...(search && { search: search as never })}
      >
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

/** View, Edit and Delete of a row. Delete asks first; `blocked` says why it cannot be done. */
export function RowActions<E extends Endpoint>({ name, view, edit, remove, children }: Props<E>) {
  const queryClient = useQueryClient()
  const [deleting, setDeleting] = useState(false)

  async function erase({ endpoint, params, confirm }: NonNullable<Props<E>['remove']>) {
    if (!window.confirm(confirm)) return
    setDeleting(true)
    try {
      await call(endpoint, { params } as CallInput<E>)
      await queryClient.invalidateQueries()
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : `Failed to delete ${name}`)
    } finally {
      setDeleting(false)
    }
  }

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {children}
      {view && <ActionLink label={`View ${name}`} to={view} icon={IconEye} />}
      {edit && <ActionLink label={`Edit ${name}`} to={edit} icon={IconPencil} />}
      {remove && (
        <Tooltip label={remove.blocked ?? `Delete ${name}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${name}`}
            title={remove.blocked}
            disabled={remove.blocked !== undefined}
            loading={deleting}
            onClick={() => void erase(remove)}
          >
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
