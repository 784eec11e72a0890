import { Loader, Tooltip } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure } from './alerts.ts'
import { RowLink } from './LinkButton.tsx'
import classes from './RowActions.module.css'

interface Remove<E extends Endpoint> {
  endpoint: E
  params: CallInput<E>['params']
  /** The confirmation question. */
  confirm: string
  /** Why the record cannot be deleted. */
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

/** An icon of one path: with hundreds of rows, an icon of several paths costs more than the rest of its button. */
export const glyph = (path: string) => (
  <svg width={17} height={17} viewBox="0 0 24 24" strokeWidth={1.7} aria-hidden>
    <path d={path} />
  </svg>
)

/** The icons of row actions, from the same set as all other icons. */
export const glyphs = {
  view: glyph(
    'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
  ),
  edit: glyph('M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4M13.5 6.5l4 4'),
  remove: glyph(
    'M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
  ),
  move: glyph('M11 12h10M18 9l3 3l-3 3M7 12a2 2 0 1 1 -4 0a2 2 0 0 1 4 0'),
}

interface ActionLinkProps {
  label: string
  to: string
  search?: Search
  icon: ReactNode
  /** The call of the linked page: only users who may make it see the link. */
  call?: Pick<Endpoint, 'allow'>
}

const IfAllowed = ({ call: needed, children }: { call: Pick<Endpoint, 'allow'>; children: ReactNode }) =>
  useCan(needed) ? children : null

/** A link of a row to another screen. */
export function ActionLink({ label, to, search, icon, call: needed }: ActionLinkProps) {
  // No Tooltip, here or below: with hundreds of rows it costs more than the rest of a row.
  const link = (
    <RowLink className={classes['action']} to={to} search={search} aria-label={label} title={label}>
      {icon}
    </RowLink>
  )
  return needed ? <IfAllowed call={needed}>{link}</IfAllowed> : link
}

interface ActionButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className' | 'aria-label'> {
  label: string
  icon: ReactNode
  /** Only an icon, also while it is disabled. */
  'data-bare'?: true
  ref?: Ref<HTMLButtonElement>
}

/** A button of a row. */
export const ActionButton = ({ label, icon, ...props }: ActionButtonProps) => (
  <button type="button" title={label} {...props} aria-label={label} className={classes['action']}>
    {icon}
  </button>
)

/** The title serves the mouse. */
const onFocus = { hover: false, focus: true, touch: true }

/** A delete button. A blocked one stays focusable, so that every user can learn why. */
export function DeleteAction<E extends Endpoint>({ name, remove }: { name: string; remove: Remove<E> }) {
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
  const label = t('Delete {name}', { name })
  if (blocked === undefined)
    return (
      <ActionButton
        label={label}
        icon={deleting ? <Loader size={15} color="gray" /> : glyphs.remove}
        disabled={deleting}
        onClick={() => void erase()}
      />
    )
  return (
    <Tooltip label={blocked} events={onFocus}>
      <ActionButton label={label} icon={glyphs.remove} title={blocked} aria-disabled />
    </Tooltip>
  )
}

/** The actions of a row, side by side. */
export const ActionGroup = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
)

/** View, Edit and Delete of a row, each for users with the permission. */
export function RowActions<E extends Endpoint>({ name, view, edit, remove, children }: Props<E>) {
  return (
    <ActionGroup>
      {children}
      {view && <ActionLink label={t('View {name}', { name })} to={view} icon={glyphs.view} />}
      {edit && <ActionLink label={t('Edit {name}', { name })} to={edit.to} call={edit.call} icon={glyphs.edit} />}
      {remove && <DeleteAction name={name} remove={remove} />}
    </ActionGroup>
  )
}
