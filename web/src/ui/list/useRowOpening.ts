import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useState } from 'react'
import { hasSingleKeys } from '../../lib/preference.ts'
import type { Opening } from './DataRows.tsx'

/** The parts of a row that handle presses themselves. */
export const pressed = 'a, button, input, select, textarea, label, [data-apart]'

const rowUnder = ({ target }: SyntheticEvent | Event) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null

/** Focuses a row, and scrolls it into view as little as possible. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The number of rows that a key moves down; undefined for other keys. */
export function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent | globalThis.KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || shiftKey || !hasSingleKeys()) return undefined
  if (key.toLowerCase() === 'j') return 1
  return key.toLowerCase() === 'k' ? -1 : undefined
}

const arrows: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves to the row that many rows below this one, if there is one; with a record open beside the list, that row opens. */
export function walk(rows: readonly { id: string }[], from: string, step: number, opening: Opening): void {
  const at = rows.findIndex(({ id }) => id === from)
  const next = rows[at < 0 ? 0 : at + step]
  if (!next) return
  focusRow(next.id)
  if (opening.opened !== '') opening.show(next.id)
}

/** Starts to edit the focused value, or the first one of the row. */
function edit(row: HTMLElement, target: EventTarget): boolean {
  const value = target === row ? row.querySelector<HTMLElement>('[data-edit]') : target
  if (!(value instanceof HTMLElement) || !value.matches('[data-edit]')) return false
  value.click()
  return true
}

/** Opens a row by press or key, and moves the focus between rows. One delegated handler for all rows. */
export function useRowOpening(rows: readonly { id: string }[], opening: Opening | undefined) {
  const [last, setLast] = useState('')
  const isRow = (id: string) => rows.some((row) => row.id === id)
  if (!opening) return { active: undefined, handlers: {} }
  const active = [last, opening.opened].find(isRow) ?? rows[0]?.id

  function onClick(event: MouseEvent) {
    const id = rowUnder(event)?.dataset['row']
    const isPart = event.target instanceof Element && event.target.closest(pressed) !== null
    // Selecting a text, to copy it, does not open the row.
    const isMarking = window.getSelection()?.type === 'Range'
    if (id && !isPart && !isMarking && !event.ctrlKey && !event.metaKey && !event.shiftKey) opening?.show(id)
  }
  function onKeyDown(event: KeyboardEvent) {
    const row = rowUnder(event)
    const id = row?.dataset['row']
    if (!row || !id || !opening || event.defaultPrevented) return
    const onRow = event.target === row
    const step = onRow ? (arrows[event.key] ?? stepOf(event)) : undefined
    if (step !== undefined) walk(rows, id, step, opening)
    else if (onRow && event.key === 'Enter') (id === opening.opened ? opening.go : opening.show)(id)
    else if (onRow && event.key === 'ArrowRight' && opening.opened !== '')
      document.querySelector<HTMLElement>('[data-panel]')?.focus()
    else if (event.key !== 'F2' || !edit(row, event.target)) return
    event.preventDefault()
  }
  const handlers = {
    onClick,
    onKeyDown,
    onFocus: (event: SyntheticEvent) => setLast(rowUnder(event)?.dataset['row'] ?? ''),
  }
  return { active, handlers }
}
