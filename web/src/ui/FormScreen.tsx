import { Skeleton, Stack } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { recallSearch } from '../lib/search.ts'
import { useRecord } from '../lib/useRecord.ts'
import { type FormMode, modeOf } from './form-context.ts'
import { LinkButton } from './LinkButton.tsx'
import { RecordForm, type RecordFormOptions, RecordView } from './RecordForm.tsx'
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
  /** What stands below a record that is being read. */
  related?: (record: Answer<L>) => ReactNode
  /** The fields, inside FieldGroups. */
  children: ReactNode
}

const titles = (noun: string): Record<Exclude<FormMode, 'view'>, string> => ({
  create: `New ${noun}`,
  edit: `Edit ${noun}`,
})

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
  const { noun, load, create, update, blank, listPath, nameOf, texts, actions, related, children } = props
  // The path of this screen, also while the next one is being loaded.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const mode = modeOf(pathname)
  const source = useRecord(load, { enabled: mode !== 'create' })
  const record = source.data
  const context = props.context?.(record)
  const form = { load, listPath, afterSave: props.afterSave as RecordFormOptions['afterSave'] }

  if (mode === 'create')
    return (
      <Screen title={titles(noun).create} context={context}>
        <RecordForm {...form} write={create} initial={blank} texts={{ saved: texts.created, failed: texts.saveFailed }}>
          {children}
        </RecordForm>
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
        Back to list
      </LinkButton>
      <LinkButton to={`${pathname.replace(/\/view\/?$|\/$/, '')}/edit`} call={update}>
        Edit
      </LinkButton>
    </>
  )
  return (
    <Screen
      title={record === undefined ? `View ${noun}` : nameOf(record)}
      context={context}
      source={source}
      failure={texts.loadFailed}
      actions={links}
    >
      {record === undefined ? (
        <Waiting />
      ) : (
        <RecordView record={record as FieldValues}>
          {children}
          {related?.(record)}
        </RecordView>
      )}
    </Screen>
  )
}
