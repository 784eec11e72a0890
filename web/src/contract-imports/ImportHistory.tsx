import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import { downloadImportFailures, listContractImports, undoContractImport } from '@plinth/api/contract-imports'
import { type ContractImport, importLimits } from '@plinth/api/import-results'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { download } from '../lib/download.ts'
import { counted, dash, decimal, momentText } from '../lib/format.ts'
import { t, translated, worded } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { type List as Rows, useList } from '../lib/useList.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { type Column } from '../ui/DataRows.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { Pager } from '../ui/Pager.tsx'
import classes from './BulkUpload.module.css'
import { Downloads } from './ImportFailures.tsx'

/** The last uploads, asked for again now and then, and every second while the person waits for their own. */
export function useImports(waiting: boolean): Rows<ContractImport> {
  const list = useList(listContractImports, {})
  const queryClient = useQueryClient()
  const runs = list.all.some(({ state }) => state === 'RUNNING')
  const pause = waiting ? 1_000 : runs ? 3_000 : 10_000
  useEffect(() => {
    const { method, path } = listContractImports
    const timer = setInterval(() => {
      if (!document.hidden || waiting)
        void queryClient.invalidateQueries({ queryKey: [method, path] }, { cancelRefetch: false })
    }, pause)
    return () => clearInterval(timer)
  }, [queryClient, waiting, pause])
  return list
}

/** How far a running upload is, in words. */
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

/** The rows that were not stored, to mend and send again, as long as the server keeps them. */
const failedRows = (records: ContractImport[]): Column<ContractImport> => {
  const kept = records.slice(0, importLimits.keptFailures)
  return {
    field: 'id',
    label: t('Failed rows'),
    sortable: false,
    show: (id, record) => {
      if (record.failed === 0 || record.state === 'RUNNING' || !kept.includes(record)) return dash
      const get = (format: ExportFormat) => download(downloadImportFailures, { params: { id }, query: { format } })
      return <Downloads of={t('the failed rows of {fileName}', { fileName: record.fileName })} get={get} />
    },
  }
}

export type Undone = Answer<typeof undoContractImport>

const mayBeUndone = ({ state, isDryRun, created }: ContractImport) =>
  !isDryRun && created > 0 && state !== 'RUNNING' && state !== 'UNDONE'

/** Takes the contracts of an upload out again, for those who may delete. */
export function UndoButton({ record, onUndone }: { record: ContractImport; onUndone: (undone: Undone) => void }) {
  const { id, created, fileName } = record
  const queryClient = useQueryClient()
  const [undoing, setUndoing] = useState(false)
  if (!useCan(undoContractImport) || !mayBeUndone(record)) return null

  async function undo() {
    const question = t('Delete the {contracts} of this upload? Those that were edited or are in use since stay.', {
      contracts: counted(created, 'contract'),
    })
    if (!window.confirm(question)) return
    setUndoing(true)
    try {
      const undone = await call(undoContractImport, { params: { id } })
      onUndone(undone)
      void alertSuccess(t('{contracts} deleted.', { contracts: counted(undone.removed, 'contract') }))
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

/** Which contracts of an undone upload stay, and why. */
function KeptContracts({ undone, onClose }: { undone: Undone; onClose: () => void }) {
  const { kept, removed } = undone
  if (kept.length === 0) return null
  return (
    <Alert
      color="orange"
      mb="sm"
      role="alert"
      title={t(kept.length === 1 ? '{contracts} deleted, {kept} stays' : '{contracts} deleted, {kept} stay', {
        contracts: counted(removed, 'contract'),
        kept: decimal(kept.length),
      })}
      withCloseButton
      closeButtonLabel={t('Dismiss')}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        {kept.slice(0, mostListed).map(({ id, refId, reason }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/contracts/${id}`} inherit c="inherit" underline="always">
              {refId}
            </Anchor>
            : {translated(reason)}
          </List.Item>
        ))}
      </List>
      {kept.length > mostListed && (
        <Text size="sm">{t('and {count} more', { count: decimal(kept.length - mostListed) })}</Text>
      )}
    </Alert>
  )
}

interface Props {
  list: Rows<ContractImport>
  /** What the last undoing came to. */
  undone: Undone | null
  onUndone: (undone: Undone | null) => void
}

export function ImportHistory({ list, undone, onUndone }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone with what there was to undo.
  useEffect(() => {
    if (undone) box.current?.focus()
  }, [undone])
  return (
    <RecordSection title={t('Last uploads')} source={list}>
      <div ref={box} tabIndex={-1} className={classes['panel']}>
        {undone && <KeptContracts undone={undone} onClose={() => onUndone(null)} />}
        {!list.error && (
          <DataTable
            caption={t('Last uploads')}
            // It is fetched again and again while an upload runs: the rows would flicker.
            list={{ ...list, fetching: false }}
            columns={[...columns, failedRows(list.all)]}
            actions={(record) => <UndoButton record={record} onUndone={onUndone} />}
            empty={t('Nothing has been uploaded yet. Choose a file above, or start from the template.')}
          />
        )}
        {list.total > list.size && <Pager list={list} />}
      </div>
    </RecordSection>
  )
}
