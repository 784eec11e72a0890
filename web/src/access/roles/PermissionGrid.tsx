import { Checkbox } from '@mantine/core'
import type { ModuleRecord } from '@plinth/api/access/modules'
import { type Flag, flags, type ModulePermission } from '@plinth/api/kernel/permissions'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, memo } from 'react'
import { dash, flagText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ActiveBadge } from '../../ui/shell/StatusBadge.tsx'
import classes from './PermissionGrid.module.css'

export type Held = Record<Flag, boolean>
export interface GridRow extends Held {
  moduleId: string
}
/** One module of the grid: the flags of the role, and the flags that may be ticked. */
export interface GridLine {
  module: ModuleRecord
  held: Held
  may: Held
}

const heldWhen = (isHeld: (flag: Flag) => boolean): Held => ({
  canCreate: isHeld('canCreate'),
  canView: isHeld('canView'),
  canEdit: isHeld('canEdit'),
  canDelete: isHeld('canDelete'),
  canReport: isHeld('canReport'),
})
const noFlags = heldWhen(() => false)
const rowOf = <Row extends { moduleId?: string }>(rows: readonly (Row | undefined)[], { id }: ModuleRecord) =>
  rows.find((row) => row?.moduleId === id)

/** The user who grants. An operator may grant anything in another company; everybody else only what they hold. */
export interface Granter {
  permissions: readonly ModulePermission[]
  isVisiting: boolean
}

/** The flags that may be ticked in a module. Flags that were stored when the form was opened may be ticked again. */
export function mayTick(
  module: ModuleRecord,
  { permissions, isVisiting }: Granter,
  stored: readonly (Partial<GridRow> | undefined)[],
): Held {
  const own = permissions.find(({ moduleName }) => moduleName === module.key)
  const before = rowOf(stored, module)
  return heldWhen((flag) => isVisiting || own?.[flag] === true || before?.[flag] === true)
}

export const heldIn = (module: ModuleRecord, rows: readonly GridRow[]): Held => rowOf(rows, module) ?? noFlags

/** The state of the checkbox that stands for these flags of these lines. */
export function tickOf(lines: readonly GridLine[], affected: readonly Flag[]) {
  const boxes = lines.flatMap(({ held }) => affected.map((flag) => held[flag]))
  const checked = boxes.length > 0 && boxes.every(Boolean)
  return {
    checked,
    indeterminate: !checked && boxes.some(Boolean),
    disabled: !lines.some(({ held, may }) => affected.some((flag) => held[flag] || may[flag])),
  }
}

/** Ticks View too if possible, because without it no other permission is useful. */
function tickFlags({ held, may }: GridLine, affected: readonly Flag[]): Held {
  const isNew = (flag: Flag) => affected.includes(flag) && may[flag] && !held[flag]
  const anyNew = flags.some(isNew)
  return heldWhen((flag) => held[flag] || isNew(flag) || (flag === 'canView' && anyNew && may.canView))
}

/** Ticks every one of these boxes that may be ticked; if all are ticked already, unticks them. */
export function toggleFlags(lines: readonly GridLine[], affected: readonly Flag[]): GridRow[] {
  const hasUnticked = lines.some(({ held, may }) => affected.some((flag) => may[flag] && !held[flag]))
  return lines.map((line) => ({
    moduleId: line.module.id,
    ...(hasUnticked ? tickFlags(line, affected) : heldWhen((flag) => line.held[flag] && !affected.includes(flag))),
  }))
}

/** Replaces the changed rows, and appends those that are new. */
export function withRows(rows: readonly GridRow[], changed: readonly GridRow[]): GridRow[] {
  const byModule = new Map(changed.map((row) => [row.moduleId, row]))
  const known = new Set(rows.map(({ moduleId }) => moduleId))
  return [
    ...rows.map((row) => ({ ...row, ...byModule.get(row.moduleId) })),
    ...changed.filter(({ moduleId }) => !known.has(moduleId)),
  ]
}

