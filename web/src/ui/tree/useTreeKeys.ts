import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { TreeRow } from './TreeGridRow.tsx'
import { isOpen, placeByKey, rowUnder, type TreeMoves, type TreePlace, type TreeRows } from './useTreeDrag.ts'

/** The ids of the selected rows. */
export interface TreeSelection {
  ids: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
}

const pageOfRows = 10

/** The index of the row that the key leads to, or undefined if it leads nowhere. */
function target<T>(key: string, { rows, indexOf }: TreeRows<T>, at: number): number | undefined {
  const row = rows[at]
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return Math.min(at + pageOfRows, rows.length - 1)
  if (key === 'PageUp') return Math.max(at - pageOfRows, 0)
  if (key === 'Home') return 0
  if (key === 'End') return rows.length - 1
  if (key === 'ArrowRight' && row?.expanded === true) return at + 1
  if (key === 'ArrowLeft' && row && row.expanded !== true) return indexOf.get(row.parentId ?? '') ?? -1
  return undefined
}

/** The row in the tab order. When it is deleted or folded away, the row in its place. */
export function useActiveRow<T>({ rows, indexOf }: TreeRows<T>) {
  const [chosen, setChosen] = useState<{ id: string; index: number } | null>(null)
  const found = chosen ? indexOf.get(chosen.id) : undefined
  const index = found ?? Math.max(0, Math.min(chosen?.index ?? 0, rows.length - 1))
  const choose = (id: string, at: number) =>
    setChosen((before) => (before?.id === id && before.index === at ? before : { id, index: at }))
  return { index, gone: chosen !== null && found === undefined, choose }
}

export type Active = ReturnType<typeof useActiveRow>

/** The rows between two rows, in either order, without headings. */
export function rowsBetween<T>({ rows, indexOf }: TreeRows<T>, from: string, to: string): string[] {
  const ends = [indexOf.get(from) ?? indexOf.get(to) ?? 0, indexOf.get(to) ?? 0]
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1).flatMap(({ id, item }) => (item === null ? [] : [id]))
}

/** Selects rows: one, all, or a range from the last selected row. */
export function useTreeSelection<T>(tree: TreeRows<T>, selection: TreeSelection | undefined) {
  const anchor = useRef<{ id: string; base: ReadonlySet<string> } | null>(null)
  const { rows } = tree
  const shown = useMemo(() => rows.flatMap(({ id, item }) => (item === null ? [] : [id])), [rows])
  const ids = selection?.ids
  const count = useMemo(() => (ids && ids.size > 0 ? shown.filter((id) => ids.has(id)).length : 0), [shown, ids])
  if (!selection) return null
  const { choose } = selection
  return {
    ids: selection.ids,
    /** Whether all shown rows are selected, or only some. */
    isWhole: count > 0 && count === shown.length,
    isPart: count > 0 && count < shown.length,
    toggle(id: string) {
      const next = new Set(selection.ids)
      if (!next.delete(id)) next.add(id)
      anchor.current = { id, base: next }
      choose(next)
    },
    /** Other selected rows stay selected. */
    extend(from: string, to: string) {
      anchor.current ??= { id: from, base: selection.ids }
      choose(new Set([...anchor.current.base, ...rowsBetween(tree, anchor.current.id, to)]))
    },
    all: () => choose(new Set(shown)),
    none: () => choose(new Set()),
    /** The next range starts at the row that has the focus then. */
    leave: () => {
      anchor.current = null
    },
  }
}

type Choosing = ReturnType<typeof useTreeSelection>

/** Focuses the active row, even if it is not drawn yet or is drawn elsewhere. */
function useTreeFocus<T>(
  rows: readonly TreeRow<T>[],
  active: Active,
  scrollTo: (index: number) => void,
  prefix: string,
) {
  const moving = useRef(false)
  const held = useRef<{ id: string; index: number } | null>(null)
  const drawn = (id: string) => document.getElementById(`${prefix}${id}`)

  useEffect(() => {
    const row = rows[active.index]
    if (!row) return
    const isHeld = held.current?.id === row.id
    if (isHeld && held.current?.index !== active.index) {
      held.current = { id: row.id, index: active.index }
      scrollTo(active.index)
    }
    const lost = (active.gone || isHeld) && document.activeElement === document.body
    if (!(moving.current || lost)) return
    const element = drawn(row.id)
    element?.focus({ preventScroll: true })
    moving.current = !element
  })

  return {
    goTo(index: number): true {
      const row = rows[index]
      if (!row) return true
      active.choose(row.id, index)
      scrollTo(index)
      const element = drawn(row.id)
      if (element) element.focus({ preventScroll: true })
      else moving.current = true
      return true
    },
    /** Keeps the focus on a row that is being moved. */
    async hold(id: string, moved: Promise<unknown>) {
      held.current = { id, index: active.index }
      await moved
      if (held.current?.id === id) held.current = null
    },
  }
}

