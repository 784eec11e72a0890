import { Button, Group, Table, Text } from '@mantine/core'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import type { CellFault, ImportFailure } from '@plinth/api/platform/import-results'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { dash, decimal } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import { CellText, SheetTable } from '../../ui/list/SheetTable.tsx'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { usePhone } from '../../ui/shell/Screen.tsx'
import classes from './BulkUpload.module.css'

const formats: [ExportFormat, string][] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

interface DownloadsProps {
  label?: string
  /** The name of the download in the button's full label: 'the template'. */
  of: string
  get: (format: ExportFormat) => Promise<void>
}

/** Buttons to download a file as Excel or CSV. */
export function Downloads({ label, of, get }: DownloadsProps) {
  const [getting, setGetting] = useState<ExportFormat | null>(null)

  async function fetchAs(format: ExportFormat) {
    setGetting(format)
    try {
      await get(format)
    } catch (error) {
      void alertFailure(t('The file could not be downloaded.'), error instanceof CallError ? error.message : undefined)
    } finally {
      setGetting(null)
    }
  }

  return (
    <Group gap="xs" wrap="nowrap" style={{ display: 'inline-flex' }}>
      {label && <Text size="sm">{label}:</Text>}
      {formats.map(([format, name]) => (
        <Button
          key={format}
          variant="default"
          size="compact-sm"
          flex="none"
          aria-label={t('Download {of} as {name}', { of, name })}
          loading={getting === format}
          onClick={() => void fetchAs(format)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}

const rowText = (row: number) => t('Row {row}', { row })
/** The server names a row without a reference by its number. */
const nameOf = ({ refId, row }: ImportFailure) => (refId && refId !== `Row ${row}` ? refId : rowText(row))

/** The faults of a row, cell by cell; a row that is wrong as a whole has no cell to name. */
const faultsOf = ({ faults, reason }: ImportFailure): CellFault[] =>
  faults.length > 0 ? faults : [{ field: '', column: '', value: '', message: reason || t('Unknown error') }]

function Held({ column, value }: CellFault) {
  if (column === '') return dash
  if (value === '')
    return (
      <Text span inherit c="dimmed">
        {t('empty')}
      </Text>
    )
  return <CellText>{value}</CellText>
}

interface FailuresProps {
  failures: ImportFailure[]
  failed: number
  /** The heading of the column that identifies the rows. */
  reference?: string
}

/** The rejected rows, in the order of the sheet. */
export function ImportFailures({ failures, failed, reference = t('Reference') }: FailuresProps) {
  const phone = usePhone()
  const rest = failed - failures.length
  return (
    <>
      {phone ? <FailureCards failures={failures} /> : <FailureTable failures={failures} reference={reference} />}
      {rest > 0 && (
        <Text size="sm" mt="xs">
          {t('and {count} more in the file', { count: decimal(rest) })}
        </Text>
      )}
    </>
  )
}

function FailureTable({ failures, reference }: { failures: ImportFailure[]; reference: string }) {
  const heads = [t('Row'), reference, t('Column'), t('What it holds'), t('What is wrong')]
  return (
    <SheetTable
      className={classes['failures']}
      label={t('Rows that were not stored')}
      heads={heads}
      maxHeight="32rem"
      withRowBorders={false}
    >
      {failures.map((failure) => (
        <Table.Tbody key={failure.row}>
          {faultsOf(failure).map((fault, at, { length }) => (
            <Table.Tr key={fault.column + fault.message}>
              {at === 0 && (
                <>
                  <Table.Th scope="rowgroup" rowSpan={length}>
                    {failure.row}
                  </Table.Th>
                  <Table.Td rowSpan={length}>{nameOf(failure)}</Table.Td>
                </>
              )}
              <Table.Td>{fault.column || dash}</Table.Td>
              <Table.Td>
                <Held {...fault} />
              </Table.Td>
              <Table.Td>{worded(fault)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </SheetTable>
  )
}

function FailureCards({ failures }: { failures: ImportFailure[] }) {
  return (
    <ul className={classes['cards']} aria-label={t('Rows that were not stored')}>
      {failures.map((failure) => (
        <li key={failure.row} className={classes['card']}>
          <Text fw={600}>
            {nameOf(failure)}
            {nameOf(failure) !== rowText(failure.row) && (
              <Text span inherit fw={400} c="dimmed">
                {' '}
                {t('· row {row}', { row: failure.row })}
              </Text>
            )}
          </Text>
          <ul>
            {faultsOf(failure).map((fault) => (
              <li key={fault.column + fault.message}>
                {fault.column && (
                  <>
                    {fault.column}: <Held {...fault} />{' '}
                  </>
                )}
                {worded(fault)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
