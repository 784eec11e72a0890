import { Alert, Button, Group, Text } from '@mantine/core'
import type { ContractImport } from '@plinth/api/platform/import-results'
import { useState } from 'react'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { upload } from '../../lib/upload.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { SheetNotes } from '../../ui/list/SheetNotes.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import { Downloads, ImportFailures } from './ImportFailures.tsx'
import { ImportHistory, progressText, UndoButton, useImports } from './ImportHistory.tsx'
import type { ImportKind, Undone } from './import-kind.ts'
import { UnknownDepartments } from './UnknownDepartments.tsx'
import { idle, UploadFigures, UploadForm, Uploading, useFocus, useUpload } from './UploadForm.tsx'
import { type Outcome, outcomeOf } from './upload-outcome.ts'

/** An attempt, with the imports known before it: the next new one is its own. */
interface Attempt {
  isDryRun: boolean
  known: Set<string>
}

export function ImportScreen({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<File | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)
  const { stage, setStage, send, cancel } = useUpload<Outcome, Attempt>(async (chosen, { isDryRun }, watch) => {
    const input = { query: { dryRun: isDryRun ? 'true' : 'false' }, body: chosen } as const
    return outcomeOf(await upload(kind.form.call, input, watch), { isDryRun, fileName: chosen.name })
  })
  const list = useImports(kind, stage.name === 'uploading' && stage.sent === 1)
  const attempt = stage.name === 'uploading' ? stage.attempt : stage.name === 'idle' ? stage.cancelled : undefined
  const mine = attempt && list.all.find(({ id }) => !attempt.known.has(id))
  const others = stage.name === 'idle' && list.all.find(({ state, id }) => state === 'RUNNING' && id !== mine?.id)
  const may = useAllowed([kind.form.call])
  const forbidden = may === false ? denied : list.error?.status === 403 ? list.error : null
  const start = (chosen: File, isDryRun: boolean) =>
    void send(chosen, { isDryRun, known: new Set(list.all.map(({ id }) => id)) })

  return (
    <Screen
      title={kind.title}
      source={{ error: forbidden, retry: list.retry }}
      actions={
        <LinkButton variant="default" to={kind.list.to} call={kind.list.call}>
          {kind.list.label}
        </LinkButton>
      }
    >
      <UnsavedGuard
        unsaved={() => stage.name === 'uploading'}
        title={t('Leave while uploading?')}
        loss={kind.said.loss}
      />
      {others && <UnderWay record={others} />}
      {stage.name === 'idle' && stage.cancelled && (
        <Cancelled kind={kind} isDryRun={stage.cancelled.isDryRun} record={mine} onUndone={setUndone} />
      )}
      {may === true && stage.name === 'idle' && (
        <UploadForm
          kind={kind.form}
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
          note={kind.said.cancelling}
          onCancel={cancel}
        />
      )}
      {stage.name === 'done' && (
        <Done
          kind={kind}
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
        kind={kind}
        list={list}
        undone={undone}
        onUndone={(next) => {
          setUndone(next)
          // The message about its contracts is no longer true.
          if (stage.name === 'done' && stage.outcome.record?.id === next?.import.id) setStage(idle)
        }}
      />
    </Screen>
  )
}

/** Shown while another import of the company runs: the server would refuse a second one. */
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
  kind: ImportKind
  isDryRun: boolean
  record: ContractImport | undefined
  onUndone: (undone: Undone) => void
}

function Cancelled({ kind, isDryRun, record, onUndone }: CancelledProps) {
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
        {stored > 0 ? kind.said.storedByThen(stored) : t('Nothing was stored.')}
      </Text>
      {record && <UndoButton kind={kind} record={record} onUndone={onUndone} />}
    </Alert>
  )
}

/** Columns that were not read. */
function UnreadColumns({ kind, columns }: { kind: ImportKind; columns: readonly string[] }) {
  if (columns.length === 0) return null
  return (
    <Alert color="yellow" mb="md" title={t('These columns were not read')}>
      {kind.said.unknownColumns(columns.join(', '))}
    </Alert>
  )
}

interface DoneProps {
  kind: ImportKind
  outcome: Outcome
  /** Imports the file that was checked. */
  onUpload: (() => void) | null
  onAgain: (() => void) | null
  onReset: () => void
}

function Done({ kind, outcome, onUpload, onAgain, onReset }: DoneProps) {
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
      <UnreadColumns kind={kind} columns={ignoredColumns} />
      <SheetNotes notes={notes} />
      {failed > 0 && <UnknownDepartments failures={failures} onAgain={onAgain} />}
      <Group gap="xs" mb={failed > 0 ? 'md' : 0}>
        {isDryRun && created && onUpload ? (
          <Button onClick={onUpload}>{t('Upload the {rows}', { rows: counted(created, 'good row') })}</Button>
        ) : null}
        {!isDryRun && created !== 0 && (
          <LinkButton to={kind.list.to} call={kind.list.call}>
            {kind.list.see}
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
                get={(format) => kind.getFailures(id, format)}
              />
            </Group>
          )}
          <ImportFailures failures={failures} failed={failed} />
        </>
      )}
    </RecordSection>
  )
}
