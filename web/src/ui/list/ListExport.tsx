import { Button, Loader, Stack } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { download } from '../../lib/download.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import type { List } from '../../lib/useList.ts'
import { alertFailure } from '../shell/alerts.ts'
import { FocusInside } from '../shell/FocusInside.tsx'
import type { Column } from './DataRows.tsx'
import { ListTool } from './ListTool.tsx'

const formats: Record<ExportFormat, string> = { xlsx: t('Excel (XLSX)'), csv: 'CSV' }

interface Props<Row> {
  endpoint: Endpoint
  list: Pick<List<Row>, 'rows' | 'sent'>
  columns: Column<Row>[]
}

const exportedOf = <Row,>(columns: Column<Row>[]) =>
  columns.flatMap(({ field, label, exported }) => (exported === false ? [] : [{ field, label: exported ?? label }]))

/** Downloads all rows that the filters find as a file, with the shown columns. */
export function ListExport<Row>({ endpoint, list, columns }: Props<Row>) {
  const [making, setMaking] = useState<AbortController | null>(null)
  async function make(format: ExportFormat) {
    const stopper = new AbortController()
    setMaking(stopper)
    const body = { ...list.sent, format, columns: exportedOf(columns) }
    try {
      await download(endpoint, { body }, { signal: stopper.signal })
    } catch (error) {
      if (!stopper.signal.aborted) void alertFailure(t('The export failed.'), reasonOf(error))
    } finally {
      setMaking(null)
    }
  }
  if (!useCan(endpoint)) return null
  if (making)
    return (
      <Button size="xs" variant="default" leftSection={<Loader size={14} />} onClick={() => making.abort()}>
        {t('Cancel export')}
      </Button>
    )
  return (
    <ListTool label={t('Export')} icon={<IconDownload size={15} />} disabled={list.rows.length === 0}>
      {(close) => (
        <FocusInside>
          <Stack gap={2}>
            {Object.entries(formats).map(([format, label]) => (
              <Button
                key={format}
                size="xs"
                variant="subtle"
                justify="flex-start"
                onClick={() => {
                  close()
                  void make(format as ExportFormat)
                }}
              >
                {label}
              </Button>
            ))}
          </Stack>
        </FocusInside>
      )}
    </ListTool>
  )
}
