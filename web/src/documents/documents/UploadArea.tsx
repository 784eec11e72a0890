import { ActionIcon, Alert, Box, Button, FileButton, Group, Progress, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCamera,
  IconCheck,
  IconFile,
  IconFiles,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { type DragEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { counted, decimal, kilobytes } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import classes from './UploadArea.module.css'
import {
  type About,
  type Chosen,
  canRetry,
  isLive,
  summaryOf,
  textOf,
  totalsOf,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts'
import type { Place } from './useDocuments.ts'
import { type Service, useUploads } from './useUploads.ts'

/** The texts of a page on which files are chosen first and then sent by a button. */
export interface FormTexts {
  none: string
  failed: string
  done?: (count: number) => string
}

export interface UploadProps {
  place: Place
  service: Service
  /** Without a form, files are sent as soon as they are chosen. */
  form?: FormTexts
  /** False when the screen has another way to take a photo. */
  hasCamera?: boolean
  /** Type and purpose of the files of a form; the fields for them are `children`. */
  about?: About
  onFault?: (error: unknown) => void
  children?: ReactNode
}

/** Dropped files. For a folder the browser tells only that it is one. */
const droppedIn = ({ dataTransfer }: DragEvent): Chosen[] =>
  [...dataTransfer.items].flatMap((item) => {
    const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, isFolder }] : []
  })

/** Otherwise the browser would replace the page by a file dropped beside the area. */
function useNoStrayDrops() {
  useEffect(() => {
    const preventOpening = (event: globalThis.DragEvent) => event.preventDefault()
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, preventOpening)
    return () => {
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, preventOpening)
    }
  }, [])
}

/** The area to drop or choose documents, and the state of their uploads. */
export function UploadArea({ place, service, form, hasCamera = true, about, onFault, children }: UploadProps) {
  const { queue, uploads } = useUploads(place, service, onFault)
  const [fault, setFault] = useState<string | null>(null)
  const totals = totalsOf(uploads)

  function take(chosen: Chosen[]) {
    if (chosen.length === 0) return
    setFault(null)
    queue.add(chosen)
    if (!form) queue.start()
  }

  function submit() {
    if (totals.chosen === 0) setFault(form?.none ?? null)
    else queue.start(about)
  }

  const hasEnded = !totals.isBusy && totals.chosen === 0
  const shownFault = fault ?? (hasEnded && totals.failedSending > 0 ? form?.failed : null)
  return (
    <>
      <UnsavedGuard
        unsaved={() => totals.isBusy}
        title={t('Leave while uploading?')}
        loss={t('Leaving cancels the uploads that are under way. Documents that are already stored stay.')}
      />
      <DropZone onTake={take} isForm={form !== undefined} hasCamera={hasCamera} />
      <UploadList
        queue={queue}
        uploads={uploads}
        done={hasEnded && totals.failedSending === 0 ? form?.done : undefined}
      />
      {children}
      {shownFault && (
        <Alert role="alert" color="red" mb="md" p="xs">
          {shownFault}
        </Alert>
      )}
      {form && (
        <Button onClick={submit} disabled={totals.isBusy}>
          {t('Upload')}
        </Button>
      )}
    </>
  )
}

interface ZoneProps {
  onTake: (chosen: Chosen[]) => void
  isForm: boolean
  hasCamera: boolean
}

