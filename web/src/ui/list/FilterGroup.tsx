import { Fieldset } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import classes from './Filters.module.css'
import { DraftContext, FilterGrid } from './Filters.tsx'

/** A titled group of related filters. */
export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  if (useContext(DraftContext).wording) return children
  return (
    <Fieldset legend={title} variant="unstyled" className={classes['group']}>
      <FilterGrid>{children}</FilterGrid>
    </Fieldset>
  )
}
