import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TreeRow } from './TreeGridRow.tsx'

interface Doings<T> {
  onToggle: (row: TreeRow<T>) => void
  onOpen: (item: T) => void
}

const pageOfRows = 10

/** The row that the key leads to from this one, or undefined when it leads nowhere. */
function target<T>(key: string, rows: TreeRow<T>[], at: number): number | undefined {
  const row = rows[at]
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return Math.min(at + pageOfRows, rows.length - 1)
  if (key === 'PageUp') return Math.max(at - pageOfRows, 0)
  if (key === 'Home') return 0
  if (key === 'End') return rows.length - 1
  if (key === 'ArrowRight' && row?.expanded === true) return at + 1
  if (key === 'ArrowLeft' && row && row.expanded !== true) return rows.findIndex(({ id }) => id === row.parentId)
  return undefined
}

/** Of the rows one is in the order of Tab. When it is deleted or folded away, the one in its place is. */
export function useActiveRow<T>(rows: TreeRow<T>[]) {
  const [chosen, choose] = useState<{ id: string; index: number } | null>(null)
  const found = chosen ? rows.findIndex(({ id }) => id === chosen.id) : -1
  const index = found >= 0 ? found : Math.max(0, Math.min(chosen?.index ?? 0, rows.length - 1))
  return { index, gone: chosen !== null && found < 0, choose }
}

/** The keys move the active row as in any tree, and the focus with it. */
export function useTreeKeys<T>(
  rows: TreeRow<T>[],
  active: ReturnType<typeof useActiveRow<T>>,
  scrollTo: (index: number) => void,
  rowId: (row: TreeRow<T>) => string,
  { onToggle, onOpen }: Doings<T>,
) {
  const moving = useRef(false)

  useEffect(() => {
    const row = rows[active.index]
    const lost = active.gone && document.activeElement === document.body
    if (!row || !(moving.current || lost)) return
    const drawn = document.getElementById(rowId(row))
    drawn?.focus({ preventScroll: true })
    moving.current = !drawn
  })

  function goTo(index: number) {
    const row = rows[index]
    if (!row) return
    active.choose({ id: row.id, index })
    scrollTo(index)
    const drawn = document.getElementById(rowId(row))
    if (drawn) drawn.focus({ preventScroll: true })
    else moving.current = true
  }

  function act(key: string, row: TreeRow<T>): boolean {
    const folds = (key === 'ArrowRight' && row.expanded === false) || (key === 'ArrowLeft' && row.expanded === true)
    const opens = key === 'Enter' && row.item !== null
    if (opens && row.item !== null) onOpen(row.item)
    else if (folds || ((key === ' ' || key === 'Enter') && row.expanded !== undefined)) onToggle(row)
    else return false
    return true
  }

  /** Keys pressed on a button inside the row are the button's, but for those that leave the row. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number) {
    const row = rows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const onRow = event.target === event.currentTarget
    if (!onRow && !['ArrowDown', 'ArrowUp', 'Escape'].includes(event.key)) return
    const next = event.key === 'Escape' && !onRow ? index : target(event.key, rows, index)
    if (next !== undefined) goTo(next)
    else if (!act(event.key, row)) return
    event.preventDefault()
  }

  return onKeyDown
}
