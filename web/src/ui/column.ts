import type { ReactNode } from 'react'

/** One column over a field of the row. */
export type Column<Row> = {
  [K in keyof Row & string]: {
    field: K
    label: string
    /** How the value is shown; without it, as it is, and a dash when empty. */
    show?: (value: Row[K], row: Row) => ReactNode
    /** Numbers and amounts stand to the right, so that their digits line up. */
    align?: 'right'
    /** Long texts go over several lines; anything else stays on one. */
    wrap?: true
    /** For what a list cannot be ordered by. */
    sortable?: false
  }
}[keyof Row & string]
