import { Center, Loader, Table } from '@mantine/core'
import { documentTypes } from '@plinth/api/documents/document-types'
import { type Document, getDocumentPreview, previewLimits } from '@plinth/api/documents/documents'
import { type ReactNode, useState } from 'react'
import { decimal, kilobytes } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Failure } from '../../ui/shell/Screen.tsx'
import classes from './DocumentPreview.module.css'

const PdfPages = lazyPart(() => import('./PdfPages.tsx'), 'PdfPages', { ahead: false })

/** The type of a file, in words. */
export const typeLabel = ({ fileType }: Document) => translated(documentTypes[fileType]?.label ?? fileType)

const Notice = ({ children }: { children: ReactNode }) => (
  <Center h="100%" p="md" ta="center">
    {children}
  </Center>
)
const waiting = (
  <Notice>
    <Loader aria-label={t('Loading')} />
  </Notice>
)

interface ViewProps {
  document: Document
  /** Returns a fresh link to the preview; null when there is none any more. */
  renew: () => Promise<string | null>
  /** The scrolling element. */
  box: HTMLElement | null
  room: { width: number; height: number }
  zoom: number
}

function ImageView({ document, renew, room, zoom }: ViewProps) {
  const [links, setLinks] = useState([document.previewUrl])
  const [size, setSize] = useState<{ width: number; height: number }>()
  const scale = size && zoom * Math.min(1, room.width / size.width, room.height / size.height)
  const link = links.at(-1) ?? null

  async function tryAgain() {
    const fresh = links.length > 1 ? null : await renew()
    setLinks([link, fresh === link ? null : fresh])
  }

  if (link === null) return <Notice>{t('The image could not be loaded.')}</Notice>
  return (
    <div className={classes['stage']}>
      {!size && waiting}
      <img
        src={link}
        alt={document.fileName}
        hidden={!size}
        {...(size && scale && { width: Math.round(size.width * scale), height: Math.round(size.height * scale) })}
        onLoad={({ currentTarget: image }) => setSize({ width: image.naturalWidth, height: image.naturalHeight })}
        onError={() => void tryAgain()}
      />
    </div>
  )
}

/** The letters of a column: 0 is A, 25 is Z, 26 is AA. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

function SheetView({ name, rows }: { name: string; rows: { number: number; cells: string[] }[] }) {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => columnLetters(at))
  if (width === 0) return <Notice>{t('The sheet is empty.')}</Notice>
  return (
    <Table className={classes['sheet'] ?? ''} withColumnBorders aria-label={name}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td aria-label={t('Row')} />
          {columns.map((letters) => (
            <Table.Th key={letters}>{letters}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ number, cells }) => (
          <Table.Tr key={number}>
            <Table.Th scope="row">{number}</Table.Th>
            {columns.map((letters, at) => (
              <Table.Td key={letters}>{cells[at]}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const { rows, columns } = previewLimits
const firstRows = t('The first {rows} rows and {columns} columns', { rows, columns })
const firstCharacters = t('The first {characters} characters', { characters: decimal(previewLimits.characters) })

function ReadView({ document }: ViewProps) {
  const beginning = useRecord(getDocumentPreview, { params: { id: document.id } })
  const failure = beginning.error && <Failure text={t('Failed to fetch the document')} source={beginning} />
  if (!beginning.data) return failure ? <Notice>{failure}</Notice> : waiting
  const { sheet, rows, text, isCut, fault, faultParts } = beginning.data
  if (fault) return <Notice>{worded({ message: fault, ...(faultParts && { parts: faultParts }) })}</Notice>
  const notes = [sheet && t('Sheet: {sheet}', { sheet }), isCut && (rows ? firstRows : firstCharacters)].filter(Boolean)
  return (
    <>
      {notes.length > 0 && <p className={`hint ${classes['note']}`}>{notes.join(' · ')}</p>}
      {rows && <SheetView name={sheet ?? document.fileName} rows={rows} />}
      {!rows && (text ? <pre className={classes['text']}>{text}</pre> : <Notice>{t('The document is empty.')}</Notice>)}
    </>
  )
}

/** Whether the preview of a document can be enlarged. */
export const canZoom = ({ fileType, previewUrl }: Document) =>
  previewUrl !== null && ['image', 'pdf'].includes(documentTypes[fileType]?.preview ?? '')

/** Shows a document as its type allows. */
export function DocumentView(props: ViewProps) {
  const { fileType, size } = props.document
  const { preview, endings: [ending] = [] } = documentTypes[fileType] ?? {}
  const kind = `${typeLabel(props.document)}${ending ? ` (.${ending})` : ''}`
  if (preview === 'table' || preview === 'text') return <ReadView {...props} />
  if (props.document.arePicturesDue)
    return <Notice>{t('The preview is still being drawn. It will appear here by itself.')}</Notice>
  if (!canZoom(props.document))
    return <Notice>{t('{kind}, {size}. It cannot be shown here.', { kind, size: kilobytes(size) })}</Notice>
  return preview === 'pdf' ? <PdfPages {...props} /> : <ImageView {...props} />
}
