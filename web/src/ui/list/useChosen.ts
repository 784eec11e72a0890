import { useState } from 'react'
import type { List } from '../../lib/useList.ts'

/**
 * The selected rows. Sorting keeps them, even on other pages; filtering, paging and grouping clear them, so that no action hits rows that
 * are out of sight.
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
  // The current version of a row, not the one at its selection; rows of closed groups are out of sight.
  const chosen = state.chosen.flatMap((row) => rows.find(({ id }) => id === row.id) ?? (group ? [] : row))
  return { chosen, everChosen: state.everChosen, choose, keep }
}
