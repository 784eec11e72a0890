import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { type ContractImport, importLimits } from '@plinth/api/platform/import-results'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { dash, decimal, momentText } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { type List as Rows, useList } from '../../lib/useList.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { type Column } from '../../ui/list/DataRows.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import classes from './BulkUpload.module.css'
import { Downloads } from './ImportFailures.tsx'
import type { ImportKind, Undone } from './import-kind.ts'

/** The latest imports, refetched from time to time, and every second while the user waits for their own. */
export function useImports({ imports }: ImportKind, waiting: boolean): Rows<ContractImport> {
  const list = useList(imports, {})
  const queryClient = useQueryClient()
  const runs = list.all.some(({ state }) => state === 'RUNNING')
  const pause = waiting ? 1_000 : runs ? 3_000 : 10_000
  useEffect(() => {
    const { method, path } = imports
    const timer = setInterval(() => {
      if (!document.hidden || waiting)
        void queryClient.invalidateQueries({ queryKey: [method, path] }, { cancelRefetch: false })
    }, pause)
    return () => clearInterval(timer)
  }, [queryClient, imports, waiting, pause])
  return list
}

/** The progress of a running import, in words. */
export const progressText = ({ rowsRead, rowsExpected }: ContractImport) =>
  rowsExpected === null
    ? t('{read} rows read', { read: decimal(rowsRead) })
    : t('{read} of {all} rows read', { read: decimal(rowsRead), all: decimal(rowsExpected) })

function stateText(record: ContractImport): string {
  const { state, fault, faultParts, undoneAt, undoneByName, created } = record
  switch (state) {
    case 'RUNNING':
      return t('Under way, {progress}', { progress: progressText(record) })
    case 'CHECKED':
      return t('Checked; nothing was stored')
    case 'DONE':
      return t('Done')
    case 'FAILED':
      return [
        fault ? worded({ message: fault, ...(faultParts && { parts: faultParts }) }) : t('Refused.'),
        created > 0 && t('What was stored until then stays.'),
      ]
        .filter(Boolean)
        .join(' ')
    case 'INTERRUPTED':
      return created > 0
        ? t('Interrupted before its end; what was stored until then stays. Upload the file again for the rest.')
        : t('Interrupted before its end. Upload the file again.')
    case 'UNDONE':
      return t('Undone by {name}, {moment}', { name: undoneByName ?? t('somebody'), moment: momentText(undoneAt) })
  }
}

const columns: Column<ContractImport>[] = [
  { field: 'startedAt', label: t('When'), show: momentText },
  { field: 'startedByName', label: t('Who') },
  { field: 'fileName', label: t('File'), wrap: true },
  { field: 'state', label: t('State'), wrap: true, show: (_, record) => stateText(record) },
  { field: 'rowsRead', label: t('Rows read'), align: 'right', show: decimal },
  {
    field: 'created',
    label: t('Stored'),
    align: 'right',
    show: (created, { isDryRun }) => decimal(isDryRun ? 0 : created),
  },
  { field: 'failed', label: t('Not stored'), align: 'right', show: decimal },
]

/** Downloads of the rejected rows to correct and send again, while the server stores them. */
const failedRows = (kind: ImportKind, records: ContractImport[]): Column<ContractImport> => {
  const latest = records.slice(0, importLimits.keptFailures)
  return {
    field: 'id',
    label: t('Failed rows'),
    sortable: false,
    show: (id, record) => {
      if (record.failed === 0 || record.state === 'RUNNING' || !latest.includes(record)) return dash
      const get = (format: ExportFormat) => kind.getFailures(id, format)
      return <Downloads of={t('the failed rows of {fileName}', { fileName: record.fileName })} get={get} />
    },
  }
}

const mayBeUndone = ({ state, isDryRun, created }: ContractImport) =>
  !isDryRun && created > 0 && state !== 'RUNNING' && state !== 'UNDONE'

interface UndoProps {
  kind: ImportKind
  record: ContractImport
  onUndone: (undone: Undone) => void
}

/** Undoes an import, for users who may delete. */
export function UndoButton({ kind, record, onUndone }: UndoProps) {
  const { id, created, fileName } = record
  const queryClient = useQueryClient()
  const [undoing, setUndoing] = useState(false)
  if (!useCan(kind.undoing) || !mayBeUndone(record)) return null

  async function undo() {
    if (!window.confirm(kind.said.undoQuestion(created))) return
    setUndoing(true)
    try {
      const undone = await kind.undo(id)
      onUndone(undone)
      void alertSuccess(kind.said.undone(undone.removed))
      await queryClient.invalidateQueries()
    } catch (error) {
      const reason = error instanceof CallError ? error.message : undefined
      void alertFailure(t('The upload could not be undone. Please try again.'), reason)
    } finally {
      setUndoing(false)
    }
  }

  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('Undo the upload of {fileName}', { fileName })}
      loading={undoing}
      onClick={() => void undo()}
    >
      {t('Undo')}
    </Button>
  )
}

const mostListed = 100

interface KeptProps {
  kind: ImportKind
  undone: Undone
  onClose: () => void
}

/** The records that stay after undoing an import, and why. */
function KeptRecords({ kind, undone, onClose }: KeptProps) {
  const { kept, removed } = undone
  if (kept.length === 0) return null
  return (
    <Alert
      color="orange"
      mb="sm"
      role="alert"
      title={kind.said.kept(removed, kept.length)}
      withCloseButton
      closeButtonLabel={t('Dismiss')}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        {kept.slice(0, mostListed).map((record) => (
          <List.Item key={record.id}>
            <KeptName to={kind.addressOf(record)}>{record.refId}</KeptName>: {translated(record.reason)}
          </List.Item>
        ))}
      </List>
      {kept.length > mostListed && (
        <Text size="sm">{t('and {count} more', { count: decimal(kept.length - mostListed) })}</Text>
      )}
    </Alert>
  )
}

function KeptName({ to, children }: { to: string | undefined; children: string }) {
  if (to === undefined) return children
  return (
    <Anchor component={Link} to={to} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  )
}

interface Props {
  kind: ImportKind
  list: Rows<ContractImport>
  /** The result of the last undo. */
  undone: Undone | null
  onUndone: (undone: Undone | null) => void
}

export function ImportHistory({ kind, list, undone, onUndone }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // The focused button disappears with the undone import.
  useEffect(() => {
    if (undone) box.current?.focus()
  }, [undone])
  return (
    <RecordSection title={t('Last uploads')} source={list}>
      <div ref={box} tabIndex={-1} className={classes['panel']}>
        {undone && <KeptRecords kind={kind} undone={undone} onClose={() => onUndone(null)} />}
        {!list.error && (
          <DataTable
            caption={t('Last uploads')}
            // It is refetched while an import runs, which would make the rows flicker.
            list={{ ...list, fetching: false }}
            columns={[...columns, failedRows(kind, list.all)]}
            actions={(record) => <UndoButton kind={kind} record={record} onUndone={onUndone} />}
            empty={t('Nothing has been uploaded yet. Choose a file above, or start from the template.')}
          />
        )}
        {list.total > list.size && <Pager list={list} />}
      </div>
    </RecordSection>
  )
}
