import { Alert, Button, Group, Text } from '@mantine/core'
import { downloadContractTemplate, downloadImportFailures, uploadContracts } from '@plinth/api/contract-imports'
import { filterContracts } from '@plinth/api/contracts'
import { type ContractImport, importLimits } from '@plinth/api/import-results'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { useState } from 'react'
import { download } from '../lib/download.ts'
import { counted } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { upload } from '../lib/upload.ts'
import { denied, useAllowed } from '../lib/useAllowed.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SheetNotes } from '../ui/SheetNotes.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { Downloads, ImportFailures } from './ImportFailures.tsx'
import { ImportHistory, progressText, UndoButton, type Undone, useImports } from './ImportHistory.tsx'
import { UnknownDepartments } from './UnknownDepartments.tsx'
import { idle, UploadFigures, UploadForm, Uploading, useFocus, useUpload } from './UploadForm.tsx'
import { type Outcome, outcomeOf } from './upload-outcome.ts'

/** An upload and those known before: the next one is this. */
interface Attempt {
  isDryRun: boolean
  known: Set<string>
}

const kind = {
  label: t('File of contracts'),
  call: uploadContracts,
  rows: importLimits.rows,
  intro: t(
    'Rows that are in order are stored; the others are listed with what to mend. Check first judges every row and stores nothing. A row that was uploaded before is not stored again.',
  ),
  getTemplate: (format: ExportFormat) => download(downloadContractTemplate, { query: { format } }),
}

export function BulkUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)
  const { stage, setStage, send, cancel } = useUpload<Outcome, Attempt>(async (chosen, { isDryRun }, watch) => {
    const input = { query: { dryRun: isDryRun ? 'true' : 'false' }, body: chosen } as const
    return outcomeOf(await upload(uploadContracts, input, watch), { isDryRun, fileName: chosen.name })
  })
  const list = useImports(stage.name === 'uploading' && stage.sent === 1)
  const attempt = stage.name === 'uploading' ? stage.attempt : stage.name === 'idle' ? stage.cancelled : undefined
  const mine = attempt && list.all.find(({ id }) => !attempt.known.has(id))
  const others = stage.name === 'idle' && list.all.find(({ state, id }) => state === 'RUNNING' && id !== mine?.id)
  const may = useAllowed([uploadContracts])
  const forbidden = may === false ? denied : list.error?.status === 403 ? list.error : null
  const start = (chosen: File, isDryRun: boolean) =>
    void send(chosen, { isDryRun, known: new Set(list.all.map(({ id }) => id)) })

  return (
    <Screen
      title={t('Bulk upload')}
      source={{ error: forbidden, retry: list.retry }}
      actions={
        <LinkButton variant="default" to="/contracts/list" call={filterContracts}>
          {t('Contracts')}
        </LinkButton>
      }
    >
      <UnsavedGuard
        unsaved={() => stage.name === 'uploading'}
        title={t('Leave while uploading?')}
        loss={t('Leaving cancels the upload. Contracts that are already stored stay.')}
      />
      {others && <UnderWay record={others} />}
      {stage.name === 'idle' && stage.cancelled && (
        <Cancelled isDryRun={stage.cancelled.isDryRun} record={mine} onUndone={setUndone} />
      )}
      {may === true && stage.name === 'idle' && (
        <UploadForm
          kind={kind}
          file={file}
          fault={stage.fault}
          takesFocus={stage.isReset === true}
          onChoose={(chosen) => {
            setFile(chosen)
            setStage(idle)
          }}
          onFault={(fault) => setStage({ name: 'idle', fault })}
          onSend={start}
        />
      )}
      {stage.name === 'uploading' && (
        <Uploading
          file={stage.file}
          sent={stage.sent}
          isDryRun={stage.attempt.isDryRun}
          rows={mine}
          rowsText={mine && progressText(mine)}
          note={t('Contracts that are already stored stay when you cancel; they can be undone afterwards.')}
          onCancel={cancel}
        />
      )}
      {stage.name === 'done' && (
        <Done
          outcome={stage.outcome}
          onUpload={file && (() => start(file, false))}
          onAgain={file && (() => start(file, stage.outcome.isDryRun))}
          onReset={() => {
            setFile(null)
            setStage({ ...idle, isReset: true })
          }}
        />
      )}
      <ImportHistory
        list={list}
        undone={undone}
        onUndone={(next) => {
          setUndone(next)
          // What it says of the contracts is true no more.
          if (stage.name === 'done' && stage.outcome.record?.id === next?.import.id) setStage(idle)
        }}
      />
    </Screen>
  )
}

