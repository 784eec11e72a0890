import { ActionIcon, Button, Center, Loader, Modal, Table, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { documentTypes } from '@plinth/api/document-types'
import { askAgainMs, type Document, getDocument, getDocumentPreview, previewLimits } from '@plinth/api/documents'
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../lib/call.ts'
import { decimal, kilobytes, percent } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { endpointKey } from '../lib/query-client.ts'
import { useRecord } from '../lib/useRecord.ts'
import { part } from '../ui/Part.tsx'
import { Failure, usePhone } from '../ui/Screen.tsx'
import { useDialog } from '../ui/useDialog.ts'
import classes from './DocumentPreview.module.css'

const PdfPages = part(() => import('./PdfPages.tsx'), 'PdfPages')

const typeLabel = ({ fileType }: Document) => translated(documentTypes[fileType]?.label ?? fileType)

/** The document with links that are minutes old at most, whatever the age of the list it comes from. */
function useFresh(listed: Document) {
  const input = { params: { id: listed.id } }
  const { data, refetch } = useQuery({
    queryKey: endpointKey(getDocument, input),
    queryFn: ({ signal }) => call(getDocument, input, { signal }),
    initialData: listed,
    refetchInterval: ({ state }) => (state.data?.arePicturesDue ? askAgainMs : 120_000),
    gcTime: 0,
  })
  return { document: data, renew: async () => (await refetch({ cancelRefetch: false })).data?.previewUrl ?? null }
}

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
  /** A fresh link to what is shown; null when there is none any more. */
  renew: () => Promise<string | null>
  /** What scrolls. */
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

/** 0 as A, 25 as Z, 26 as AA. */
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
  const { sheet, rows, text, isCut, fault } = beginning.data
  if (fault) return <Notice>{translated(fault)}</Notice>
  const notes = [sheet && t('Sheet: {sheet}', { sheet }), isCut && (rows ? firstRows : firstCharacters)].filter(Boolean)
  return (
    <>
      {notes.length > 0 && <p className={classes['note']}>{notes.join(' · ')}</p>}
      {rows && <SheetView name={sheet ?? document.fileName} rows={rows} />}
      {!rows && (text ? <pre className={classes['text']}>{text}</pre> : <Notice>{t('The document is empty.')}</Notice>)}
    </>
  )
}

const canZoom = ({ fileType, previewUrl }: Document) =>
  previewUrl !== null && ['image', 'pdf'].includes(documentTypes[fileType]?.preview ?? '')

function View(props: ViewProps) {
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

const zoomStep = 1.25

/** Larger and smaller, by two fingers too: a touch pad tells of them as of the wheel with Ctrl. */
function useZoom(box: HTMLElement | null) {
  const [zoom, setZoom] = useState(1)
  const [zoomBy] = useState(() => (factor: number) => setZoom((from) => Math.min(4, Math.max(0.25, from * factor))))
  const last = useRef(zoom)
  useLayoutEffect(() => {
    const ratio = zoom / last.current
    last.current = zoom
    if (!box || ratio === 1) return
    // What was in the middle stays there.
    const stays = (start: number, room: number) => (start + room / 2) * ratio - room / 2
    box.scrollTo(stays(box.scrollLeft, box.clientWidth), stays(box.scrollTop, box.clientHeight))
  }, [box, zoom])
  useEffect(() => {
    if (!box) return
    const listening = new AbortController()
    const options = { passive: false, signal: listening.signal }
    let span = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY / 300))
    }
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches
      const before = span
      span = one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
      if (span === 0) return
      event.preventDefault()
      if (before > 0) zoomBy(span / before)
    }
    box.addEventListener('wheel', onWheel, options)
    for (const type of ['touchstart', 'touchmove', 'touchend'] as const) box.addEventListener(type, onTouch, options)
    return () => listening.abort()
  }, [box, zoomBy])
  return { zoom, zoomBy }
}

/** A button that is disabled would lose the focus, and with it the keys. */
const tool = (label: string, isOff = false) =>
  ({ variant: 'default', size: 'lg', 'aria-label': label, 'aria-disabled': isOff, 'data-disabled': isOff }) as const

type Turning = { documents: readonly Document[]; at: number; show: (at: number) => void }

function Panel({ listed, documents: { length: count }, at, show }: Turning & { listed: Document }) {
  const { document, renew } = useFresh(listed)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const { zoom, zoomBy } = useZoom(canZoom(document) ? box : null)

  function turn(to: number) {
    if (to < 0 || to >= count) return
    zoomBy(1 / zoom)
    box?.scrollTo(0, 0)
    show(to)
  }

  useWindowEvent('keydown', (event) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return
    const scrollsSideways = box && box === target && box.scrollWidth > box.clientWidth
    if (key === '+' || key === '=') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
    else if (key === 'ArrowLeft' && !scrollsSideways) turn(at - 1)
    else if (key === 'ArrowRight' && !scrollsSideways) turn(at + 1)
    else return
    event.preventDefault()
  })

  return (
    <>
      <div className={classes['bar']}>
        <ActionIcon {...tool(t('Previous document'), at === 0)} onClick={() => turn(at - 1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span className={classes['figure']} role="status">
          {t('{number} of {count}', { number: decimal(at + 1), count: decimal(count) })}
          <VisuallyHidden>{`: ${document.fileName}`}</VisuallyHidden>
        </span>
        <ActionIcon {...tool(t('Next document'), at + 1 === count)} onClick={() => turn(at + 1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
        {canZoom(document) && (
          <>
            <ActionIcon {...tool(t('Zoom out'))} onClick={() => zoomBy(1 / zoomStep)} ml="auto">
              <IconMinus size={18} />
            </ActionIcon>
            <span className={classes['figure']}>{percent(Math.round(zoom * 100))}</span>
            <ActionIcon {...tool(t('Zoom in'))} onClick={() => zoomBy(zoomStep)}>
              <IconPlus size={18} />
            </ActionIcon>
          </>
        )}
      </div>
      <div
        ref={useMergedRef(ref, setBox)}
        className={classes['box']}
        role="region"
        aria-label={t('Preview')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
        tabIndex={0}
        data-autofocus
      >
        {width > 0 && <View key={listed.id} {...{ document, renew, box, room: { width, height }, zoom }} />}
      </div>
      <div className={classes['foot']}>
        <span>{`${typeLabel(document)} · ${kilobytes(document.size)}`}</span>
        <code>{`SHA-256 ${document.sha256}`}</code>
        <Button component="a" href={document.s3Url} download={document.fileName}>
          {t('Download')}
        </Button>
      </div>
    </>
  )
}

interface Props {
  documents: readonly Document[]
  at: number
  onClose: () => void
}

/** A document to be looked at without leaving the page, and its neighbours. */
export function DocumentPreview({ documents, at, onClose }: Props) {
  const isPhone = usePhone()
  const { props } = useDialog(onClose)
  const [shown, show] = useState(at)
  const listed = documents[shown]

  return (
    <Modal
      {...props}
      title={listed?.fileName}
      fullScreen={isPhone}
      size="76rem"
      yOffset="2rem"
      classNames={{ content: classes['content'] ?? '', title: classes['title'] ?? '', body: classes['body'] ?? '' }}
    >
      {listed && <Panel {...{ listed, documents, at: shown, show }} />}
    </Modal>
  )
}
