import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const media = window.matchMedia('print')
let isPrinted = false

function subscribe(listener: () => void): () => void {
  // Drawn at once, because the browser prints the page as it is when this returns.
  const notify = () => flushSync(listener)
  const begin = () => {
    isPrinted = true
    notify()
  }
  const end = () => {
    isPrinted = false
    notify()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', notify)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', notify)
  }
}

export const isForPaper = () => isPrinted || media.matches

/** Whether the page is drawn for paper, which shows everything and not only what is in view. */
export const usePrinting = () => useSyncExternalStore(subscribe, isForPaper)

/** The most rows that are printed at once; the paper says if there are more. */
export const mostOnPaper = 2000
