import { Button, Table } from '@mantine/core'
import type { BidBank } from '@plinth/api/guarantee-headroom'
import { useState } from 'react'
import { dayText, decimal, rupees } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import classes from './BidCheck.module.css'

const heads = { used: t('Used'), others: t('Others plan'), asked: t('This tender'), left: t('Left') }
const amounts = ['used', 'others', 'asked', 'left'] as const

/** How many days are shown at first, and all up to the first that is short. */
const most = 8

/** What is used, planned and left of a limit on each day on which something begins or ends while the tender needs it. */
export function BidDays({ bank: { facilityName, days, firstShortOn } }: { bank: BidBank }) {
  const [isWhole, showAll] = useState(false)
  const seen = Math.max(most, 1 + days.findIndex(({ on }) => on === firstShortOn))
  const shown = isWhole ? days : days.slice(0, seen)
  const hidden = days.length - shown.length
  return (
    <>
      <Table className={classes['days']} verticalSpacing={4} horizontalSpacing={8}>
        <caption className={classes['hidden']}>
          {t('What is left of {limit}, day by day', { limit: facilityName })}
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('From day')}</Table.Th>
            {amounts.map((amount) => (
              <Table.Th key={amount} scope="col">
                {heads[amount]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((day) => (
            <Table.Tr key={day.on} data-short={day.left < 0 || undefined}>
              <Table.Th scope="row">
                {dayText(day.on)}
                {day.left < 0 && <small>{t('short')}</small>}
              </Table.Th>
              {amounts.map((amount) => (
                <Table.Td key={amount} data-label={heads[amount]}>
                  {rupees(day[amount])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => showAll(true)} data-screen-only>
          {t('Show {count} more', { count: decimal(hidden) })}
        </Button>
      )}
    </>
  )
}
