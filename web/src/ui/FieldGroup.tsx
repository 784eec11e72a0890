import { type ReactNode, useId } from 'react'
import { useFormMode } from './form-context.ts'
import classes from './RecordForm.module.css'

/** A part of a record under a heading. */
export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes['group']} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

/** Fields that belong together, in as many columns as fit. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const Fields = useFormMode() === 'view' ? 'dl' : 'div'
  return (
    <RecordSection title={title}>
      <Fields className={classes['fields']}>{children}</Fields>
    </RecordSection>
  )
}

/** Values that no form changes, shown in every mode. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <RecordSection title={title}>
      <dl className={classes['fields']}>{children}</dl>
    </RecordSection>
  )
}
