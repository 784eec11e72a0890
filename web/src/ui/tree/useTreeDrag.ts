import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { TreeRow } from './TreeGridRow.tsx'

/** The target place of a row: below this parent, before this sibling; last without one. */
export interface TreePlace {
  parentId: string | null
  beforeId: string | null
}

export interface TreeMoves<T> {
  onMove: (row: TreeRow<T>, place: TreePlace) => Promise<unknown>
  /** Whether the row may be below that parent; the row's own descendants are excluded already. */
  mayStand: (row: TreeRow<T>, parentId: string | null) => boolean
  /** Called when a key asks for a place where the row may not be. */
  onRefused: (row: TreeRow<T>) => void
  /** Why no row can be moved at present. */
  blocked?: string | undefined
}

/** The rows in the order of the screen, and the index of each. */
export interface TreeRows<T> {
  rows: readonly TreeRow<T>[]
  indexOf: ReadonlyMap<string, number>
}

function sibling<T>(rows: readonly TreeRow<T>[], at: number, step: 1 | -1): number | undefined {
  const depth = rows[at]?.depth ?? 0
  for (let index = at + step; (rows[index]?.depth ?? -1) >= depth; index += step)
    if (rows[index]?.depth === depth) return index
  return undefined
}

const idAt = <T>(rows: readonly TreeRow<T>[], index: number | undefined) =>
  (index === undefined ? undefined : rows[index]?.id) ?? null

const nextTo = <T>(rows: readonly TreeRow<T>[], at: number) => idAt(rows, sibling(rows, at, 1))

/** Where an arrow key moves a row: among its siblings, below the one before it, or after its parent. Null at an edge. */
export function placeByKey<T>(key: string, { rows, indexOf }: TreeRows<T>, at: number): TreePlace | null {
  const row = rows[at]
  if (!row?.item) return null
  const { parentId } = row
  if (key === 'ArrowDown') {
    const next = sibling(rows, at, 1)
    return next === undefined ? null : { parentId, beforeId: nextTo(rows, next) }
  }
  if (key === 'ArrowLeft') {
    const above = parentId === null ? undefined : indexOf.get(parentId)
    const parent = above === undefined ? undefined : rows[above]
    return above !== undefined && parent?.item ? { parentId: parent.parentId, beforeId: nextTo(rows, above) } : null
  }
  const before = idAt(rows, sibling(rows, at, -1))
  if (before === null) return null
  if (key === 'ArrowUp') return { parentId, beforeId: before }
  return key === 'ArrowRight' ? { parentId: before, beforeId: null } : null
}

export type Zone = 'before' | 'under' | 'after'

/** The place of a row that is dropped on this zone of another. */
export function placeByZone<T>(zone: Zone, { rows }: TreeRows<T>, at: number): TreePlace | null {
  const row = rows[at]
  if (!row) return null
  if (zone === 'under' || !row.item) return { parentId: row.id, beforeId: null }
  if (zone === 'before') return { parentId: row.parentId, beforeId: row.id }
  // The row that is seen below an unfolded row is its first child.
  return row.expanded
    ? { parentId: row.id, beforeId: idAt(rows, at + 1) }
    : { parentId: row.parentId, beforeId: nextTo(rows, at) }
}

/** Whether the place is the row's present one. */
export function isOwnPlace<T>({ rows, indexOf }: TreeRows<T>, id: string, { parentId, beforeId }: TreePlace): boolean {
  const at = indexOf.get(id) ?? -1
  return parentId === rows[at]?.parentId && (beforeId === id || beforeId === nextTo(rows, at))
}

/** Whether the place is not below the row itself, and the row may be there. */
export function isOpen<T>(moves: TreeMoves<T>, { rows, indexOf }: TreeRows<T>, id: string, { parentId }: TreePlace) {
  const row = rows[indexOf.get(id) ?? -1]
  if (!row) return false
  for (let above = parentId; above !== null; above = rows[indexOf.get(above) ?? -1]?.parentId ?? null)
    if (above === id) return false
  return moves.mayStand(row, parentId)
}

