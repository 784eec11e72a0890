import type { Document } from '@plinth/api/documents/documents'
import {
  getDocument as openPdf,
  PasswordResponses,
  type PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../lib/language.ts'
import { DocumentBytes, type Renew } from './document-bytes.ts'

/** The folder that vite.config.ts fills with the fonts that PDFs expect and the decoders of scans. */
const parts = `/static/pdf-${version}/`

interface Opened {
  pdf?: PDFDocumentProxy
  /** Height by width of the first page. */
  ratio?: number
  ask?: { give: (password: string) => void; isWrong: boolean }
  fault?: string
}

export const damaged = t('The document is damaged and cannot be shown. Download it to try another program.')
const unloaded = t('The document could not be loaded.')

function open(range: PDFDataRangeTransport, report: (opened: Opened) => void): () => void {
  const port = new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' })
  port.addEventListener('error', () => report({ fault: unloaded }))
  const task = openPdf({
    range,
    worker: PDFWorker.create({ port, verbosity: 0 }),
    // Of a scan of 100 MB, only the visible pages are loaded.
    disableAutoFetch: true,
    disableStream: true,
    // Our pages may not compile code in the browser.
    useWasm: false,
    // A phone has none of the fonts that PDFs expect.
    useSystemFonts: false,
    useWorkerFetch: true,
    wasmUrl: `${parts}wasm/`,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    verbosity: 0,
  })
  task.onPassword = (give: (password: string) => void, reason: number) =>
    report({ ask: { give, isWrong: reason === PasswordResponses.INCORRECT_PASSWORD } })
  const begin = async () => {
    const pdf = await task.promise
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
    report({ pdf, ratio: height / width })
  }
  begin().catch(() => report({ fault: damaged }))
  return () => void task.destroy().finally(() => port.terminate())
}

export function usePdf({ document, renew }: { document: Document; renew: Renew }) {
  const [opened, setOpened] = useState<Opened>({})
  const [attempt, setAttempt] = useState(0)
  const reopen = useEffectEvent((tell: (opened: Opened) => void) =>
    open(new DocumentBytes(document, renew, () => tell({ fault: unloaded })), tell),
  )
  useEffect(() => {
    let isHere = attempt >= 0
    const close = reopen((document) => isHere && setOpened(document))
    return () => {
      isHere = false
      setOpened({})
      close()
    }
  }, [attempt])
  return { ...opened, retry: () => setAttempt(attempt + 1) }
}
