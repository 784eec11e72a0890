import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { CallError, call } from '../lib/call.ts'
import { recallSearch } from '../lib/list-memory.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from './alerts.ts'
import type { Difference } from './ConflictPanel.tsx'

export interface RecordFormOptions {
  load: Endpoint
  /** The call that saves: it creates (201) or changes. */
  write: Endpoint
  initial: FieldValues
  listPath: string
  texts: { saved: string; failed: string }
}

const resolverOf = (endpoint: Endpoint) =>
  standardSchemaResolver(endpoint.body as Parameters<typeof standardSchemaResolver>[0]) as Resolver<FieldValues>

const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** A form over one record: checks by the wire's own schema, saves, and loses nothing typed whatever the answer is. */
export function useRecordForm({ load, write, initial, listPath, texts }: RecordFormOptions) {
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
      await save(write, write.status === 201 ? values : { ...values, updatedAt: base.current['updatedAt'] })
      done.current = true
      void alertSuccess(texts.saved)
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

  const differences: Difference[] = Object.keys(dirtyFields)
    .map((name) => ({ name, mine: form.getValues(name) as unknown, theirs: theirs?.[name] as unknown }))
    .filter(({ mine, theirs: other }) => differs(mine, other))

  return {
    form,
    submit,
    unsaved: () => isDirty && !done.current,
    conflict: theirs && { differences, onTheirs: () => settle(false), onMine: () => settle(true) },
  }
}