/** Where a dragged row would be dropped. */
export interface Drop {
  at: number
  zone: Zone
  place: TreePlace
}

function zonesAt(part: number): Zone[] {
  if (part < 0.28) return ['before', 'under']
  if (part > 0.72) return ['after', 'under']
  return ['under', part < 0.5 ? 'before' : 'after']
}

export const rowUnder = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row][data-index]') : null

const edge = 110

/** Scrolls the window while a row is dragged near its upper or lower edge. */
function scrollAlong(signal: AbortSignal) {
  let pointer = window.innerHeight / 2
  document.addEventListener('dragover', ({ clientY }) => (pointer = clientY), { signal })
  function step() {
    if (signal.aborted) return
    const past = Math.min(0, pointer - edge) + Math.max(0, pointer - window.innerHeight + edge)
    if (past !== 0) window.scrollBy(0, past / 5)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

const indexAt = (element: HTMLElement | null) => Number(element?.dataset['index'])

/** Where a row would be dropped at this height of another, or null if it may not be there. */
function dropAt<T>(element: HTMLElement, clientY: number, id: string, { tree, moves }: Options<T>): Drop | null {
  const at = indexAt(element)
  const { top, height } = element.getBoundingClientRect()
  for (const zone of zonesAt((clientY - top) / height)) {
    const place = placeByZone(zone, tree, at)
    if (!moves || !place || isOwnPlace(tree, id, place)) return null
    if (isOpen(moves, tree, id, place)) return { at, zone, place }
  }
  return null
}

const unfoldsAfter = 700

/** Unfolds a folded row while a dragged row is held over it. */
function useUnfolding<T>({ tree, onToggle }: Options<T>) {
  const hovered = useRef({ id: '', since: 0 })
  return (element: HTMLElement) => {
    const row = tree.rows[indexAt(element)]
    if (!row || hovered.current.id !== row.id) hovered.current = { id: row?.id ?? '', since: Date.now() }
    else if (row.expanded === false && Date.now() - hovered.current.since > unfoldsAfter) onToggle(row)
  }
}

interface Options<T> {
  tree: TreeRows<T>
  moves: TreeMoves<T> | undefined
  onToggle: (row: TreeRow<T>) => void
  onStart: (row: TreeRow<T>, index: number) => void
  onMove: (row: TreeRow<T>, place: TreePlace) => void
}

/** Drags rows by their handles to another place of the tree. */
export function useTreeDrag<T>(options: Options<T>) {
  const { tree, moves, onStart, onMove } = options
  const [drop, setDrop] = useState<Drop | null>(null)
  const dragged = useRef<{ id: string; stop: AbortController } | null>(null)
  const unfold = useUnfolding(options)

  function onDragEnd() {
    dragged.current?.stop.abort()
    dragged.current = null
    setDrop(null)
  }
  useEffect(() => () => dragged.current?.stop.abort(), [])

  const on = {
    onDragStart(event: DragEvent) {
      const element = rowUnder(event.target)
      const index = indexAt(element)
      const row = tree.rows[index]
      if (!element || !row?.item || !moves || moves.blocked !== undefined) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.name)
      event.dataTransfer.setDragImage(element, 24, 24)
      dragged.current = { id: row.id, stop: new AbortController() }
      scrollAlong(dragged.current.stop.signal)
      onStart(row, index)
    },
    onDragOver(event: DragEvent) {
      const element = rowUnder(event.target)
      if (!dragged.current) return
      const next = element && dropAt(element, event.clientY, dragged.current.id, options)
      if (element) unfold(element)
      if (next) event.preventDefault()
      if (next?.at !== drop?.at || next?.zone !== drop?.zone) setDrop(next)
    },
    onDragLeave(event: DragEvent) {
      const to = event.relatedTarget
      if (!(to instanceof Node && event.currentTarget.contains(to))) setDrop(null)
    },
    onDrop(event: DragEvent) {
      const row = tree.rows[tree.indexOf.get(dragged.current?.id ?? '') ?? -1]
      if (!row) return
      event.preventDefault()
      if (drop) onMove(row, drop.place)
      onDragEnd()
    },
    onDragEnd,
  }
  return { drop, on }
}
