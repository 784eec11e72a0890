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

/** The tasks of a project as a sheet: the way to an upload, and an export. */
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

/** The whole project as a sheet, whatever else is asked for. */
function Export({ projectId }: { projectId: string }) {
  const [opened, setOpened] = useState(false)
  const [making, setMaking] = useState(false)
  async function make(format: ExportFormat) {
    setOpened(false)
    setMaking(true)
    try {
      await download(exportTasks, { query: { projectId, format } })
    } catch (error) {
      void alertFailure(t('The export failed.'), error instanceof CallError ? error.message : t('Please try again.'))
    } finally {
      setMaking(false)
    }
  }
  if (!useCan(exportTasks)) return null
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={making}
          onClick={() => setOpened(!opened)}
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
            onClick={() => void make(format)}
          >
            {label}
          </Button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
