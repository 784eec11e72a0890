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
  /** How many rows are printed, once that has begun; what is drawn whole says so itself. */
  printed?: number | null
}

/** What paper says above the rows: whose they are, which, and when that was. */
export function PaperHead<Row>({ list, caption, filters, led, printed = null }: Props<Row>) {
  const user = useUser()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tell = () => flushSync(() => setNow(new Date()))
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
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
