import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const media = window.matchMedia('print')
let isPrinted = false

function subscribe(listener: () => void): () => void {
  // Drawn at once: what is printed is the page as it stands when this returns.
  const tell = () => flushSync(listener)
  const begin = () => {
    isPrinted = true
    tell()
  }
  const end = () => {
    isPrinted = false
    tell()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', tell)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', tell)
  }
}

export const isForPaper = () => isPrinted || media.matches

/** Whether what is drawn is for paper, which shows what a screen only has in view. */
export const usePrinting = () => useSyncExternalStore(subscribe, isForPaper)

/** As many rows are printed at once; the paper tells of more. */
export const mostOnPaper = 2000
