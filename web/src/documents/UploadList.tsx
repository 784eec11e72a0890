import { ActionIcon, Box, Button, Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconCheck, IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { counted, decimal, kilobytes } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import classes from './Documents.module.css'
import { canRetry, isLive, totalsOf, type Upload, type UploadQueue } from './upload-queue.ts'

interface Props {
  queue: UploadQueue
  uploads: readonly Upload[]
  /** What the page says when all is done. */
  done?: ((count: number) => string) | undefined
}

function summaryOf({ uploads, done }: Props): string {
  const totals = totalsOf(uploads)
  if (totals.isBusy) return t('Uploading {files}', { files: counted(totals.files, 'file') })
  if (totals.chosen > 0) return t('{chosen} ready to upload', { chosen: counted(totals.chosen, 'file') })
  if (done && totals.done > 0) return done(totals.done)
  const parts = [
    totals.done > 0 && t('{done} uploaded', { done: counted(totals.done, 'file') }),
    totals.failed > 0 && t('{failed} failed', { failed: decimal(totals.failed) }),
    totals.cancelled > 0 && t('{cancelled} cancelled', { cancelled: decimal(totals.cancelled) }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The files on their way, each with how far it is, and all of them together. */
export function UploadList(props: Props) {
  const { queue, uploads } = props
  const { isBusy, files, done, toRetry, chosen, part } = totalsOf(uploads)
  const percent = Math.floor(part * 100)
  return (
    <div className={classes['uploads']} data-empty={uploads.length === 0 || undefined}>
      <Group justify="space-between" gap="xs">
        {/* One sentence at every turn: the figures beside it change too often to be read out. */}
        <Text role="status" fw={600}>
          {summaryOf(props)}
        </Text>
        <Group gap="xs">
          {isBusy && (
            <Text size="sm" className="tabular">
              {decimal(done)} {t('of')} {counted(files, 'file')}, {percent}%
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
        // Where there are many they scroll, by the keyboard too.
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

const textOf = ({ stage, note }: Upload): string => {
  switch (stage.name) {
    case 'chosen':
      return t('Ready to upload')
    case 'waiting':
      return t('Waiting')
    case 'sending': {
      const percent = `${Math.floor(stage.sent * 100)}%`
      if (!note) return t('Sending, {percent}', { percent })
      return stage.sent > 0 ? t('{note}, now {percent}', { note, percent }) : note
    }
    case 'checking':
      return note ?? t('Being checked')
    case 'done':
      return t('Uploaded')
    case 'cancelled':
      return t('Cancelled')
    case 'failed':
      return stage.reason
  }
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

/** One of hundreds, of which few change at a time. */
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
