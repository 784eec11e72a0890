import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useMatch, useNavigate, useParams } from '@tanstack/react-router'
import { type BaseSyntheticEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form'
import { CallError, call, denied, useAllowed, useRecord, useSave } from '../lib/call.ts'
import { t, translated } from '../lib/language.ts'
import { recallSearch } from '../lib/search.ts'
import { typedInto, useDraft } from '../lib/session.ts'
import { alertFailure, alertSuccess } from './alerts.ts'
import { FaultSummary } from './FieldState.tsx'
import { FormContext, type FormMode, modeOf, noSurroundings, titles, told } from './form-context.ts'
import { LinkButton } from './LinkButton.tsx'
import { part } from './Part.tsx'
import classes from './RecordForm.module.css'
import { Screen } from './Screen.tsx'
import { UnsavedGuard, useDirty } from './UnsavedGuard.tsx'

// Few forms have one of these.
const DraftOffer = part(() => import('./UnsavedQuestions.tsx'), 'DraftOffer')
const ConflictPanel = part(() => import('./UnsavedQuestions.tsx'), 'ConflictPanel')

interface RecordFormOptions {
  title: string
  load: Endpoint
  /** The call that saves: it creates (201) or changes. */
  write: Endpoint
  initial: FieldValues
  listPath: string
  texts: { saved: string; failed: string }
  afterSave?: ((stored: FieldValues, values: FieldValues) => Promise<void>) | undefined
}

type Surroundings = ReturnType<typeof noSurroundings>

/** The wire's own schema, and what the fields themselves find wrong. */
function resolverOf(endpoint: Endpoint, { checks }: Surroundings): Resolver<FieldValues> {
  const wire = standardSchemaResolver(
    endpoint.body as Parameters<typeof standardSchemaResolver>[0],
  ) as Resolver<FieldValues>
  return async (...given) => {
    const result = await wire(...given)
    const found = [...checks].flatMap(([name, check]) => {
      const message = check()
      return message === undefined ? [] : [[name, { type: told.field, message }]]
    })
    return found.length === 0 ? result : { values: {}, errors: { ...result.errors, ...Object.fromEntries(found) } }
  }
}

/** Somebody saved in between: what is stored now. */
interface Conflict {
  loaded: FieldValues
  stored: FieldValues
}

/** A form over one record: checks what is typed, saves, and loses nothing of it whatever the answer is. */
function useRecordForm(options: RecordFormOptions, surroundings: Surroundings) {
  const { title, load, write, initial, listPath, texts, afterSave } = options
  const [resolver] = useState(() => resolverOf(write, surroundings))
  const form = useForm<FieldValues>({ defaultValues: initial, resolver, shouldFocusError: false })
  const isDirty = useDirty(form)
  const params = useParams({ strict: false })
  const navigate = useNavigate()
  const save = useSave()
  const done = useRef(false)
  const base = useRef(initial)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  async function refuse(error: unknown) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 412) {
      const stored = (await call(load, { params })) as FieldValues
      return setConflict({ loaded: base.current, stored })
    }
    for (const { path, message } of error.fields)
      form.setError(path.split('.')[0] ?? path, { type: told.server, message })
    if (error.fields.length === 0) form.setError('root', { type: told.server, message: error.message })
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

  /** The stored record becomes the ground of this edit, with the values of these fields from here on top of it. */
  function settle(stored: FieldValues, mine: string[]) {
    const typed = form.getValues()
    base.current = stored
    form.reset(stored)
    for (const name of mine) form.setValue(name, typed[name], { shouldDirty: true })
    setConflict(null)
    document.querySelector('h1')?.focus()
  }

  const panel = conflict && (
    <ConflictPanel
      key={String(conflict.stored['updatedAt'])}
      loaded={conflict.loaded}
      stored={conflict.stored}
      onTheirs={() => settle(conflict.stored, [])}
      onChoice={(mine) => {
        // What no stored record carries, a password, is kept.
        const unstored = Object.keys(form.getValues()).filter((name) => !(name in conflict.stored))
        settle(conflict.stored, [...mine, ...unstored])
        void submit()
      }}
    />
  )
  const giveUp = () => {
    done.current = true
  }
  const isUnsaved = () => isDirty() && !done.current
  const draft = useDraft({ title, isUnsaved, typed: () => typedInto(form.getValues(), base.current) })
  const offer = draft.found && (
    <DraftOffer
      onRestore={() => draft.restore((name, value) => form.setValue(name, value, { shouldDirty: true }))}
      onDiscard={draft.forget}
    />
  )
  return { form, submit, unsaved: () => isUnsaved() && !draft.isKept(), giveUp, panel, offer }
}

