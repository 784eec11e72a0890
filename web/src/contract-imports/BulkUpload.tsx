import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { type ContractImport, downloadImportFailures, uploadContracts } from '@plinth/api/contract-imports'
import { filterContracts } from '@plinth/api/contracts'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, download } from '../lib/call.ts'
import { decimal } from '../lib/format.ts'
import { upload } from '../lib/upload.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import classes from './BulkUpload.module.css'
import { counted, Downloads, ImportFailures } from './ImportFailures.tsx'
import { ImportHistory, progressText, UndoButton, type Undone, useImports } from './ImportHistory.tsx'
import { UploadForm } from './UploadForm.tsx'

type Outcome = Answer<typeof uploadContracts>

/** What is being sent, or was until it was cancelled. */
interface Attempt {
  isDryRun: boolean
  /** The uploads known before: the next one is this. */
  known: Set<string>
}
type Stage =
  | { name: 'idle'; fault: string | null; cancelled?: Attempt; isReset?: true }
  | ({ name: 'uploading'; sent: number; file: File } & Attempt)
  | { name: 'done'; outcome: Outcome }

const idle = { name: 'idle', fault: null } satisfies Stage

/** The server's own words where it gave any. */
function faultText(error: unknown): string {
  const isAnswer = error instanceof CallError && error.status !== 0 && error.code !== 'unknown'
  return isAnswer && error.message ? error.message : 'Upload failed. Please try again.'
}

/** Sends a file and tells how far it is. Leaving the screen cancels what is being sent. */
function useUpload() {
  const [stage, setStage] = useState<Stage>(idle)
  const queryClient = useQueryClient()
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File, attempt: Attempt) {
    const abort = new AbortController()
    sending.current = abort
    setStage({ name: 'uploading', sent: 0, file, ...attempt })
    const onSent = (sent: number) => setStage((now) => (now.name === 'uploading' ? { ...now, sent } : now))
    try {
      const input = { query: { dryRun: attempt.isDryRun ? 'true' : 'false' }, body: file } as const
      const outcome = await upload(uploadContracts, input, { onSent, signal: abort.signal })
      setStage({ name: 'done', outcome })
    } catch (error) {
      if (abort.signal.aborted) setStage({ name: 'idle', fault: null, cancelled: attempt })
      else setStage({ name: 'idle', fault: faultText(error) })
    } finally {
      void queryClient.invalidateQueries()
    }
  }

  return { stage, setStage, send, cancel: () => sending.current?.abort() }
}

export function BulkUpload() {
  const [file, setFile] = useState<File | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)
  const { stage, setStage, send, cancel } = useUpload()
  const list = useImports(stage.name === 'uploading' && stage.sent === 1)
  const attempt = stage.name === 'uploading' ? stage : stage.name === 'idle' ? stage.cancelled : undefined
  const mine = attempt && list.all.find(({ id }) => !attempt.known.has(id))
  const others = stage.name === 'idle' && list.all.find(({ state, id }) => state === 'RUNNING' && id !== mine?.id)
  const forbidden = list.error?.status === 403 ? list.error : null
  const start = (chosen: File, isDryRun: boolean) =>
    void send(chosen, { isDryRun, known: new Set(list.all.map(({ id }) => id)) })

  return (
    <Screen
      title="Bulk upload"
      source={{ error: forbidden, retry: list.retry }}
      actions={
        <LinkButton variant="default" to="/contracts/list" call={filterContracts}>
          Contracts
        </LinkButton>
      }
    >
      <UnsavedGuard
        unsaved={() => stage.name === 'uploading'}
        title="Leave while uploading?"
        loss="Leaving cancels the upload. Contracts that are already stored stay."
      />
      {others && <UnderWay record={others} />}
      {stage.name === 'idle' && stage.cancelled && (
        <Cancelled isDryRun={stage.cancelled.isDryRun} record={mine} onUndone={setUndone} />
      )}
      {stage.name === 'idle' && (
        <UploadForm
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
      {stage.name === 'uploading' && <Uploading {...stage} record={mine} onCancel={cancel} />}
      {stage.name === 'done' && (
        <Done
          outcome={stage.outcome}
          onUpload={file && (() => start(file, false))}
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
          if (stage.name === 'done' && stage.outcome.import.id === next?.import.id) setStage(idle)
        }}
      />
    </Screen>
  )
}

/** Takes the focus, which would be lost with the button that led here. */
function useFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return box
}