const typing = 'input:not([type=checkbox]), select, textarea, [contenteditable]'

/** Keys on a button inside the row belong to the button, except those that leave the row; in an input all keys do. */
const leavesPart = (part: Element, key: string) =>
  !part.matches(typing) && ['ArrowDown', 'ArrowUp', 'Escape'].includes(key)

/** Whether the key opens the first value of a row that is edited in place. */
const isEdit = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  (key === 'F2' || key.toLowerCase() === 'e') && !(altKey || ctrlKey || metaKey)

interface Doings<T> {
  choosing: Choosing
  onToggle: (row: TreeRow<T>) => void
  onOpen: (item: T) => void
}

/** Runs the key's action on the row itself, if any. */
function act<T>(
  key: string,
  row: TreeRow<T>,
  rows: readonly TreeRow<T>[],
  { choosing, onToggle, onOpen }: Doings<T>,
): boolean {
  const folds = (key === 'ArrowRight' && row.expanded === false) || (key === 'ArrowLeft' && row.expanded === true)
  const isPressed = key === ' ' || key === 'Enter'
  if (key === '*') {
    for (const one of rows) if (one.parentId === row.parentId && one.expanded === false) onToggle(one)
  } else if (key === 'Enter' && row.item !== null) onOpen(row.item)
  else if (key === ' ' && row.item !== null && choosing) choosing.toggle(row.id)
  else if (folds || (isPressed && row.expanded !== undefined)) onToggle(row)
  else if (key === 'Escape' && choosing && choosing.ids.size > 0) choosing.none()
  else return false
  return true
}

interface Options<T> extends Doings<T> {
  tree: TreeRows<T>
  active: Active
  moves: TreeMoves<T> | undefined
  scrollTo: (index: number) => void
  /** The prefix of a row's element id, before the row's id. */
  prefix: string
}

/** The keys of a tree of rows: they move the focus, fold, select, move and open rows. */
export function useTreeKeys<T>({ tree, active, moves, scrollTo, prefix, ...doings }: Options<T>) {
  const { rows } = tree
  const { choosing } = doings
  const { goTo, hold } = useTreeFocus(rows, active, scrollTo, prefix)

  function move(row: TreeRow<T>, place: TreePlace) {
    if (moves) void hold(row.id, moves.onMove(row, place))
  }

  function moveByKey(key: string, row: TreeRow<T>, index: number): boolean {
    if (!moves || moves.blocked !== undefined || !key.startsWith('Arrow')) return false
    const place = placeByKey(key, tree, index)
    if (place && isOpen(moves, tree, row.id, place)) move(row, place)
    else if (place) moves.onRefused(row)
    return true
  }

  function walk(key: string, index: number, isExtending: boolean): boolean {
    const next = target(key, tree, index)
    if (next === undefined) return false
    const [from, to] = [rows[index], rows[next]]
    if (!isExtending) choosing?.leave()
    else if (from && to) choosing?.extend(from.id, to.id)
    return goTo(next)
  }

  /** Whether the key was handled. */
  function press({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent, index: number, onRow: boolean): boolean {
    const row = rows[index]
    if (!row) return false
    if (altKey) return moveByKey(key, row, index)
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'a') choosing?.all()
      return key.toLowerCase() === 'a' && choosing !== null
    }
    if (!onRow && key === 'Escape') return goTo(index)
    return walk(key, index, shiftKey) || act(key, row, rows, doings)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target: part, altKey, ctrlKey, metaKey } = event
    const element = rowUnder(part)
    if (!element || !(part instanceof Element) || event.defaultPrevented) return
    const onRow = part === element
    if (!onRow && (altKey || ctrlKey || metaKey || !leavesPart(part, key))) return
    const value = onRow && isEdit(event) ? element.querySelector<HTMLElement>('[data-edit]') : null
    value?.click()
    if (value || press(event, Number(element.dataset['index']), onRow)) event.preventDefault()
  }

  return { onKeyDown, move }
}
