import { Modal, Text } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import type { Agreement } from '@plinth/api/money/agreements'
import { downloadScheduleTemplate, maxScheduleRows, uploadSchedule } from '@plinth/api/works/schedule-sheets'
import { useRef, useState } from 'react'
import { download } from '../../lib/download.ts'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { upload } from '../../lib/upload.ts'
import { Downloads } from '../../platform/contract-imports/ImportFailures.tsx'
import { FileField, Uploading, useUpload, whyNotSent } from '../../platform/contract-imports/UploadForm.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { ImportCheck } from './ImportCheck.tsx'

type Outcome = Answer<typeof uploadSchedule>

interface Attempt {
  isDryRun: boolean
  acceptsAmounts: boolean
}

const check: Attempt = { isDryRun: true, acceptsAmounts: false }

const kind = { label: t('BOQ of the tender'), call: uploadSchedule, rows: maxScheduleRows }
const getTemplate = (format: ExportFormat) => download(downloadScheduleTemplate, { query: { format } })

const flag = (is: boolean) => (is ? 'true' : 'false')

interface Props {
  agreement: Agreement
  onClose: () => void
}

/** Fills a schedule from a file: the chosen file is checked at once, shown as it would be stored, and stored by a button. */
export function ImportDialog({ agreement: { id: agreementId }, onClose }: Props) {
  const isPhone = usePhone()
  const { close, props } = useDialog(onClose)
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { stage, setStage, send, cancel } = useUpload<Outcome, Attempt>(async (chosen, attempt, watch) => {
    const query = { dryRun: flag(attempt.isDryRun), acceptAmounts: flag(attempt.acceptsAmounts) } as const
    const outcome = await upload(uploadSchedule, { params: { agreementId }, query, body: chosen }, watch)
    if (outcome.outcome === 'STORED') {
      void alertSuccess(t('{items} stored in the schedule', { items: counted(outcome.items, 'item') }))
      close()
    }
    return outcome
  })

  async function choose(chosen: File | null) {
    setFile(chosen)
    const fault = chosen && (await whyNotSent(chosen, uploadSchedule))
    if (chosen && fault === null) await send(chosen, check)
    else setStage({ name: 'idle', fault })
  }

  return (
    <Modal {...props} title={t('Import from Excel')} fullScreen={isPhone} size="64rem" yOffset="2rem">
      {stage.name === 'idle' && (
        <>
          <Text mb="sm" maw="46rem">
            {t(
              'The file is read as the tender has it: headings in one or two rows, sections, descriptions over several rows, totals. It is checked first, and nothing is stored before you have seen what was found.',
            )}
          </Text>
          {stage.cancelled && (
            <Text mb="sm" role="alert">
              {stage.cancelled.isDryRun
                ? t('The check was cancelled')
                : t('Nothing was stored, unless the whole file just was: the schedule shows it.')}
            </Text>
          )}
          <FileField
            {...{ kind, file, fault: stage.fault, onChoose: (chosen) => void choose(chosen) }}
            takesFocus={stage.isReset === true}
            inputRef={input}
          />
          <Downloads label={t('Template with every column')} of={t('the template')} get={getTemplate} />
        </>
      )}
      {stage.name === 'uploading' && (
        <Uploading
          file={stage.file}
          sent={stage.sent}
          isDryRun={stage.attempt.isDryRun}
          note={t('Cancelled before its end, nothing of the file is stored.')}
          onCancel={cancel}
        />
      )}
      {stage.name === 'done' && (
        <ImportCheck
          outcome={stage.outcome}
          onStore={(acceptsAmounts) => file && void send(file, { isDryRun: false, acceptsAmounts })}
          onOther={() => {
            setFile(null)
            setStage({ name: 'idle', fault: null, isReset: true })
          }}
        />
      )}
    </Modal>
  )
}