function useSurroundings(mode: FormMode) {
  const [known] = useState(noSurroundings)
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
function RecordForm({ children, ...options }: RecordFormOptions & { children: ReactNode }) {
  const surroundings = useSurroundings(options.write.status === 201 ? 'create' : 'edit')
  const { form, submit, unsaved, giveUp, panel, offer } = useRecordForm(options, surroundings)
  useHotkeys([['mod+S', () => void submit()]], [])
  const { isSubmitting } = form.formState
  return (
    <FormContext value={surroundings}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          {offer}
          {panel}
          <FaultSummary />
          {children}
          <div className={classes['bar']}>
            <LinkButton variant="default" to={options.listPath} search={recallSearch(options.listPath)}>
              {t('Cancel')}
            </LinkButton>
            <Button type="submit" loading={isSubmitting}>
              {t('Save')}
            </Button>
          </div>
        </form>
      </FormProvider>
      <UnsavedGuard unsaved={unsaved} onLeave={giveUp} />
    </FormContext>
  )
}

interface Props<L extends Endpoint, C extends Endpoint, U extends Endpoint> {
  /** What a record is called in titles: 'contract'. */
  noun: string
  load: L
  create: C
  update: U
  /** What a new record starts with; fields left out start empty. */
  blank: Partial<CallInput<C>['body'] & object>
  /** Where saving and cancelling lead. */
  listPath: string
  nameOf: (record: Answer<L>) => string
  texts: { loadFailed: string; saveFailed: string; created: string; updated: string }
  /** What else belongs to saving, once the record is stored; it tells of its own failures. */
  afterSave?: (stored: Answer<L>, values: FieldValues) => Promise<void>
  /** What the record belongs to, above the title; before it is there, for a new one too. */
  context?: (record: Answer<L> | undefined) => ReactNode
  /** Links beside the title of a record that is being read. */
  actions?: (record: Answer<L>) => ReactNode
  /** What stands beside the fields of a record that is being read; above them where there is no room. */
  beside?: (record: Answer<L>) => ReactNode
  /** What stands below a record that is being read. */
  related?: (record: Answer<L>) => ReactNode
  /** The fields, inside FieldGroups. */
  children: ReactNode
}

function Waiting() {
  return (
    <Stack gap="sm" aria-busy>
      {[0, 1, 2].map((group) => (
        <Skeleton key={group} height={150} />
      ))}
    </Stack>
  )
}

/** One record to read, to enter or to change: which of them is the end of the path. */
export function FormScreen<L extends Endpoint, C extends Endpoint, U extends Endpoint>(props: Props<L, C, U>) {
  const { noun, load, create, update, blank, listPath, nameOf, texts, actions, beside, related, children } = props
  // The path of this screen, also while the next one is being loaded.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const mode = modeOf(pathname)
  // Whoever may not save is told before they type, not after.
  const may = useAllowed({ create: [create], edit: [load, update], view: [load] }[mode])
  const stored = useRecord(load, { enabled: mode !== 'create' && may === true })
  const source = may === false ? { ...stored, error: denied } : stored
  const record = may === undefined ? undefined : stored.data
  // What a record belongs to has its line while the record is on its way.
  const context = record === undefined && mode !== 'create' ? props.context && ' ' : props.context?.(record)
  const form = { load, listPath, afterSave: props.afterSave as RecordFormOptions['afterSave'] }

  if (mode === 'create')
    return (
      <Screen title={titles(noun).create} context={context} source={source}>
        {may !== true ? (
          <Waiting />
        ) : (
          <RecordForm
            {...form}
            title={titles(noun).create}
            write={create}
            initial={blank}
            texts={{ saved: texts.created, failed: texts.saveFailed }}
          >
            {children}
          </RecordForm>
        )}
      </Screen>
    )
  if (mode === 'edit')
    return (
      <Screen title={titles(noun).edit} context={context} source={source} failure={texts.loadFailed}>
        {record === undefined ? (
          <Waiting />
        ) : (
          <RecordForm
            {...form}
            title={titles(noun).edit}
            write={update}
            initial={record as FieldValues}
            texts={{ saved: texts.updated, failed: texts.saveFailed }}
          >
            {children}
          </RecordForm>
        )}
      </Screen>
    )
  const links = record !== undefined && (
    <>
      {actions?.(record)}
      <LinkButton variant="default" to={listPath} search={recallSearch(listPath)}>
        {t('Back to list')}
      </LinkButton>
      <LinkButton to={`${pathname.replace(/\/view\/?$|\/$/, '')}/edit`} call={update}>
        {t('Edit')}
      </LinkButton>
    </>
  )
  return (
    <Screen
      title={record === undefined ? translated(`View ${noun}`) : nameOf(record)}
      context={context}
      source={source}
      failure={texts.loadFailed}
      actions={links}
    >
      {record === undefined ? (
        <Waiting />
      ) : (
        <RecordView record={record as FieldValues}>
          <div className={classes['page']}>
            {beside && <div className={classes['beside']}>{beside(record)}</div>}
            <div className={classes['record']}>
              {children}
              {related?.(record)}
            </div>
          </div>
        </RecordView>
      )}
    </Screen>
  )
}
