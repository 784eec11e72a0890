import { Anchor, Text } from '@mantine/core'
import { filterBills } from '@plinth/api/money/bills'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { billPath } from './bill-words.ts'

interface Props {
  sheetId: string
  /** Called when the sheet turns out to be in a submitted bill, so that it can no longer be cancelled. */
  onSubmitted: () => void
}

/** The bill that contains a recorded sheet; nothing if no bill does. */
export function BillOfSheet({ sheetId, onSubmitted }: Props) {
  const input = { body: { sheetId, pagination: { size: 1 } } }
  const { data } = useQuery({
    queryKey: endpointKey(filterBills, input),
    queryFn: ({ signal }) => call(filterBills, input, { signal }),
  })
  const bill = data?.content[0]
  const isSubmitted = bill !== undefined && bill.status !== 'DRAFT'
  useEffect(() => {
    if (isSubmitted) onSubmitted()
  }, [isSubmitted, onSubmitted])
  if (!bill) return null
  return (
    <Text mb="sm">
      {t('This sheet is in a bill:')}{' '}
      <Anchor component={Link} to={billPath(bill)} inherit underline="always">
        {bill.name}
      </Anchor>
      .{' '}
      {isSubmitted
        ? t('It was submitted with it, and is corrected by a further line on another sheet.')
        : t('The bill is a draft: the sheet can still be taken out of it.')}
    </Text>
  )
}
