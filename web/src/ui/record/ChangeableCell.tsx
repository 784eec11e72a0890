import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './CellEditing.module.css'
import type { CellEditorProps } from './useCellEditor.ts'

/** The same value of the next row that has it, or the next value of this row; undefined if the key leads to none. */
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

/** The arrow keys move between values as between the cells of a sheet; at its edge the tree handles them. */
export function walkOverCells(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const next = neighbour(event.currentTarget, event.key)
  if (!next) return
  event.preventDefault()
  next.closest('[role=row]')?.scrollIntoView({ block: 'nearest' })
  next.focus({ preventScroll: true })
}

/** Whether an editor is open in place of a button, which takes the focus again when a key closes the editor. */
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
  /** The field of the value: the arrow keys move to the next one, and to the same one of the rows around. */
  field: string
  /** Names the value and its row for screen readers. */
  label: string
  value: V
  /** The id of the element that describes the value's fault. */
  faultId?: string | undefined
  /** Called when the user is about to open the editor, so that it loads in time for the first key. */
  prepare?: () => void
  /** The editor; `before` is the value when it was opened. */
  edit: (before: V, onLeave: CellEditorProps['onLeave']) => ReactNode
  children: ReactNode
}

/** A value of a tree that is edited in place. */
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
      <span className="spoken">{label}: </span>
      {children}
    </button>
  )
}
