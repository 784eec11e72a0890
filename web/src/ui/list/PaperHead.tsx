import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import type { List } from '../../lib/useList.ts'
import classes from './DataList.module.css'
import { FiltersInWords } from './FiltersInWords.tsx'

const extent = (printed: number, total: number) =>
  printed < total
    ? t(
        'The first {printed} of {total} records: no more are printed at once. Narrow the filters, or export the list.',
        {
          printed,
          total,
        },
      )
    : t('All {total} records', { total })

interface Props<Row> {
  list: List<Row>
  caption: string
  filters: ReactNode
  led?: { text: string } | undefined
  /** The number of printed rows, once printing has begun; omitted if the page is printed whole. */
  printed?: number | null
}

/** The printed head above the rows: the company, the filters, and the time. */
export function PaperHead<Row>({ list, caption, filters, led, printed = null }: Props<Row>) {
  const user = useUser()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const updateNow = () => flushSync(() => setNow(new Date()))
    window.addEventListener('beforeprint', updateNow)
    return () => window.removeEventListener('beforeprint', updateNow)
  }, [])
  return (
    <div className={classes['paper']}>
      <Text>
        {user?.tenantName} · {caption} · {momentText(now.toISOString())}
      </Text>
      {printed !== null && <Text>{extent(printed, list.total)}</Text>}
      {filters && list.filtered && <FiltersInWords list={list}>{filters}</FiltersInWords>}
      {led && <Text>{led.text}</Text>}
    </div>
  )
}
