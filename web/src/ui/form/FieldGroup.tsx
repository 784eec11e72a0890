import { Button, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/language.ts'
import { useFormMode } from './form-context.ts'
import classes from './RecordForm.module.css'

interface Section {
  title: string
  /** What is fetched for it alone: a fault is told here, with a way to try again. */
  source?: { error: Error | null; retry: () => void }
  children?: ReactNode
}

/** A part of a record under a heading. */
export function RecordSection({ title, source, children }: Section) {
  const heading = useId()
  return (
    <section className={classes['group']} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {source?.error && (
        <Text role="alert" c="var(--mantine-color-error)">
          {source.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={source.retry}>
            {t('Retry')}
          </Button>
        </Text>
      )}
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

interface Facts {
  title: string
  /** What can be done about them, below. */
  actions?: ReactNode
  children: ReactNode
}

/** Values that no form changes, shown in every mode. */
export function FactGroup({ title, actions, children }: Facts) {
  return (
    <RecordSection title={title}>
      <dl className={classes['fields']}>{children}</dl>
      {actions}
    </RecordSection>
  )
}

interface Value {
  label: string
  wide?: boolean | undefined
  children: ReactNode
}

/** A field when it is only read. */
export function ReadValue({ label, wide, children }: Value) {
  return (
    <div className={classes['read']} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A field that stays as it is while those beside it are edited. */
export function FixedValue(value: Value) {
  if (useFormMode() === 'view') return <ReadValue {...value} />
  return (
    <dl className={classes['fixed']} data-wide={value.wide || undefined}>
      <ReadValue {...value} />
    </dl>
  )
}
