import { ActionIcon, Button, CopyButton, Loader, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { documentTypes } from '@plinth/api/documents/document-types'
import { type Document, defaultDocType, deleteDocument, getDocument } from '@plinth/api/documents/documents'
import {
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { dash, kilobytes, momentText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Empty, Failure } from '../../ui/shell/Screen.tsx'
import classes from './DocumentList.module.css'
import { type FormTexts, UploadArea, type UploadProps } from './UploadArea.tsx'
import { type Place, useDocuments, useRights } from './useDocuments.ts'
import { useValidityEntry, Validity, ValidityAction } from './Validity.tsx'

const DocumentPreview = lazyDialog(() => import('./DocumentPreview.tsx'), 'DocumentPreview')

/** The open preview, with the list as it was when it was opened: the list may grow meanwhile. */
interface OpenPreview {
  documents: readonly Document[]
  at: number
}

/** The documents of a record, newest first. */
export function DocumentList({ place }: { place: Place }) {
  const list = useDocuments(place)
  const { documents = [] } = list
  const may = useRights(place.entityType)
  const [preview, setPreview] = useState<OpenPreview | null>(null)
  const table = useRef<HTMLTableElement>(null)

  // The focus would be lost with the deleted row, so it moves to the table.
  const deleting = useRef(0)
  useEffect(() => {
    if (documents.length < deleting.current && document.activeElement === document.body) table.current?.focus()
    deleting.current = documents.length
  }, [documents.length])

  if (list.error && documents.length === 0) return <Failure text={t('Failed to fetch documents')} source={list} />
  if (!list.documents) return <Waiting />
  if (documents.length === 0)
    return (
      <Empty filtered={false}>
        {may('canCreate')
          ? t('There are no documents yet. Choose files above to add the first.')
          : t('There are no documents yet.')}
      </Empty>
    )
  return (
    <div className={classes['list']}>
      <table ref={table} tabIndex={-1} aria-label={t('Documents')}>
        <thead>
          <tr>
            {[t('Document'), t('Size'), t('Added'), 'SHA-256'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t('Actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((one, at) => (
            <DocumentRow
              key={one.id}
              document={one}
              fetchedAt={list.fetchedAt}
              // A measurement sheet proves a past state, so its documents do not expire.
              mayEdit={may('canEdit') && place.entityType !== 'MEASUREMENT'}
              mayDelete={may('canDelete')}
              onPreview={() => setPreview({ documents, at })}
            />
          ))}
        </tbody>
      </table>
      {list.hasOlder && (
        <Button variant="default" mt="sm" loading={list.isFetchingOlder} onClick={list.fetchOlder}>
          {t('Show older')}
        </Button>
      )}
      {preview && <DocumentPreview {...preview} onClose={() => setPreview(null)} />}
    </div>
  )
}

const Waiting = () => (
  <Stack gap="xs" aria-busy>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Stack>
)

interface RowProps {
  document: Document
  fetchedAt: number
  mayEdit: boolean
  mayDelete: boolean
  onPreview: () => void
}

function DocumentRow({ document: one, fetchedAt, mayEdit, mayDelete, onPreview }: RowProps) {
  const validity = useValidityEntry()
  const { id, fileName, fileType, docType, purpose } = one
  const label = translated(documentTypes[fileType]?.label ?? fileType)
  const remove = {
    endpoint: deleteDocument,
    params: { id },
    confirm: t('Are you sure you want to delete this document?'),
  }
  const kind = [label, docType !== defaultDocType && words(docType), purpose].filter(Boolean).join(' · ')
  return (
    <tr>
      <th scope="row">
        <div className={classes['what']}>
          <Thumbnail key={one.thumbnailUrl} document={one} />
          <div>
            <button
              type="button"
              className={classes['name']}
              aria-label={t('Preview {fileName}', { fileName })}
              onClick={onPreview}
            >
              {fileName}
            </button>
            <div className={`hint tabular ${classes['faint']}`}>{kind}</div>
            <Validity document={one} entry={validity} />
          </div>
        </div>
      </th>
      <td className={classes['size']}>{kilobytes(one.size)}</td>
      <td>
        {momentText(one.createdAt)}
        <div className={`hint tabular ${classes['faint']}`}>{one.createdByName ?? dash}</div>
      </td>
      <td className={classes['sum']}>
        <Checksum of={fileName} sha256={one.sha256} />
      </td>
      <td>
        <RowActions name={fileName} {...(mayDelete && { remove })}>
          {mayEdit && <ValidityAction document={one} entry={validity} />}
          <Download document={one} fetchedAt={fetchedAt} />
        </RowActions>
      </td>
    </tr>
  )
}

const icons = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  table: IconTable,
  text: IconFileText,
  video: IconMovie,
  zip: IconFileZip,
  other: IconFile,
}

function kindOf(fileType: string): keyof typeof icons {
  const preview = documentTypes[fileType]?.preview
  if (preview) return preview
  if (fileType.startsWith('image/')) return 'image'
  if (fileType.startsWith('video/')) return 'video'
  return fileType === 'application/zip' ? 'zip' : 'other'
}

/** Shows the icon when the link has expired. */
function Thumbnail({ document: { thumbnailUrl, arePicturesDue, fileType } }: { document: Document }) {
  const [isBroken, setBroken] = useState(false)
  const Icon = icons[kindOf(fileType)]
  return (
    <span className={classes['thumbnail']}>
      {thumbnailUrl && !isBroken ? (
        <img src={thumbnailUrl} alt="" loading="lazy" width={40} height={40} onError={() => setBroken(true)} />
      ) : arePicturesDue ? (
        <Loader size={18} color="gray" role="img" aria-label={t('Being drawn')} />
      ) : (
        <Icon size={22} stroke={1.4} aria-hidden />
      )}
    </span>
  )
}

function Checksum({ of, sha256 }: { of: string; sha256: string }) {
  return (
    <details>
      <summary aria-label={t('SHA-256 of {fileName}, {beginning}…', { fileName: of, beginning: sha256.slice(0, 8) })}>
        <code>{sha256.slice(0, 8)}…</code>
      </summary>
      <code className={classes['whole']}>{sha256}</code>
      {/* Browsers allow a page to write to the clipboard on https only. */}
      {window.isSecureContext && (
        <CopyButton value={sha256}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {copied ? t('Copied') : t('Copy')}
            </Button>
          )}
        </CopyButton>
      )}
    </details>
  )
}

