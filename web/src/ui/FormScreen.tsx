import { Skeleton, Stack } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { t, translated } from '../lib/language.ts'
import { recallSearch } from '../lib/search.ts'
import { denied, useAllowed } from '../lib/useAllowed.ts'
import { useRecord } from '../lib/useRecord.ts'
import { modeOf, titles } from './form-context.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './RecordForm.module.css'
import { RecordForm, type RecordFormOptions } from './RecordForm.tsx'
import { RecordView } from './RecordView.tsx'
import { Screen } from './Screen.tsx'

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
