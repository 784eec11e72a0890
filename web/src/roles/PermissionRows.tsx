import { Checkbox } from '@mantine/core'
import { type Flag, flags } from '@plinth/api/kernel/permissions'
import type { ModuleRecord } from '@plinth/api/modules'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, memo } from 'react'
import { dash, flagText } from '../lib/format.ts'
import { ActiveBadge } from '../ui/StatusBadge.tsx'
import classes from './PermissionGrid.module.css'
import { type GridLine, type Held, tickOf } from './permission-grid.ts'

interface HeadProps {
  lines: GridLine[]
  /** Left out where the grid is only read. */
  onTurn?: (of: readonly Flag[]) => void
}

export function PermissionHead({ lines, onTurn }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          {onTurn ? (
            <Tick label="Everything" name="Everything" {...tickOf(lines, flags)} onTick={() => onTurn(flags)} />
          ) : (
            'Module'
          )}
        </th>
        {flags.map((flag) => (
          <th key={flag} scope="col">
            {flagText(flag)}
            {onTurn && (
              <Tick name={`All modules: ${flagText(flag)}`} {...tickOf(lines, [flag])} onTick={() => onTurn([flag])} />
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
  /** Left out where the grid is only read. */
  onTurn?: (of: readonly Flag[], module: ModuleRecord) => void
}

/** The flags come one by one: every change of the form makes new rows, but only what is ticked is drawn again. */
export const PermissionRow = memo(function PermissionRow({ module, may, onTurn, ...held }: Props) {
  const { name, status } = module
  const line = { module, held, may }
  return (
    <tr>
      <th scope="row">
        <span className={classes['module']}>
          {onTurn ? (
            <Tick
              label={name}
              name={`${name}: everything`}
              {...tickOf([line], flags)}
              onTick={() => onTurn(flags, module)}
            />
          ) : (
            name
          )}
          {!status && <ActiveBadge active={false} />}
        </span>
      </th>
      {flags.map((flag) => (
        <td key={flag}>
          {onTurn ? (
            <Tick
              name={`${name}: ${flagText(flag)}`}
              {...tickOf([line], [flag])}
              onTick={() => onTurn([flag], module)}
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
    <IconCheck size={18} role="img" aria-label="Yes" />
  ) : (
    <span className={classes['no']} aria-label="No" role="img">
      {dash}
    </span>
  )

interface TickProps {
  /** What is read aloud. */
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
      title={disabled ? 'You do not hold this permission yourself' : undefined}
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

/** The arrow keys lead from box to box, past those that cannot be ticked. */
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
