import { Button, Popover } from '@mantine/core'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { exportTasks, uploadTasks } from '@plinth/api/works/task-sheets'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { download } from '../../lib/download.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'

/** The tasks of a project as a sheet: the link to the upload, and the export. */
export function TaskSheetTools({ projectId }: { projectId: string }) {
  return (
    <>
      <LinkButton variant="default" to="/project-tasks/bulk-upload" search={{ projectId }} call={uploadTasks}>
        {t('Import')}
      </LinkButton>
      <Export projectId={projectId} />
    </>
  )
}

const formats: [ExportFormat, string][] = [
  ['xlsx', t('Excel (XLSX)')],
  ['csv', 'CSV'],
]

/** Exports the whole project, whatever the filters are. */
function Export({ projectId }: { projectId: string }) {
  const [isOpened, setOpened] = useState(false)
  const [isExporting, setExporting] = useState(false)
  async function startExport(format: ExportFormat) {
    setOpened(false)
    setExporting(true)
    try {
      await download(exportTasks, { query: { projectId, format } })
    } catch (error) {
      void alertFailure(t('The export failed.'), error instanceof CallError ? error.message : t('Please try again.'))
    } finally {
      setExporting(false)
    }
  }
  if (!useCan(exportTasks)) return null
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={isExporting}
          onClick={() => setOpened(!isOpened)}
        >
          {t('Export')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" bg="var(--surface)">
        {formats.map(([format, label]) => (
          <Button
            key={format}
            size="xs"
            variant="subtle"
            fullWidth
            justify="flex-start"
            onClick={() => void startExport(format)}
          >
            {label}
          </Button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
