import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  type BaseSyntheticEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { changedFields } from '../../lib/drafts.ts'
import { t } from '../../lib/language.ts'
import { recallSearch } from '../../lib/search.ts'
import { useDraft } from '../../lib/useDraft.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertFailure, alertSuccess, type NoticeAction } from '../shell/alerts.ts'
import { LinkButton } from '../shell/LinkButton.tsx'
import { lazyPart } from '../shell/Part.tsx'
import { LeaveDialog, UnsavedGuard, useDirty } from '../shell/UnsavedGuard.tsx'
import { FaultSummary } from './FieldState.tsx'
import { FormContext, type FormFault, type FormSurroundings, faultSources, useSurroundings } from './form-context.ts'
import { type Holder, HolderLine } from './HolderLine.tsx'
import classes from './RecordForm.module.css'

// Few forms have one of these.
const DraftOffer = lazyPart(() => import('./DraftOffer.tsx'), 'DraftOffer')
const ConflictPanel = lazyPart(() => import('./ConflictPanel.tsx'), 'ConflictPanel')

export interface RecordFormOptions {
  title: string
  load: Endpoint
  /** The call that saves: it creates (201) or changes a record. */
  write: Endpoint
  /** Stores the values of a new record instead of that call. */
  send?: (values: FieldValues) => Promise<FieldValues>
  initial: FieldValues
  listPath: string
  /** With `failsInForm` a failure is shown in red above the fields and not in a notice, as the specification requires for some records. */
  texts: { saved: string; failed: string; failsInForm?: boolean | undefined }
  afterSave?: ((stored: FieldValues, values: FieldValues) => Promise<void>) | undefined
  /** The `:params` of the calls, if they differ from those of the route. */
  params?: Readonly<Record<string, string>>
  /** The actions in the notice that the record is stored. */
  offers?: (stored: FieldValues, before: FieldValues) => NoticeAction[]
  /** Finds the record that already has a unique value; undefined if the user may not see it. */
  holderOf?: FindHolder | undefined
  /** Starts another record once this one is stored. */
  onAnother?: () => void
  /** Set if the form is a panel over a screen: saving and cancelling close it and do not navigate. */
  panel?: FormPanel
  /** Navigates after saving; to the list by default. */
  lead?: (stored: FieldValues) => Promise<void>
  /** The request body for the typed values, if they differ. */
  toBody?: (typed: FieldValues) => FieldValues
  /** Offered after the server answered 412 because a record that the screen shows beside the fields changed; `taken` ends the offer. */
  staleOffer?: (taken: () => void) => ReactNode
  /** The content of the bar in place of Save, for a record with several actions. */
  bar?: (saving: Saving) => ReactNode
}

export interface Saving {
  /** Saves, then does this instead of navigating. */
  submit: (then?: AfterSaving) => void
  isSubmitting: boolean
}
type AfterSaving = (stored: FieldValues) => Promise<void> | void

export type FindHolder = (path: string, value: unknown) => Promise<Holder | undefined>

/** Validates by the wire's schema and by the checks of the fields. */
function resolverOf(
  { write: { body }, toBody = (typed) => typed }: Pick<RecordFormOptions, 'write' | 'toBody'>,
  { checks }: FormSurroundings,
): Resolver<FieldValues> {
  return (values) => {
    const parsed = body && z.safeParse(body, toBody(values))
    const errors: Record<string, FormFault> = {}
    for (const issue of parsed?.error?.issues ?? [])
      errors[String(issue.path[0] ?? 'root')] ??= { type: 'wire', ...messageOfIssue(issue) }
    for (const [name, check] of checks) {
      const message = check()
      if (message !== undefined) errors[name] = { type: faultSources.field, message }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: parsed?.data as FieldValues, errors: {} }
  }
}

interface FormPanel {
  close: () => void
  /** Set by the form: closes the panel, but asks first if something is typed. */
  leaveRef: RefObject<() => void>
}

/** Somebody else saved meanwhile. */
interface Conflict {
  loaded: FieldValues
  stored: FieldValues
}

