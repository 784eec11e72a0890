import type { ReactNode } from 'react'
import classes from './RecordForm.module.css'

/** A field when it is only read. */
export function ReadValue({
  label,
  wide,
  children,
}: {
  label: string
  wide?: boolean | undefined
  children: ReactNode
}) {
  return (
    <div className={classes['read']} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
