import type { ReactNode } from 'react'
import type { FilterValues } from '../../lib/list-address.ts'
import classes from './Filters.module.css'
import { DraftContext } from './Filters.tsx'

interface WordsProps {
  list: { filters: FilterValues }
  /** The values are invalid, and are shown as they are written. */
  asWritten?: boolean
  children: ReactNode
}

/** The set filters, in words. */
export function FiltersInWords({ list, asWritten = false, children }: WordsProps) {
  const wording = asWritten ? 'as written' : 'in words'
  return (
    <DraftContext value={{ values: list.filters, set: () => undefined, wording }}>
      <ul className={classes['words']}>{children}</ul>
    </DraftContext>
  )
}
