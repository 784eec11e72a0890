import type { ReactNode } from 'react'
import { dash } from '../lib/format.ts'
import type { Column } from './column.ts'

/** What a row shows in a column. */
export function cellOf<Row>({ field, show }: Column<Row>, row: Row): ReactNode {
  const value = row[field]
  if (show) return show(value, row)
  return value === null || value === undefined || value === '' ? dash : String(value)
}
