import { useState } from 'react'
import type { List } from '../../lib/useList.ts'

/**
 * The rows that are chosen. Sorting anew keeps them, though some may then stand on other pages; what else changes which
 * rows are looked at forgets them, so that nothing is done to what is out of sight and mind.
 */
export function useChosen<Row extends { id: string }>({ rows, filters, page, size, sort, group }: List<Row>) {
  const view = JSON.stringify([filters, page, size, group])
  const order = JSON.stringify(sort)
  const [state, setState] = useState({ view, order, chosen: [] as Row[], everChosen: false })
  if (state.view !== view || state.order !== order)
    setState({ ...state, view, order, chosen: state.order === order ? [] : state.chosen })
  const keep = (chosen: Row[]) => setState((before) => ({ ...before, chosen, everChosen: true }))
  const choose = (some: Row[], isChosen: boolean) => {
    const others = state.chosen.filter(({ id }) => !some.some((row) => row.id === id))
    keep(isChosen ? [...others, ...some] : others)
  }
  // As it stands now, not as it stood when it was chosen; what is in a group that is closed is out of sight.
  const chosen = state.chosen.flatMap((row) => rows.find(({ id }) => id === row.id) ?? (group ? [] : row))
  return { chosen, everChosen: state.everChosen, choose, keep }
}
