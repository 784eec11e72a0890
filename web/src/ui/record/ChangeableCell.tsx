import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './CellEditing.module.css'
import type { CellEditorProps } from './useCellEditor.ts'

/** The same value of the next row that has it, or the next value of this row; undefined where the key leads to none. */
function neighbour(value: HTMLElement, key: string): HTMLElement | undefined {
  const row = value.closest<HTMLElement>('[role=row]')
  if (!row) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const values = [...row.querySelectorAll<HTMLElement>('[data-edit]')]
    return values[values.indexOf(value) + (key === 'ArrowRight' ? 1 : -1)]
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return undefined
  const grid = row.closest('[role=treegrid]')
  const rowAt = (index: number) => grid?.querySelector<HTMLElement>(`[role=row][data-index="${index}"]`)
  const from = Number(row.dataset['index']) + step
  for (let index = from, next = rowAt(index); next; index += step, next = rowAt(index)) {
    const found = next.querySelector<HTMLElement>(`[data-edit="${value.dataset['edit']}"]`)
    if (found) return found
  }
  return undefined
}

/** The arrows walk over the values as over the cells of a sheet; at its edge they are the tree's. */
export function walkOverCells(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const next = neighbour(event.currentTarget, event.key)
  if (!next) return
  event.preventDefault()
  next.closest('[role=row]')?.scrollIntoView({ block: 'nearest' })
  next.focus({ preventScroll: true })
}

/** Whether something stands in the place of a button, which has the focus again once that was left by a key. */
export function useOpened<V>() {
  const [opened, setOpened] = useState<{ value: V } | null>(null)
  const isAsked = useRef(false)
  return {
    opened,
    open: (value: V) => setOpened({ value }),
    leave(isByKey: boolean) {
      isAsked.current = isByKey
      setOpened(null)
    },
    button(element: HTMLButtonElement | null) {
      if (element && isAsked.current) element.focus({ preventScroll: true })
      isAsked.current = false
    },
  }
}

interface Props<V> {
  /** Which value of its row it is: the arrows walk from one to the next, and to the same one of the rows around. */
  field: string
  /** What the value is called, with its row, for readers of the screen. */
  label: string
  value: V
  /** Something is amiss with it: the id of what says so. */
  faultId?: string | undefined
  /** Called once somebody is about to open it, so that no key is lost that is typed right then. */
  prepare?: () => void
  /** The editor; `before` is what stood there as it was opened. */
  edit: (before: V, onLeave: CellEditorProps['onLeave']) => ReactNode
  children: ReactNode
}

/** A value of a tree that is changed where it stands. */
export function ChangeableCell<V>({ field, label, value, faultId, prepare, edit, children }: Props<V>) {
  const { opened, open, leave, button } = useOpened<V>()
  if (opened)
    return (
      <div data-editing={field} className={classes['editing']}>
        {edit(opened.value, leave)}
      </div>
    )
  return (
    <button
      ref={button}
      type="button"
      data-edit={field}
      className={classes['value']}
      data-faulty={faultId ? true : undefined}
      aria-describedby={faultId}
      onFocus={prepare}
      onPointerEnter={prepare}
      onKeyDown={walkOverCells}
      onClick={() => open(value)}
    >
      <span className={classes['said']}>{label}: </span>
      {children}
    </button>
  )
}
