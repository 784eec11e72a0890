import { Button, Center, Loader, PasswordInput, Stack, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Document } from '@plinth/api/documents'
import { parseNumber } from '@plinth/api/kernel/amounts'
// Runs in browsers that are some years old, as phones have them.
import {
  getDocument as openPdf,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  TextLayer,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { decimal } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { Failure } from '../ui/Screen.tsx'
import classes from './DocumentPreview.module.css'

type Renew = () => Promise<string | null>

/** The bytes of a document, brought as they are asked for; a link that ran out meanwhile is renewed once. */
class DocumentBytes extends PDFDataRangeTransport {
  readonly #leaving = new AbortController()
  readonly #renew: Renew
  readonly #fail: () => void
  #link: string

  constructor({ size, previewUrl }: Document, renew: Renew, fail: () => void) {
    super(size, null)
    this.#link = previewUrl ?? ''
    this.#renew = renew
    this.#fail = fail
  }

  override requestDataRange(begin: number, end: number): void {
    this.#bring(begin, end).then(
      (bytes) => this.onDataRange(begin, bytes),
      () => this.#leaving.signal.aborted || this.#fail(),
    )
  }

  override abort(): void {
    this.#leaving.abort()
  }

  async #bring(begin: number, end: number): Promise<Uint8Array> {
    const first = await this.#ask(begin, end).catch(() => null)
    if (first) return first
    this.#link = (await this.#renew()) ?? this.#link
    return this.#ask(begin, end)
  }

  async #ask(begin: number, end: number): Promise<Uint8Array> {
    const range = `bytes=${begin}-${end - 1}`
    const response = await fetch(this.#link, { headers: { range }, signal: this.#leaving.signal })
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return response.status === 206 ? bytes : bytes.slice(begin, end)
  }
}

/** As vite.config.ts puts them there: fonts that a PDF may take for granted, and how scans are packed. */
const parts = `/static/pdf-${version}/`

interface Opened {
  pdf?: PDFDocumentProxy
  /** Height by width of the first page. */
  ratio?: number
  ask?: { give: (password: string) => void; isWrong: boolean }
  fault?: string
}

const damaged = t('The document is damaged and cannot be shown. Download it to try another program.')
const unloaded = t('The document could not be loaded.')

function open(range: PDFDataRangeTransport, tell: (opened: Opened) => void): () => void {
  const port = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' })
  port.addEventListener('error', () => tell({ fault: unloaded }))
  const task = openPdf({
    range,
    worker: PDFWorker.create({ port, verbosity: 0 }),
    // Of a scan of 100 MB only the pages that are looked at.
    disableAutoFetch: true,
    disableStream: true,
    // Our pages may run nothing that is compiled in the browser.
    useWasm: false,
    // A phone has none of the fonts that a PDF takes for granted.
    useSystemFonts: false,
    useWorkerFetch: true,
    wasmUrl: `${parts}wasm/`,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    verbosity: 0,
  })
  task.onPassword = (give: (password: string) => void, reason: number) =>
    tell({ ask: { give, isWrong: reason === PasswordResponses.INCORRECT_PASSWORD } })
  const begin = async () => {
    const pdf = await task.promise
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
    tell({ pdf, ratio: height / width })
  }
  begin().catch(() => tell({ fault: damaged }))
  return () => void task.destroy().finally(() => port.terminate())
}

function usePdf({ document, renew }: Pick<Props, 'document' | 'renew'>) {
  const [opened, setOpened] = useState<Opened>({})
  const [attempt, setAttempt] = useState(0)
  const openAfresh = useEffectEvent((tell: (opened: Opened) => void) =>
    open(new DocumentBytes(document, renew, () => tell({ fault: unloaded })), tell),
  )
  useEffect(() => {
    let isHere = attempt >= 0
    const close = openAfresh((document) => isHere && setOpened(document))
    return () => {
      isHere = false
      setOpened({})
      close()
    }
  }, [attempt])
  return { ...opened, retry: () => setAttempt(attempt + 1) }
}

function PasswordForm({ give, isWrong }: { give: (password: string) => void; isWrong: boolean }) {
  const [password, setPassword] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    give(password)
  }
  return (
    <Center h="100%" p="md">
      <Stack component="form" gap="sm" maw="22rem" w="100%" onSubmit={submit}>
        <PasswordInput
          label={t('Password of the document')}
          description={t('It is needed to show the document, and sent nowhere.')}
          autoComplete="off"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={isWrong && t('This is not the password of the document.')}
        />
        <Button type="submit">{t('Open')}</Button>
      </Stack>
    </Center>
  )
}

/** Some phones draw nothing on a canvas of more than 16 million points. */
const maxPoints = 12_000_000

interface PageProps {
  pdf: PDFDocumentProxy
  number: number
  /** Pixels on the screen. */
  width: number
  /** Height by width, as long as the page's own is not known. */
  ratio: number
  box: HTMLElement | null
}

