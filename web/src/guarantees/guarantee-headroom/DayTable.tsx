import { Table } from '@mantine/core'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from '../../ui/list/FigureTable.module.css'

interface Props<Amount extends string> {
  /** The name of the limit. */
  name: string
  /** The amounts of a day with their labels. */
  columns: readonly (readonly [amount: Amount, label: string])[]
  days: readonly ({ on: string } & Readonly<Record<NoInfer<Amount>, number>>)[]
  /** The note beside a day. */
  noteOf?: (day: Readonly<Record<NoInfer<Amount>, number>>) => string | undefined
  /** Makes the text smaller, so that five columns fit even with amounts in crores. */
  isSmall?: boolean
}

/** Table of the amounts of a limit by day; on a phone each day is a card. */
export function DayTable<Amount extends string>({ name, columns, days, noteOf, isSmall = false }: Props<Amount>) {
  return (
    <div className={classes['frame']}>
      <Table
        className={classes['figures']}
        data-small={isSmall || undefined}
        verticalSpacing={4}
        horizontalSpacing={isSmall ? 4 : 8}
      >
        <caption className="spoken">{t('What is left of {limit}, day by day', { limit: name })}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('From day')}</Table.Th>
            {columns.map(([amount, label]) => (
              <Table.Th key={amount} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <Table.Tr key={day.on}>
              <Table.Th scope="row">
                {dayText(day.on)}
                {noteOf?.(day) && <small>{noteOf(day)}</small>}
              </Table.Th>
              {columns.map(([amount, label]) => (
                <Table.Td key={amount} data-label={label} data-short={day[amount] < 0 || undefined}>
                  {rupees(day[amount])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