/** Another upload of the company runs: a second one would be refused. */
function UnderWay({ record }: { record: ContractImport }) {
  return (
    <Alert color="petrol" mb="sm" title={`${record.startedByName ?? 'Somebody'} is uploading a file`}>
      {record.fileName}: {progressText(record)}. One file at a time is taken in; yours can be uploaded when it is done.
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
      title={isDryRun ? 'The check was cancelled' : 'The upload was cancelled'}
    >
      <Text size="sm" mb={stored > 0 ? 'xs' : 0}>
        {stored > 0
          ? `${counted(stored, 'contract')} had been stored by then and stay, until the upload is undone.`
          : 'Nothing was stored.'}
      </Text>
      {record && <UndoButton record={record} onUndone={onUndone} />}
    </Alert>
  )
}

interface UploadingProps {
  file: File
  isDryRun: boolean
  sent: number
  record: ContractImport | undefined
  onCancel: () => void
}

/** Two ways to go: the bytes to the server, and there the rows into the contracts. */
function Uploading({ file, isDryRun, sent, record, onCancel }: UploadingProps) {
  const box = useFocus()
  const arrived = sent === 1
  const step = arrived ? 'Step 2 of 2: reading the rows' : 'Step 1 of 2: sending the file'
  const { rowsExpected = null, rowsRead = 0 } = (arrived && record) || {}
  const part = arrived ? rowsExpected && rowsRead / rowsExpected : sent
  const percent = part === null ? null : Math.min(100, Math.round(part * 100))
  return (
    <RecordSection title={`${isDryRun ? 'Checking' : 'Uploading'} ${file.name}`}>
      <div ref={box} tabIndex={-1} className={classes['panel']}>
        <Group justify="space-between" gap="sm" mb={6}>
          <Text size="sm" role="status">
            {step}
          </Text>
          <Text size="sm" className="tabular">
            {arrived ? record && progressText(record) : `${percent}%`}
          </Text>
        </Group>
        <Progress.Root size="lg" mb="md">
          <Progress.Section
            value={percent ?? 100}
            animated={arrived}
            aria-label={step}
            {...(percent === null && { 'aria-valuenow': undefined, 'aria-valuetext': 'under way' })}
          />
        </Progress.Root>
        <Group gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {!isDryRun && (
            <Text size="sm" c="dimmed">
              Contracts that are already stored stay when you cancel; they can be undone afterwards.
            </Text>
          )}
        </Group>
      </div>
    </RecordSection>
  )
}

interface DoneProps {
  outcome: Outcome
  /** Sends the file that was checked for real. */
  onUpload: (() => void) | null
  onReset: () => void
}

function Done({ outcome, onUpload, onReset }: DoneProps) {
  const box = useFocus()
  const { message, failures } = outcome
  const { id, isDryRun, rowsRead, created, failed, ignoredColumns, fileName } = outcome.import
  const color = failed === 0 ? 'green' : created > 0 ? 'orange' : 'red'
  const figures = [
    ['Rows read', rowsRead],
    [isDryRun ? 'In order' : 'Stored', created],
    [isDryRun ? 'To mend' : 'Not stored', failed],
  ] as const
  return (
    <RecordSection title={`${isDryRun ? 'Check' : 'Upload'} of ${fileName}`}>
      <Alert ref={box} tabIndex={-1} role="alert" color={color} mb="md">
        <Text fw={600}>{message || 'Upload successful!'}</Text>
      </Alert>
      <dl className={classes['figures']}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{decimal(figure)}</dd>
          </div>
        ))}
      </dl>
      {ignoredColumns.length > 0 && (
        <Alert color="yellow" mb="md" title="These columns were not read">
          {ignoredColumns.join(', ')}. Their headings are no field of a contract.
        </Alert>
      )}
      <Group gap="xs" mb={failed > 0 ? 'md' : 0}>
        {isDryRun && created > 0 && onUpload && (
          <Button onClick={onUpload}>
            Upload the {decimal(created)} good {created === 1 ? 'row' : 'rows'}
          </Button>
        )}
        {!isDryRun && created > 0 && (
          <LinkButton to="/contracts/list" call={filterContracts}>
            See the contracts
          </LinkButton>
        )}
        <Button variant="default" onClick={onReset}>
          Reset
        </Button>
      </Group>
      {failed > 0 && (
        <>
          <Group mb="sm">
            <Downloads
              label="Download the failed rows"
              of="the failed rows"
              get={(format) => download(downloadImportFailures, { params: { id }, query: { format } })}
            />
          </Group>
          <ImportFailures failures={failures} failed={failed} />
        </>
      )}
    </RecordSection>
  )
}
