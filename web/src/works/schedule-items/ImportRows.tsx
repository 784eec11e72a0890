import { Table, Text } from '@mantine/core'
import { scheduleItemLabels } from '@plinth/api/works/schedule-items'
import { type FoundItem, type ScheduleFault } from '@plinth/api/works/schedule-sheets'
import { useState } from 'react'
import { dash, decimal, rupees } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { CellText, SheetTable } from '../../ui/list/SheetTable.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './ImportRows.module.css'
import { rateText } from './schedule-words.ts'

const faultsAtFirst = 20

/** The faulty cells, in the order of the sheet. */
export function FaultList({ faults, failed }: { faults: readonly ScheduleFault[]; failed: number }) {
  const [isWhole, setWhole] = useState(false)
  const some = isWhole ? faults : faults.slice(0, faultsAtFirst)
  const rest = failed - faults.length
  return (
    <>
      <ul className={classes['faults']} aria-label={t('Cells to be mended')}>
        {some.map((fault) => (
          <li key={fault.cell + fault.message}>
            <b>{fault.cell}</b>: {translated(fault.field)} {fault.value !== '' && <CellText>{fault.value}</CellText>}{' '}
            {worded(fault)}
          </li>
        ))}
      </ul>
      <ShowMore mb="md" left={faults.length - some.length} onClick={() => setWhole(true)} />
      {rest > 0 && some.length === faults.length && (
        <Text size="sm" mb="md">
          {t('and {count} more in the file', { count: decimal(rest) })}
        </Text>
      )}
    </>
  )
}

const shownAtFirst = 100

const quantityText = (row: FoundItem) => (row.quantity === null ? dash : decimal(row.quantity))
const amountText = (row: FoundItem) => (row.amount === null ? dash : rupees(row.amount))

/** The sections and items that would be stored; on a phone each row is a card. */
export function FoundRows({ rows }: { rows: readonly FoundItem[] }) {
  const [shown, setShown] = useState(shownAtFirst)
  const isPhone = usePhone()
  const some = rows.slice(0, shown)
  return (
    <>
      {isPhone ? <FoundCards rows={some} /> : <FoundTable rows={some} />}
      <ShowMore mt="xs" left={rows.length - some.length} onClick={() => setShown(shown + 10 * shownAtFirst)} />
    </>
  )
}

const Description = ({ row }: { row: FoundItem }) => (
  <div
    className={classes['description']}
    style={{ paddingLeft: `${row.level}rem` }}
    data-section={row.kind === 'SECTION' || undefined}
  >
    {row.itemNo} {row.description}
  </div>
)

function FoundTable({ rows }: { rows: readonly FoundItem[] }) {
  const { description, unit, quantity, rate, amount } = scheduleItemLabels
  const heads = [t('Row'), ...[description, unit, quantity, rate, amount].map((label) => translated(label))]
  return (
    <SheetTable className={classes['found']} label={t('What was found')} heads={heads} maxHeight="26rem">
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.row}>
            <Table.Td>{row.row}</Table.Td>
            <Table.Td>
              <Description row={row} />
            </Table.Td>
            <Table.Td>{row.unit}</Table.Td>
            {row.kind === 'SECTION' ? (
              <Table.Td colSpan={3} />
            ) : (
              <>
                <Table.Td>{quantityText(row)}</Table.Td>
                <Table.Td>{rateText(row.rate)}</Table.Td>
                <Table.Td>{amountText(row)}</Table.Td>
              </>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </SheetTable>
  )
}

const FoundCards = ({ rows }: { rows: readonly FoundItem[] }) => (
  <ul className={classes['cards']} aria-label={t('What was found')}>
    {rows.map((row) => (
      <li key={row.row}>
        <Description row={row} />
        {row.kind === 'ITEM' && (
          <div className={classes['figures']} style={{ paddingLeft: `${row.level}rem` }}>
            <span>
              {quantityText(row)} {row.unit} × {rateText(row.rate)}
            </span>
            <b>{amountText(row)}</b>
          </div>
        )}
      </li>
    ))}
  </ul>
)
