import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import type { List } from '../../lib/useList.ts'
import { alertFailure } from '../shell/alerts.ts'
import { mostOnPaper } from '../shell/usePrinting.ts'

/** Prints a list: all rows that the filters find, not only the page on the screen. */
export function usePaper<Row>({ rows, total, everything }: List<Row>) {
  const [paper, setPaper] = useState<Row[] | null>(null)
  const [isFetching, setFetching] = useState(false)
  useEffect(() => {
    const end = () => setPaper(null)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])

  async function print() {
    setFetching(true)
    try {
      const found = rows.length < total ? await everything(mostOnPaper) : rows
      flushSync(() => setPaper(found))
      window.print()
    } catch (error) {
      void alertFailure(t('The list could not be printed.'), error instanceof CallError ? error.message : undefined)
    } finally {
      setFetching(false)
    }
  }
  return { paper, isFetching, print }
}
