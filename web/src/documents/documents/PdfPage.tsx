import { useIntersection } from '@mantine/hooks'
import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import classes from './DocumentPreview.module.css'

/** Some phones draw nothing on a canvas of more than 16 million points. */
const maxPoints = 12_000_000

interface PageProps {
  pdf: PDFDocumentProxy
  number: number
  /** Pixels on the screen. */
  width: number
  /** The ratio of height to width until the page's own is known. */
  ratio: number
  box: HTMLElement | null
}

type Drawing = Pick<PageProps, 'pdf' | 'number' | 'width'> & { host: HTMLElement; onShape: (ratio: number) => void }

/** Draws a page off screen and puts it into `host` when it is complete. */
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

export function PdfPage({ pdf, number, width, ratio, box }: PageProps) {
  const [own, setOwn] = useState(ratio)
  const host = useRef<HTMLDivElement>(null)
  const { ref, entry } = useIntersection({ root: box, rootMargin: '100% 0px' })
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    const at = host.current
    if (!isNear) at?.replaceChildren()
    if (!isNear || !at) return
    let stop: (() => void) | undefined
    // Pages that are scrolled past, and sizes between two zoom steps, are not worth drawing.
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
