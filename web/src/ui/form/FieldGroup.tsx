import { Button, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/language.ts'
import { useFormMode } from './form-context.ts'
import classes from './RecordForm.module.css'

interface Section {
  title: string
  /** A request for this section only; its failure is shown here, with a button to retry. */
  source?: { error: Error | null; retry: () => void }
  children?: ReactNode
}

/** A titled section of a record. */
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

/** Related fields, in as many columns as fit. */
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
  /** Buttons below the facts. */
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

/** A field in read mode. */
export function ReadValue({ label, wide, children }: Value) {
  return (
    <div className={classes['read']} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A read-only field among editable ones. */
export function FixedValue(value: Value) {
  if (useFormMode() === 'view') return <ReadValue {...value} />
  return (
    <dl data-wide={value.wide || undefined}>
      <ReadValue {...value} />
    </dl>
  )
}
