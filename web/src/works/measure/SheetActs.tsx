import { Button, Group } from '@mantine/core'
import {
  cancelMeasurementSheet,
  deleteMeasurementSheet,
  getMeasurementSheet,
  type MeasurementSheet,
  recordMeasurementSheet,
  updateMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { useLine } from '../../lib/line.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSave } from '../../lib/useSave.ts'
import { keepOnDevice } from '../../lib/useSiteRecord.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import classes from './Measure.module.css'
import type { WaitingSheet } from './sheet-waiting.ts'
import { listPath, sheetName, sheetPath } from './sheet-words.ts'

interface Props {
  sheet: MeasurementSheet
  /** Whether the user is the author of this draft: only the author changes or deletes it; anybody with canEdit records it. */
  isOwn: boolean
  /** Whether a line is typed that recording the sheet would lose. */
  isTyping: boolean
  waiting: WaitingSheet | undefined
  isStored: boolean
}

/** Why the sheet cannot be acted on now; undefined if it can. */
function useHindrance({ isStored }: Props): string | undefined {
  const hasConnection = useLine()
  if (!hasConnection) return t('Recording, editing and deleting a sheet need a connection. Lines and photos do not.')
  return isStored ? undefined : t('This sheet is being sent.')
}

/** The next steps of a sheet: a draft can be recorded, edited or deleted, a recorded sheet can be cancelled. */
export function SheetActs(props: Props) {
  const { sheet } = props
  const [isCancelling, setCancelling] = useState(false)
  const hindrance = useHindrance(props)
  if (hindrance) return <p className={classes['hint']}>{hindrance}</p>
  return (
    <Group gap="xs" className={classes['acts'] ?? ''} data-screen-only>
      {sheet.status === 'DRAFT' ? (
        <DraftActs {...props} />
      ) : (
        <Button variant="default" onClick={() => setCancelling(true)}>
          {t('Cancel sheet')}
        </Button>
      )}
      {isCancelling && <CancelSheet sheet={sheet} onClose={() => setCancelling(false)} />}
    </Group>
  )
}

function DraftActs({ sheet, isOwn, isTyping, waiting }: Props) {
  const mayRecord = useCan(recordMeasurementSheet)
  const mayDelete = useCan(deleteMeasurementSheet) && isOwn
  const { attempt, isSending } = useAttempt()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { id: sheet.id }
  const save = useSave({ params })

  async function record() {
    const stored = await save(recordMeasurementSheet, undefined)
    void alertSuccess(t('{sheet} is recorded', { sheet: sheetName(stored) }))
  }
  async function remove() {
    await call(deleteMeasurementSheet, { params })
    void keepOnDevice(getMeasurementSheet, params, undefined)
    void alertSuccess(t('The draft is deleted'))
    await navigate({ to: listPath })
    await client.invalidateQueries()
  }
  function askToRecord() {
    const failed = t('The sheet was not recorded.')
    const question = t('Record this sheet? It gets its number and counts. Nothing on it can be changed after that.')
    if (waiting && waiting.refused.length > 0)
      void alertFailure(failed, t('Lines of it were not taken: change or give them up first.'))
    else if (isTyping) void alertFailure(failed, t('A line is typed and not saved: save or clear it first.'))
    else if (window.confirm(question)) void attempt(record, failed)
  }
  function askToDelete() {
    if (window.confirm(t('Are you sure you want to delete this draft, with its lines and photos?')))
      void attempt(remove, t('The draft was not deleted.'))
  }
  return (
    <>
      {mayRecord && (
        // Lines that are still being sent would arrive after the sheet is recorded.
        <Button
          loading={isSending || (waiting?.lines.length ?? 0) > 0}
          disabled={sheet.lines.length === 0}
          onClick={askToRecord}
        >
          {t('Record sheet')}
        </Button>
      )}
      {isOwn && (
        <LinkButton variant="default" to={`${sheetPath(sheet)}/edit`} call={updateMeasurementSheet}>
          {t('Edit')}
        </LinkButton>
      )}
      {mayDelete && (
        <Button variant="default" disabled={isSending} onClick={askToDelete}>
          {t('Delete draft')}
        </Button>
      )}
    </>
  )
}

function CancelSheet({ sheet, onClose }: { sheet: MeasurementSheet; onClose: () => void }) {
  const { attempt } = useAttempt()
  const save = useSave({ params: { id: sheet.id } })
  const name = { sheet: sheetName(sheet) }
  async function cancel(cancelReason: string) {
    await save(cancelMeasurementSheet, { cancelReason })
    void alertSuccess(t('{sheet} is cancelled', name))
  }
  return (
    <ReasonDialog
      title={t('Cancel {sheet}', name)}
      label={t('Reason')}
      description={t(
        'None of its lines counts any more. The sheet stays in the book under its number, with the reason.',
      )}
      missing={t('Give the reason')}
      minRows={2}
      maxRows={8}
      maxLength={2000}
      button={t('Cancel sheet')}
      isHarmful
      dismiss={t('Not now')}
      onGive={(reason) => attempt(() => cancel(reason), t('It was not cancelled.'))}
      onClose={onClose}
    />
  )
}