const linkLifetimeMs = 60_000

/** Downloads by the list's link while it surely works, and by a fresh one afterwards. */
function Download({ document: { id, fileName, s3Url }, fetchedAt }: Pick<RowProps, 'document' | 'fetchedAt'>) {
  async function follow(event: MouseEvent) {
    if (Date.now() - fetchedAt < linkLifetimeMs) return
    event.preventDefault()
    try {
      const fresh = await call(getDocument, { params: { id } })
      const link = document.createElement('a')
      link.href = fresh.s3Url
      link.download = fresh.fileName
      link.click()
    } catch (error) {
      void alertFailure(
        t('The document could not be downloaded.'),
        error instanceof CallError ? error.message : undefined,
      )
    }
  }
  return (
    <ActionIcon
      component="a"
      href={s3Url}
      download={fileName}
      variant="subtle"
      color="gray"
      aria-label={t('Download {fileName}', { fileName })}
      title={t('Download {fileName}', { fileName })}
      onClick={(event) => void follow(event)}
    >
      <IconDownload size={17} stroke={1.7} />
    </ActionIcon>
  )
}

/** The documents of a record, with an area to add more; files are sent as soon as they are chosen. */
export function RecordDocuments({ place, ...area }: Pick<UploadProps, 'place' | 'hasCamera'>) {
  const may = useRights(place.entityType)
  if (!may('canView')) return null
  return (
    <>
      {may('canCreate') && <UploadArea {...area} place={place} service="project" />}
      <DocumentList place={place} />
    </>
  )
}

interface FormProps extends UploadProps {
  form: FormTexts
}

/** A form in which files are chosen first and sent by a button, above the list of documents. */
export function UploadPage(props: FormProps) {
  const may = useRights(props.place.entityType)
  return (
    <>
      {may('canCreate') && (
        <RecordSection title={t('Upload documents')}>
          <UploadArea {...props} />
        </RecordSection>
      )}
      <RecordSection title={t('Documents')}>
        <DocumentList place={props.place} />
      </RecordSection>
    </>
  )
}
