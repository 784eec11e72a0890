import type { Page } from '@plinth/api/kernel/paging'
import type { ListState } from './list-search.ts'

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function sorted<Row>(rows: Row[], { sort }: ListState): Row[] {
  if (!sort) return rows
  const key = sort.field as keyof Row
  const sign = sort.direction === 'asc' ? 1 : -1
  const filled = rows.filter((row) => row[key] !== null && row[key] !== undefined)
  const empty = rows.filter((row) => row[key] === null || row[key] === undefined)
  return [...filled.sort((a, b) => sign * compare(a[key], b[key])), ...empty]
}

/** The rows to show and the totals, from a page of the server or from a whole list. */
export function pageOf<Row>(answer: Page<Row> | Row[] | undefined, state: ListState) {
  if (answer === undefined) return { rows: [], all: [], pages: 1, total: 0 }
  if (!Array.isArray(answer))
    return {
      rows: answer.content,
      all: answer.content,
      pages: Math.max(1, answer.totalPages),
      total: answer.totalElements,
    }
  const { page, size } = state
  return {
    rows: sorted(answer, state).slice(page * size, (page + 1) * size),
    all: answer,
    pages: Math.max(1, Math.ceil(answer.length / size)),
    total: answer.length,
  }
}
