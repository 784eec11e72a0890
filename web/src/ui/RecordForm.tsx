import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type BaseSyntheticEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form'
import { CallError, call } from '../lib/call.ts'
import { recallSearch } from '../lib/search.ts'
import { useSave } from '../lib/useRecord.ts'
import { alertFailure, alertSuccess } from './alerts.ts'
import { ConflictPanel, type Difference, FaultSummary } from './FormAlerts.tsx'
import { FormContext, type FormMode, type TextOf } from './form-context.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './RecordForm.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'

export interface RecordFormOptions {
  load: Endpoint
  /** The call that saves: it creates (201) or changes. */
  write: Endpoint
  initial: FieldValues
  listPath: string
  texts: { saved: string; failed: string }
  afterSave?: ((stored: FieldValues, values: FieldValues) => Promise<void>) | undefined
}

const resolverOf = (endpoint: Endpoint) =>
  standardSchemaResolver(endpoint.body as Parameters<typeof standardSchemaResolver>[0]) as Resolver<FieldValues>

const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** Of the fields that were changed here; what no stored record carries, a password, is no difference. */
const differencesOf = (names: string[], mine: FieldValues, theirs: FieldValues): Difference[] =>
  names
    .filter((name) => name in theirs && differs(mine[name], theirs[name]))
    .map((name) => ({ name, mine: mine[name] as unknown, theirs: theirs[name] as unknown }))

/** A form over one record: checks by the wire's own schema, saves, and loses nothing typed whatever the answer is. */
function useRecordForm({ load, write, initial, listPath, texts, afterSave }: RecordFormOptions) {
  const form = useForm<FieldValues>({ defaultValues: initial, resolver: resolverOf(write), shouldFocusError: false })
  const { isDirty, dirtyFields } = form.formState
  const params = useParams({ strict: false })
  const navigate = useNavigate()
  const save = useSave()
  const done = useRef(false)
  const base = useRef(initial)
  const [theirs, setTheirs] = useState<FieldValues | null>(null)

  async function refuse(error: unknown) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 412) {
      const stored = (await call(load, { params })) as FieldValues
      return setTheirs(stored)
    }
    for (const { path, message } of error.fields) form.setError(path.split('.')[0] ?? path, { type: 'server', message })
    if (error.fields.length === 0) form.setError('root', { type: 'server', message: error.message })
    void alertFailure(texts.failed)
  }

  async function send(values: FieldValues) {
    try {
      const body = write.status === 201 ? values : { ...values, updatedAt: base.current['updatedAt'] }
      const stored = (await save(write, body)) as FieldValues
      done.current = true
      void alertSuccess(texts.saved)
      await afterSave?.(stored, values)
      await navigate({ to: listPath, search: recallSearch(listPath) })
    } catch (error) {
      await refuse(error).catch(() => alertFailure(texts.failed))
    }
  }
  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(send)(event)

  /** The stored record becomes the ground of this edit: with what was typed here on top of it, or without. */
  function settle(keepMine: boolean) {
    if (!theirs) return
    base.current = theirs
    form.reset(theirs, { keepDirtyValues: keepMine })
    setTheirs(null)
    if (keepMine) void submit()
  }

  const differences = theirs ? differencesOf(Object.keys(dirtyFields), form.getValues(), theirs) : []
  return {
    form,
    submit,
    unsaved: () => isDirty && !done.current,
    conflict: theirs && { differences, onTheirs: () => settle(false), onMine: () => settle(true) },
  }
}

function useSurroundings(mode: FormMode) {
  const [known] = useState(() => ({ labels: new Map<string, string>(), texts: new Map<string, TextOf>() }))
  return useMemo(() => ({ mode, ...known }), [mode, known])
}

/** The fields of a record as values to read. */
export function RecordView({ record, children }: { record: FieldValues; children: ReactNode }) {
  const form = useForm({ values: record })
  const surroundings = useSurroundings('view')
  return (
    <FormContext value={surroundings}>
      <FormProvider {...form}>{children}</FormProvider>
    </FormContext>
  )
}

/** The fields of a record to fill in, with Save and Cancel. Ctrl+S saves. */
export function RecordForm({ children, ...options }: RecordFormOptions & { children: ReactNode }) {
  const { form, submit, unsaved, conflict } = useRecordForm(options)
  const surroundings = useSurroundings(options.write.status === 201 ? 'create' : 'edit')
  useHotkeys([['mod+S', () => void submit()]], [])
  const { isSubmitting } = form.formState
  return (
    <FormContext value={surroundings}>
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
