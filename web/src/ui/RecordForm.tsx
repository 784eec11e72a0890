import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { recallSearch } from '../lib/list-memory.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { FaultSummary } from './FaultSummary.tsx'
import { FormContext } from './form-context.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './RecordForm.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { type RecordFormOptions, useRecordForm } from './useRecordForm.ts'

/** The fields of a record as values to read. */
export function RecordView({ record, children }: { record: FieldValues; children: ReactNode }) {
  const form = useForm({ defaultValues: record })
  const [labels] = useState(() => new Map<string, string>())
  return (
    <FormContext value={{ mode: 'view', labels }}>
      <FormProvider {...form}>{children}</FormProvider>
    </FormContext>
  )
}

/** The fields of a record to fill in, with Save and Cancel. Ctrl+S saves. */
export function RecordForm({ children, ...options }: RecordFormOptions & { children: ReactNode }) {
  const { form, submit, unsaved, conflict } = useRecordForm(options)
  const [labels] = useState(() => new Map<string, string>())
  useHotkeys([['mod+S', () => void submit()]], [])
  const { isSubmitting } = form.formState
  const mode = options.write.status === 201 ? 'create' : 'edit'
  return (
    <FormContext value={{ mode, labels }}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          {conflict && <ConflictPanel {...conflict} />}
          <FaultSummary />
          {children}
          <div className={classes['bar']}>
            <LinkButton variant="default" to={options.listPath} search={recallSearch(options.listPath)}>
              Cancel
            </LinkButton>
            <Button type="submit" loading={isSubmitting}>
              Save
            </Button>
          </div>
        </form>
      </FormProvider>
      <UnsavedGuard unsaved={unsaved} />
    </FormContext>
  )
}
