import { Skeleton, Stack } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { t, translated } from '../../lib/language.ts'
import { recallSearch } from '../../lib/search.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import type { NoticeAction, NoticeLink } from '../shell/alerts.ts'
import { LinkButton } from '../shell/LinkButton.tsx'
import { Screen } from '../shell/Screen.tsx'
import { modeOf, titles } from './form-context.ts'
import classes from './RecordForm.module.css'
import { type FindHolder, RecordForm, type RecordFormOptions } from './RecordForm.tsx'
import { Side } from './RecordSides.tsx'
import { RecordView } from './RecordView.tsx'
import { undoOf } from './undo-save.ts'

interface Props<L extends Endpoint, C extends Endpoint, U extends Endpoint> {
  /** The noun for a record in titles: 'contract'. */
  noun: string
  load: L
  create: C
  update: U
  /** The initial values of a new record; omitted fields start empty. */
  blank: Partial<CallInput<C>['body'] & object>
  /** The address after saving and cancelling. */
  listPath: string
  nameOf: (record: Answer<L>) => string
  texts: { loadFailed: string; saveFailed: string; failsInForm?: boolean; created: string; updated: string }
  /** Further work once the record is stored; it reports its own failures. */
  afterSave?: (stored: Answer<L>, values: FieldValues) => Promise<void>
  /** The address of a record's page. */
  pathOf?: (record: Answer<L>) => string
  /** The call that deletes a new record, for Undo. Without it the notice of a save offers no Undo. */
  remove?: Endpoint
  /** The next steps that the notice offers once a record is stored. */
  next?: (stored: Answer<L>, isNew: boolean) => NoticeLink[]
  holderOf?: FindHolder | undefined
  /** What the record belongs to, above the title; also shown for a new record and before the record has loaded. */
  context?: (record: Answer<L> | undefined) => ReactNode
  /** Links beside the title of a record in view mode. */
  actions?: (record: Answer<L>) => ReactNode
  /** The head of a record in view mode: its status and its one next step. */
  head?: (record: Answer<L>) => ReactNode
  /** Content beside the fields of a record in view mode; above them on a narrow screen. */
  beside?: (record: Answer<L>) => ReactNode
  /** Content below a record in view mode. */
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

/** The actions in the notice that a record is stored. */
function useOffers<L extends Endpoint, C extends Endpoint, U extends Endpoint>(
  { create, update, remove, pathOf, next }: Props<L, C, U>,
  pathname: string,
) {
  const client = useQueryClient()
  const params = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const mayRemove = useCan(remove ?? { allow: 'public' })
  return (isNew: boolean, done: string) =>
    (stored: FieldValues, before: FieldValues): NoticeAction[] => {
      const write = isNew ? create : update
      const another = { label: t('New another'), to: pathname, search }
      return [
        ...(pathOf ? [{ label: t('Open'), to: pathOf(stored as Answer<L>) }] : []),
        ...(next?.(stored as Answer<L>, isNew) ?? []),
        ...(pathOf && isNew ? [another] : []),
        ...(remove && (mayRemove || !isNew) ? [undoOf({ write, params, before, stored, done }, remove, client)] : []),
      ]
    }
}

/** One record in view, create or edit mode; the end of the path sets the mode. */
export function FormScreen<L extends Endpoint, C extends Endpoint, U extends Endpoint>(props: Props<L, C, U>) {
  const { noun, load, create, update, blank, listPath, nameOf, texts, actions, head, beside, related, children } = props
  // The path of this screen, even while the next one is loading.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const mode = modeOf(pathname)
  const offersOf = useOffers(props, pathname)
  // Each new record has its own form.
  const [round, setRound] = useState(0)
  // A user without permission to save learns it before typing.
  const may = useAllowed({ create: [create], edit: [load, update], view: [load] }[mode])
  const stored = useRecord(load, { enabled: mode !== 'create' && may === true })
  const source = may === false ? { ...stored, error: denied } : stored
  const record = may === undefined ? undefined : stored.data
  // Reserves the line of the context while the record is loading.
  const context = record === undefined && mode !== 'create' ? props.context && ' ' : props.context?.(record)
  const form = {
    load,
    listPath,
    afterSave: props.afterSave as RecordFormOptions['afterSave'],
    holderOf: props.holderOf,
  }

  if (mode === 'create')
    return (
      <Screen title={titles(noun).create} context={context} source={source}>
        {may !== true ? (
          <Waiting />
        ) : (
          <RecordForm
            key={round}
            {...form}
            title={titles(noun).create}
            write={create}
            initial={blank}
            offers={offersOf(true, texts.created)}
            onAnother={() => setRound(round + 1)}
            texts={{ saved: texts.created, failed: texts.saveFailed, failsInForm: texts.failsInForm }}
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
            offers={offersOf(false, texts.updated)}
            texts={{ saved: texts.updated, failed: texts.saveFailed, failsInForm: texts.failsInForm }}
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
          {head?.(record)}
          <div className={classes['page']}>
            {beside && <div className={classes['beside']}>{beside(record)}</div>}
            <div className={classes['record']}>
              <Side id="facts">{children}</Side>
              {related?.(record)}
            </div>
          </div>
        </RecordView>
      )}
    </Screen>
  )
}