export const allowsAny = (row: Held) => flags.some((flag) => row[flag])

const same = (a: Held, b: Held) => flags.every((flag) => a[flag] === b[flag])
const listed = (held: Held) =>
  flags
    .filter((flag) => held[flag])
    .map(flagText)
    .join(', ') || t('nothing')

/** Describes where one grid differs from another: 'Contracts: Create, View; Projects: nothing'. */
export function differenceText(modules: readonly ModuleRecord[], rows: readonly GridRow[], other: readonly GridRow[]) {
  return modules
    .filter((module) => !same(heldIn(module, rows), heldIn(module, other)))
    .map((module) => `${translated(module.name)}: ${listed(heldIn(module, rows))}`)
    .join('; ')
}

interface HeadProps {
  lines: GridLine[]
  /** Left out when the grid is read-only. */
  onToggle?: (affected: readonly Flag[]) => void
}

export function PermissionHead({ lines, onToggle }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          {onToggle ? (
            <Tick
              label={t('Everything')}
              name={t('Everything')}
              {...tickOf(lines, flags)}
              onTick={() => onToggle(flags)}
            />
          ) : (
            t('Module')
          )}
        </th>
        {flags.map((flag) => (
          <th key={flag} scope="col">
            {flagText(flag)}
            {onToggle && (
              <Tick
                name={t('All modules: {flag}', { flag: flagText(flag) })}
                {...tickOf(lines, [flag])}
                onTick={() => onToggle([flag])}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface Props extends Held {
  module: ModuleRecord
  may: Held
  /** Left out when the grid is read-only. */
  onToggle?: (affected: readonly Flag[], module: ModuleRecord) => void
}

/**
 * Flags are separate props because every change makes new row objects; so memo renders only rows whose flags changed.
 */
export const PermissionRow = memo(function PermissionRow({ module, may, onToggle, ...held }: Props) {
  const name = translated(module.name)
  const line = { module, held, may }
  return (
    <tr>
      <th scope="row">
        <span className={classes['module']}>
          {onToggle ? (
            <Tick
              label={name}
              name={t('{name}: everything', { name })}
              {...tickOf([line], flags)}
              onTick={() => onToggle(flags, module)}
            />
          ) : (
            name
          )}
          {!module.status && <ActiveBadge active={false} />}
        </span>
      </th>
      {flags.map((flag) => (
        <td key={flag}>
          {onToggle ? (
            <Tick
              name={`${name}: ${flagText(flag)}`}
              {...tickOf([line], [flag])}
              onTick={() => onToggle([flag], module)}
            />
          ) : (
            <Mark yes={held[flag]} />
          )}
        </td>
      ))}
    </tr>
  )
})

const Mark = ({ yes }: { yes: boolean }) =>
  yes ? (
    <IconCheck size={18} role="img" aria-label={t('Yes')} />
  ) : (
    <span className="quiet" aria-label={t('No')} role="img">
      {dash}
    </span>
  )

interface TickProps {
  /** The accessible name. */
  name: string
  label?: string
  checked: boolean
  indeterminate?: boolean
  disabled: boolean
  onTick: () => void
}

function Tick({ name, disabled, onTick, ...look }: TickProps) {
  return (
    <Checkbox
      className={classes['tick']}
      aria-label={name}
      disabled={disabled}
      title={disabled ? t('You do not hold this permission yourself') : undefined}
      onChange={onTick}
      onKeyDown={moveFocus}
      {...look}
    />
  )
}

const steps: Partial<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus with the arrow keys, skipping disabled boxes. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const box = event.currentTarget
  const rows = [...(box.closest('table')?.rows ?? [])].map((row) => [...row.querySelectorAll('input')])
  let down = rows.findIndex((boxes) => boxes.includes(box))
  let right = rows[down]?.indexOf(box) ?? -1
  event.preventDefault()
  do {
    down += step[0]
    right += step[1]
  } while (rows[down]?.[right]?.disabled)
  rows[down]?.[right]?.focus()
}