/** A form over one record: validates, saves, and keeps the typed values whatever the answer is. */
function useRecordForm(options: RecordFormOptions, surroundings: FormSurroundings) {
  const { title, load, write, initial, listPath, texts, afterSave, offers, holderOf } = options
  const [resolver] = useState(() => resolverOf(options, surroundings))
  const form = useForm<FieldValues>({ defaultValues: initial, resolver, shouldFocusError: false })
  const isDirty = useDirty(form)
  const routeParams = useParams({ strict: false })
  const params = options.params ?? routeParams
  const navigate = useNavigate()
  const save = useSave({ params: options.params })
  const done = useRef(false)
  const base = useRef(initial)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [holder, setHolder] = useState<Holder>()
  const [failure, setFailure] = useState<string>()
  const showFailure = () => (texts.failsInForm ? setFailure(texts.failed) : void alertFailure(texts.failed))
  const [isStale, setStale] = useState(false)

  /** Shows the record that already has the typed value. A failure of this search is ignored. */
  async function showHolder({ status, fields: [fault] }: CallError) {
    if (status !== 409 || !fault || !holderOf) return
    setHolder(await holderOf(fault.path, form.getValues(fault.path)).catch(() => undefined))
  }

  async function refuse(error: unknown) {
    if (!(error instanceof CallError)) throw error
    // A call with `seen` also depends on what is shown beside the fields: its 412 is shown as a sentence.
    if (error.status === 412 && !write.seen) {
      const stored = (await call(load, { params })) as FieldValues
      return setConflict({ loaded: base.current, stored })
    }
    for (const { path, ...message } of error.fields)
      form.setError(path.split('.')[0] ?? path, { type: faultSources.server, ...message })
    setStale(error.status === 412)
    if (error.fields.length === 0) form.setError('root', { type: faultSources.server, message: error.message })
    showFailure()
    await showHolder(error)
  }

  async function send(values: FieldValues, then?: AfterSaving) {
    setHolder(undefined)
    setFailure(undefined)
    setStale(false)
    try {
      const body = write.status === 201 ? values : { ...values, updatedAt: base.current['updatedAt'] }
      const stored = options.send ? await options.send(body) : ((await save(write, body)) as FieldValues)
      done.current = true
      void alertSuccess(texts.saved, ...(offers?.(stored, base.current) ?? []))
      await afterSave?.(stored, values)
      if (then) await then(stored)
      else if (options.panel) options.panel.close()
      else await navigate({ to: listPath, search: recallSearch(listPath) })
    } catch (error) {
      await refuse(error).catch(showFailure)
    }
  }
  const submit = (event?: BaseSyntheticEvent, then: AfterSaving | undefined = options.lead) =>
    form.handleSubmit((values) => send(values, then))(event)

  /** The stored record becomes the base of this edit, with this form's values of these fields on top. */
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
        // Values that stored records do not contain, such as a password, stay.
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
  const draft = useDraft({ title, isUnsaved, typed: () => changedFields(form.getValues(), base.current) })
  const offer = draft.found && (
    <DraftOffer
      onRestore={() => draft.restore((name, value) => form.setValue(name, value, { shouldDirty: true }))}
      onDiscard={draft.forget}
    />
  )
  const found = holder && <HolderLine {...holder} />
  function takeNew() {
    setStale(false)
    form.clearErrors('root')
  }
  const stale = isStale && options.staleOffer?.(takeNew)
  return { form, submit, unsaved: () => isUnsaved() && !draft.isStored(), giveUp, panel, offer, found, failure, stale }
}

/** A new record focuses the first empty field, unless the user types in a dialog over the form by then. */
function useFirstField(isNew: boolean) {
  const box = useRef<HTMLFormElement>(null)
  // A layout effect, so that in a panel it runs before the focus trap chooses an element.
  useLayoutEffect(() => {
    if (!isNew) return
    const fields = box.current?.querySelectorAll<HTMLInputElement>('[id^=field-]') ?? []
    const first = [...fields].find(({ value }) => value === '')
    first?.setAttribute('data-autofocus', '')
    const dialog = document.activeElement?.closest('[role=dialog]')
    if (!dialog || dialog.contains(box.current)) first?.focus()
  }, [isNew])
  return box
}

/** The fields of a record to fill in, with Save and Cancel. Ctrl+S saves. */
export function RecordForm({ children, ...options }: RecordFormOptions & { children: ReactNode }) {
  const isNew = options.write.status === 201
  const surroundings = useSurroundings(isNew ? 'create' : 'edit')
  const { form, submit, unsaved, giveUp, panel, offer, found, failure, stale } = useRecordForm(options, surroundings)
  const box = useFirstField(isNew)
  useHotkeys([['mod+S', () => void submit()]], [])
  const { isSubmitting } = form.formState
  return (
    <FormContext value={surroundings}>
      <FormProvider {...form}>
        <form ref={box} noValidate onSubmit={(event) => void submit(event)}>
          {offer}
          {panel}
          <FaultSummary failure={failure} />
          {stale}
          {found}
          {children}
          <div className={classes['bar']} data-foot>
            {options.panel ? (
              <PanelCancel {...options.panel} unsaved={unsaved} giveUp={giveUp} />
            ) : (
              <LinkButton variant="default" to={options.listPath} search={recallSearch(options.listPath)}>
                {t('Cancel')}
              </LinkButton>
            )}
            {options.onAnother && (
              <Button
                variant="default"
                disabled={isSubmitting}
                onClick={() => void submit(undefined, options.onAnother)}
              >
                {t('Save and new')}
              </Button>
            )}
            {options.bar?.({ submit: (then) => void submit(undefined, then), isSubmitting }) ?? (
              <Button
                type="submit"
                loading={isSubmitting}
                aria-keyshortcuts="Control+S"
                rightSection={
                  <kbd aria-hidden className={classes['keys']}>
                    Ctrl+S
                  </kbd>
                }
              >
                {t('Save')}
              </Button>
            )}
          </div>
        </form>
      </FormProvider>
      <UnsavedGuard unsaved={unsaved} onLeave={giveUp} />
    </FormContext>
  )
}

interface Leaving extends FormPanel {
  unsaved: () => boolean
  giveUp: () => void
}

function PanelCancel({ close, leaveRef, unsaved, giveUp }: Leaving) {
  const [isAsked, setAsked] = useState(false)
  const cancel = () => (unsaved() ? setAsked(true) : close())
  useEffect(() => {
    leaveRef.current = cancel
  })
  return (
    <>
      <Button variant="default" onClick={cancel}>
        {t('Cancel')}
      </Button>
      {isAsked && (
        <LeaveDialog
          onClose={() => setAsked(false)}
          onLeave={() => {
            giveUp()
            close()
          }}
        />
      )}
    </>
  )
}
