import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useFormMode } from './form-context.ts'
import { ReadValue } from './ReadValue.tsx'
import classes from './RecordForm.module.css'

/** What follows from other fields, shown among them as they are typed. */
export function ComputedValue({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  if (useFormMode() === 'view') return <ReadValue label={label}>{children}</ReadValue>
  return (
    <div className={classes['computed']}>
      <Text id={id} size="sm" fw={600} lh={1.55}>
        {label}
      </Text>
      <output aria-labelledby={id}>{children}</output>
    </div>
  )
}
