import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { FormContext, useSurroundings } from './form-context.ts'

/** The fields of a record in view mode. */
export function RecordView({ record, children }: { record: FieldValues; children: ReactNode }) {
  const form = useForm({ values: record })
  const surroundings = useSurroundings('view')
  return (
    <FormContext value={surroundings}>
      <FormProvider {...form}>{children}</FormProvider>
    </FormContext>
  )
}
