import { Alert, Button, FileButton, Group, Text } from '@mantine/core'
import { IconCamera, IconFiles } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './Documents.module.css'
import { UploadList } from './UploadList.tsx'
import { type About, type Chosen, totalsOf } from './upload-queue.ts'
import type { Place } from './useDocuments.ts'
import { type Service, useUploads } from './useUploads.ts'

/** What a page says where files are chosen first and then sent by a button. */
export interface FormTexts {
  none: string
  failed: string
  done?: (count: number) => string
}

export interface UploadProps {
  place: Place
  service: Service
  /** Without it files are sent as soon as they are chosen. */
  form?: FormTexts
  /** What is said of the files of a form; the fields for it are `children`. */
  about?: About
  onFault?: (error: unknown) => void
  children?: ReactNode
}

/** Files that were dropped; of a folder the browser only tells that it is one. */
const droppedIn = ({ dataTransfer }: DragEvent): Chosen[] =>
  [...dataTransfer.items].flatMap((item) => {
    const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, isFolder }] : []
  })

/** A file that misses the area would be opened by the browser in place of the page. */
function useNoStrayDrops() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => event.preventDefault()
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, keep)
    return () => {
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, keep)
    }
  }, [])
}

/** Where documents are dropped or chosen, and what becomes of them. */
export function UploadArea({ place, service, form, about, onFault, children }: UploadProps) {
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
      <DropZone onTake={take} isForm={form !== undefined} />
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
}

function DropZone({ onTake, isForm }: ZoneProps) {
  const [isOver, setOver] = useState(false)
  const phone = usePhone()
  const forget = useRef<() => void>(null)
  const forgetPhoto = useRef<() => void>(null)
  const when = isForm ? '' : t('{value} are uploaded at once. ', { value: phone ? 'Files' : 'They' })
  useNoStrayDrops()

  function choose(files: File[]) {
    onTake(files.map((file) => ({ file })))
    // Else choosing the same file again would be no change to the browser.
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
        {phone && (
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
        {isOver
          ? t('Drop the files to add them.')
          : t('{value}{when}At most 100 MB each.', { value: phone ? '' : 'Or drag files here. ', when })}
      </Text>
    </div>
  )
}