/** Another upload of the company runs: a second one would be refused. */
function UnderWay({ record }: { record: ContractImport }) {
  return (
    <Alert
      color="petrol"
      mb="sm"
      title={t('{name} is uploading a file', { name: record.startedByName ?? t('Somebody') })}
    >
      {t('{fileName}: {progress}. One file at a time is taken in; yours can be uploaded when it is done.', {
        fileName: record.fileName,
        progress: progressText(record),
      })}
    </Alert>
  )
}

interface CancelledProps {
  isDryRun: boolean
  record: ContractImport | undefined
  onUndone: (undone: Undone) => void
}

function Cancelled({ isDryRun, record, onUndone }: CancelledProps) {
  const box = useFocus()
  const stored = isDryRun ? 0 : (record?.created ?? 0)
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="orange"
      mb="sm"
      role="alert"
      title={isDryRun ? t('The check was cancelled') : t('The upload was cancelled')}
    >
      <Text size="sm" mb={stored > 0 ? 'xs' : 0}>
        {stored > 0
          ? t('{contracts} had been stored by then and stay, until the upload is undone.', {
              contracts: counted(stored, 'contract'),
            })
          : t('Nothing was stored.')}
      </Text>
      {record && <UndoButton record={record} onUndone={onUndone} />}
    </Alert>
  )
}

interface DoneProps {
  outcome: Outcome
  /** Sends the file that was checked for real. */
  onUpload: (() => void) | null
  onAgain: (() => void) | null
  onReset: () => void
}

function Done({ outcome, onUpload, onAgain, onReset }: DoneProps) {
  const box = useFocus()
  const { message, failures, failed, notes, isDryRun, fileName, record } = outcome
  const { id, rowsRead, created, ignoredColumns } = record ?? { ignoredColumns: [] }
  const color = failed === 0 ? 'green' : created === 0 ? 'red' : 'orange'
  const figures = [
    [t('Rows read'), rowsRead],
    [isDryRun ? t('In order') : t('Stored'), created],
    [isDryRun ? t('To mend') : t('Not stored'), failed],
  ] as const
  const known = figures.flatMap(([label, figure]) => (figure === undefined ? [] : [[label, figure] as const]))
  return (
    <RecordSection title={isDryRun ? t('Check of {fileName}', { fileName }) : t('Upload of {fileName}', { fileName })}>
      <Alert ref={box} tabIndex={-1} role="alert" color={color} mb="md">
        <Text fw={600}>{message || t('Upload successful!')}</Text>
      </Alert>
      {record && <UploadFigures figures={known} />}
      {ignoredColumns.length > 0 && (
        <Alert color="yellow" mb="md" title={t('These columns were not read')}>
          {t('{columns}. Their headings are no field of a contract.', { columns: ignoredColumns.join(', ') })}
        </Alert>
      )}
      <SheetNotes notes={notes} />
      {failed > 0 && <UnknownDepartments failures={failures} onAgain={onAgain} />}
      <Group gap="xs" mb={failed > 0 ? 'md' : 0}>
        {isDryRun && created && onUpload ? (
          <Button onClick={onUpload}>{t('Upload the {rows}', { rows: counted(created, 'good row') })}</Button>
        ) : null}
        {!isDryRun && created !== 0 && (
          <LinkButton to="/contracts/list" call={filterContracts}>
            {t('See the contracts')}
          </LinkButton>
        )}
        <Button variant="default" onClick={onReset}>
          {t('Reset')}
        </Button>
      </Group>
      {failed > 0 && (
        <>
          {id && (
            <Group mb="sm">
              <Downloads
                label={t('Download the failed rows')}
                of={t('the failed rows')}
                get={(format) => download(downloadImportFailures, { params: { id }, query: { format } })}
              />
            </Group>
          )}
          <ImportFailures failures={failures} failed={failed} />
        </>
      )}
    </RecordSection>
  )
}