function DropZone({ onTake, isForm, hasCamera }: ZoneProps) {
  const [isOver, setOver] = useState(false)
  const phone = usePhone()
  const forget = useRef<() => void>(null)
  const forgetPhoto = useRef<() => void>(null)
  const notes = [
    !phone && t('Or drag files here.'),
    !isForm && (phone ? t('Files are uploaded at once.') : t('They are uploaded at once.')),
    t('At most 100 MB each.'),
  ]
  useNoStrayDrops()

  function choose(files: File[]) {
    onTake(files.map((file) => ({ file })))
    // Otherwise the browser would not report choosing the same file again.
    forget.current?.()
    forgetPhoto.current?.()
  }

  return (
    <div
      className={classes['zone']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onTake(droppedIn(event))
      }}
    >
      <Group gap="xs">
        <FileButton multiple onChange={choose} resetRef={forget} inputProps={{ 'aria-label': t('Files') }}>
          {(props) => (
            <Button {...props} variant={isForm ? 'default' : 'filled'} leftSection={<IconFiles size={16} />}>
              {t('Choose files')}
            </Button>
          )}
        </FileButton>
        {phone && hasCamera && (
          <FileButton
            accept="image/*"
            capture="environment"
            onChange={(photo) => photo && choose([photo])}
            resetRef={forgetPhoto}
            inputProps={{ 'aria-label': t('Photo') }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconCamera size={16} />}>
                {t('Take photo')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {isOver ? t('Drop the files to add them.') : notes.filter(Boolean).join(' ')}
      </Text>
    </div>
  )
}

interface ListProps {
  queue: UploadQueue
  uploads: readonly Upload[]
  /** The page's own text when all uploads are done. */
  done?: ((count: number) => string) | undefined
}

/** The uploads with their progress, and the progress of all together. */
function UploadList(props: ListProps) {
  const { queue, uploads } = props
  const { isBusy, files, done, toRetry, chosen, part } = totalsOf(uploads)
  const percent = Math.floor(part * 100)
  return (
    <div className={classes['uploads']} data-empty={uploads.length === 0 || undefined}>
      <Group justify="space-between" gap="xs">
        {/* Only this sentence is announced: the figures beside it change too often to be read out. */}
        <Text role="status" fw={600}>
          {summaryOf(uploads, props.done)}
        </Text>
        <Group gap="xs">
          {isBusy && (
            <Text size="sm" className="tabular">
              {t('{done} of {files}, {percent}', {
                done: decimal(done),
                files: counted(files, 'file'),
                percent: `${percent}%`,
              })}
            </Text>
          )}
          {isBusy && (
            <Button size="compact-sm" variant="default" onClick={() => queue.cancel()}>
              {t('Cancel all')}
            </Button>
          )}
          {toRetry > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => queue.retry()}>
              {t('Retry failed')}
            </Button>
          )}
          {!isBusy && uploads.length > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => queue.remove()}>
              {chosen > 0 ? t('Remove all') : t('Clear')}
            </Button>
          )}
        </Group>
      </Group>
      {isBusy && <Progress value={part * 100} size="sm" mt={6} aria-label={t('All files')} />}
      {uploads.length > 0 && (
        // A long list scrolls, by the keyboard too.
        <Box
          component="ul"
          className={classes['files']}
          aria-label={t('Files')}
          {...(uploads.length > 6 && { tabIndex: 0 })}
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.key} queue={queue} upload={upload} />
          ))}
        </Box>
      )}
    </div>
  )
}

const icons = {
  chosen: IconFile,
  waiting: IconFile,
  sending: IconFile,
  checking: IconFile,
  done: IconCheck,
  cancelled: IconBan,
  failed: IconAlertTriangle,
}

/** Memoised, because few of hundreds of rows change at a time. */
const UploadRow = memo(function UploadRow({ queue, upload }: { queue: UploadQueue; upload: Upload }) {
  const { key, file, stage } = upload
  const Icon = icons[stage.name]
  const [label, act, Sign] = isLive(upload)
    ? ([t('Cancel {name}', { name: file.name }), () => queue.cancel(key), IconX] as const)
    : canRetry(upload)
      ? ([t('Retry {name}', { name: file.name }), () => queue.retry(key), IconRefresh] as const)
      : ([t('Remove {name}', { name: file.name }), () => queue.remove(key), IconX] as const)
  return (
    <li className={classes['file']} data-stage={stage.name}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <div className={classes['said']}>
        <div>
          {file.name} <span className={classes['faint']}>{kilobytes(file.size)}</span>
        </div>
        <div className={classes['stage']}>{textOf(upload)}</div>
        {stage.name === 'sending' && (
          <Progress value={stage.sent * 100} size="xs" mt={4} aria-label={t('Upload of {name}', { name: file.name })} />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={act}
        {...(stage.name === 'done' && { style: { visibility: 'hidden' } })}
      >
        <Sign size={17} stroke={1.7} />
      </ActionIcon>
    </li>
  )
})