type Drawing = Pick<PageProps, 'pdf' | 'number' | 'width'> & { host: HTMLElement; onShape: (ratio: number) => void }

/** Draws a page beside what is there, and puts it in its place when it is whole. */
function draw({ pdf, number, width, host, onShape }: Drawing): () => void {
  const stopping = new AbortController()
  async function start() {
    const page = await pdf.getPage(number)
    if (stopping.signal.aborted) return
    const natural = page.getViewport({ scale: 1 })
    onShape(natural.height / natural.width)
    const viewport = page.getViewport({ scale: width / natural.width })
    const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(maxPoints / (viewport.width * viewport.height)))
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width * sharpness)
    canvas.height = Math.floor(viewport.height * sharpness)
    canvas.ariaHidden = 'true'
    const painting = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] })
    stopping.signal.addEventListener('abort', () => painting.cancel())
    await painting.promise
    const words = document.createElement('div')
    words.className = classes['words'] ?? ''
    words.style.setProperty('--total-scale-factor', String(viewport.scale))
    await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render()
    if (!stopping.signal.aborted) host.replaceChildren(canvas, words)
    page.cleanup()
  }
  start().catch(() => {
    if (!stopping.signal.aborted) host.textContent = t('This page cannot be shown.')
  })
  return () => stopping.abort()
}

function PdfPage({ pdf, number, width, ratio, box }: PageProps) {
  const [own, setOwn] = useState(ratio)
  const host = useRef<HTMLDivElement>(null)
  const { ref, entry } = useIntersection({ root: box, rootMargin: '100% 0px' })
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    const at = host.current
    if (!isNear) at?.replaceChildren()
    if (!isNear || !at) return
    let stop: (() => void) | undefined
    // Pages that are only passed, and sizes between, are not worth it.
    const timer = setTimeout(() => {
      stop = draw({ pdf, number, width, host: at, onShape: setOwn })
    }, 80)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [isNear, pdf, number, width])
  const label = t('Page {number}', { number })
  return (
    <div ref={ref} className={classes['page']} role="group" aria-label={label} data-page={number}>
      <div ref={host} style={{ width, height: Math.round(width * own) }} />
    </div>
  )
}

/** Which page is at the middle of the box, and of how many; another number leads to that page. */
function Turn({ box, count }: { box: HTMLElement | null; count: number }) {
  const [present, setPresent] = useState(1)
  useEffect(() => {
    const look = () => {
      const { top = 0, height = 0 } = box?.getBoundingClientRect() ?? {}
      const pages = [...(box?.querySelectorAll('[data-page]') ?? [])]
      const at = pages.findIndex((page) => page.getBoundingClientRect().bottom > top + height / 2)
      setPresent(at < 0 ? count : at + 1)
    }
    box?.addEventListener('scroll', look, { passive: true })
    return () => box?.removeEventListener('scroll', look)
  }, [box, count])
  function turn({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
    const page = Math.min(Math.max(1, Math.trunc(parseNumber(input.value) ?? present)), count)
    input.value = String(page)
    if (page !== present) box?.querySelector(`[data-page="${page}"]`)?.scrollIntoView()
  }
  return (
    <div className={classes['turn']}>
      {t('Page')}
      <input
        key={present}
        aria-label={t('Page')}
        inputMode="numeric"
        size={String(count).length}
        defaultValue={present}
        onBlur={turn}
        onKeyDown={(event) => event.key === 'Enter' && turn(event)}
      />
      {t('of {count}', { count: decimal(count) })}
    </div>
  )
}

const widest = 960
const margin = 16

interface Props {
  document: Document
  renew: Renew
  box: HTMLElement | null
  room: { width: number }
  zoom: number
}

/** A PDF drawn page by page as the pages come near. Its links lead nowhere, and what it would run is not run. */
export function PdfPages({ document, renew, box, room, zoom }: Props) {
  const { pdf, ratio, ask, fault, retry } = usePdf({ document, renew })
  if (fault)
    return (
      <Center h="100%" p="md" ta="center">
        {fault === damaged ? (
          <Text role="alert">{fault}</Text>
        ) : (
          <Failure text={fault} source={{ error: null, retry }} />
        )}
      </Center>
    )
  if (!pdf && ask) return <PasswordForm {...ask} />
  if (!pdf || !ratio)
    return (
      <Center h="100%">
        <Loader aria-label={t('Loading')} />
      </Center>
    )
  const width = Math.round(Math.min(room.width - margin, widest) * zoom)
  return (
    <>
      <div className={classes['pages']}>
        {Array.from({ length: pdf.numPages }, (_, at) => (
          <PdfPage key={at + 1} number={at + 1} {...{ pdf, width, ratio, box }} />
        ))}
      </div>
      {pdf.numPages > 1 && <Turn box={box} count={pdf.numPages} />}
    </>
  )
}
