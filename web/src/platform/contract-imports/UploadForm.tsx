import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { isSheetFile, onlySheets, sheetEndings, uploadedSheetTypes } from '@plinth/api/kernel/sheet-files'
import { importLimits } from '@plinth/api/platform/import-results'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { isReadable } from '../../lib/upload.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import classes from './BulkUpload.module.css'
import { Downloads } from './ImportFailures.tsx'

/** A file being sent, or cancelled. */
interface Sending {
  isDryRun: boolean
}
/** An upload, from choosing a file to its outcome. */
export type Stage<Outcome, Attempt extends Sending> =
  | { name: 'idle'; fault: string | null; cancelled?: Attempt; isReset?: true }
  | { name: 'uploading'; sent: number; file: File; attempt: Attempt }
  | { name: 'done'; outcome: Outcome }

export const idle = { name: 'idle', fault: null } as const

/** The server's own message if there is one. */
function faultText(error: unknown): string {
  const isAnswer = error instanceof CallError && error.status !== 0 && error.code !== 'unknown'
  return isAnswer && error.message ? error.message : t('Upload failed. Please try again.')
}

interface Watch {
  onSent: (sent: number) => void
  signal: AbortSignal
}

/** Sends a file by `carry` and reports the progress. Leaving the screen cancels the upload. */
export function useUpload<Outcome, Attempt extends Sending>(
  carry: (file: File, attempt: Attempt, watch: Watch) => Promise<Outcome>,
) {
  const [stage, setStage] = useState<Stage<Outcome, Attempt>>(idle)
  const queryClient = useQueryClient()
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File, attempt: Attempt) {
    const abort = new AbortController()
    sending.current = abort
    setStage({ name: 'uploading', sent: 0, file, attempt })
    const onSent = (sent: number) => setStage((now) => (now.name === 'uploading' ? { ...now, sent } : now))
    try {
      const outcome = await carry(file, attempt, { onSent, signal: abort.signal })
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

/** Takes the focus, which would be lost with the button that led here. */
export function useFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return box
}

const noFile = t('Please select a file to upload.')
const wrongType = translated(onlySheets)
const changed = t('The file was changed since it was chosen. Please choose it again.')

function faultOf(file: File | null, call: Endpoint): string | null {
  if (!file) return noFile
  if (!isSheetFile(file)) return wrongType
  return call.upload && file.size > importLimits.bytes ? translated(call.upload.tooLarge) : null
}

/** Why a file cannot be sent; null when it can. */
export const whyNotSent = async (file: File | null, call: Endpoint): Promise<string | null> =>
  faultOf(file, call) ?? (file && !(await isReadable(file)) ? changed : null)

/** The kind of upload and its limits. */
export interface UploadKind {
  /** The label of the field: 'File of contracts'. */
  label: string
  /** The call that takes the file. */
  call: Endpoint
  /** The most rows that it takes. */
  rows: number
  /** The text about what the rows become. */
  intro: string
  getTemplate: (format: ExportFormat) => Promise<void>
}

interface Props {
  kind: UploadKind
  file: File | null
  /** Why the last attempt failed. */
  fault: string | null
  /** The previous step has ended, and its focused element is gone. */
  takesFocus: boolean
  /** Whether everything else is in order before a file is sent; shows what is not, and moves the focus there. */
  isReady?: () => boolean
  onChoose: (file: File | null) => void
  onFault: (fault: string) => void
  onSend: (file: File, isDryRun: boolean) => void
  /** Other choices, above the file. */
  children?: ReactNode
}

interface FileFieldProps {
  kind: Pick<UploadKind, 'label' | 'call' | 'rows'>
  file: File | null
  /** Why the last attempt failed. */
  fault: string | null
  takesFocus: boolean
  inputRef: RefObject<HTMLInputElement | null>
  onChoose: (file: File | null) => void
}

/** A field for a file, chosen or dropped. */
export function FileField({ kind, file, fault, takesFocus, inputRef, onChoose }: FileFieldProps) {
  const [over, setOver] = useState(false)
  const phone = usePhone()
  const limits = t('CSV or Excel ({endings}), at most 20 MB and {rows} rows.', {
    endings: sheetEndings.join(', '),
    rows: decimal(kind.rows),
  })
  const found = fault ?? (file && faultOf(file, kind.call))

  // Puts a file that was dropped, or chosen before the last attempt, into the input. In a layout effect: done later, it
  // could replace a file chosen meanwhile.
  useLayoutEffect(() => {
    const transfer = new DataTransfer()
    if (file) transfer.items.add(file)
    if (inputRef.current && inputRef.current.files?.[0] !== file) inputRef.current.files = transfer.files
  }, [file, inputRef])

  useEffect(() => {
    if (fault !== null || takesFocus) inputRef.current?.focus()
  }, [fault, takesFocus, inputRef])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onChoose(dropped)
  }

  return (
    <div
      className={classes['drop']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <TextInput
        ref={inputRef}
        type="file"
        label={kind.label}
        description={phone ? limits : t('{limits} You can also drag it here.', { limits })}
        accept={[...sheetEndings, ...uploadedSheetTypes].join(',')}
        classNames={{ input: classes['file'] ?? '' }}
        error={found && <span role="alert">{found}</span>}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
    </div>
  )
}

export function UploadForm({ kind, file, fault, takesFocus, isReady, onChoose, onFault, onSend, children }: Props) {
  const input = useRef<HTMLInputElement>(null)

  async function send(isDryRun: boolean) {
    if (isReady?.() === false) return
    const wrong = await whyNotSent(file, kind.call)
    if (file && wrong === null) return onSend(file, isDryRun)
    onFault(wrong ?? noFile)
    input.current?.focus()
  }

  return (
    <RecordSection title={t('Choose a file')}>
      <Text mb="sm" maw="46rem">
        {kind.intro}
      </Text>
      {children}
      <FileField {...{ kind, file, fault, takesFocus, onChoose }} inputRef={input} />
      <Stack gap="md">
        <Group gap="xs">
          <Button onClick={() => void send(false)}>{t('Upload')}</Button>
          <Button variant="default" onClick={() => void send(true)}>
            {t('Check first')}
          </Button>
        </Group>
        <Downloads label={t('Template with every column')} of={t('the template')} get={kind.getTemplate} />
      </Stack>
    </RecordSection>
  )
}

interface UploadingProps {
  file: File
  isDryRun: boolean
  sent: number
  /** The server's progress, if known. */
  rows?: { rowsExpected: number | null; rowsRead: number } | undefined
  rowsText?: string | undefined
  /** The consequences of cancelling. */
  note: string
  onCancel: () => void
}

/** Progress in two steps: sending the bytes, then storing the rows. */
export function Uploading({ file, isDryRun, sent, rows, rowsText, note, onCancel }: UploadingProps) {
  const box = useFocus()
  const arrived = sent === 1
  const step = arrived ? t('Step 2 of 2: reading the rows') : t('Step 1 of 2: sending the file')
  const { rowsExpected = null, rowsRead = 0 } = (arrived && rows) || {}
  const part = arrived ? rowsExpected && rowsRead / rowsExpected : sent
  const percent = part === null ? null : Math.min(100, Math.round(part * 100))
  return (
    <RecordSection
      title={isDryRun ? t('Checking {name}', { name: file.name }) : t('Uploading {name}', { name: file.name })}
    >
      <div ref={box} tabIndex={-1} className={classes['panel']}>
        <Group justify="space-between" gap="sm" mb={6}>
          <Text size="sm" role="status">
            {step}
          </Text>
          <Text size="sm" className="tabular">
            {arrived ? rowsText : `${percent}%`}
          </Text>
        </Group>
        <Progress.Root size="lg" mb="md">
          <Progress.Section
            value={percent ?? 100}
            animated={arrived}
            aria-label={step}
            {...(percent === null && { 'aria-valuenow': undefined, 'aria-valuetext': t('under way') })}
          />
        </Progress.Root>
        <Group gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          {!isDryRun && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
      </div>
    </RecordSection>
  )
}

/** The result of an import in numbers. */
export const UploadFigures = ({
  figures,
}: {
  figures: readonly (readonly [label: string, figure: number | string])[]
}) => (
  <dl className={classes['figures']}>
    {figures.map(([label, figure]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{typeof figure === 'number' ? decimal(figure) : figure}</dd>
      </div>
    ))}
  </dl>
)
