import { Button, Group } from '@mantine/core'
import { type MeasurementSheet, updateMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { t, worded } from '../../lib/language.ts'
import { useLine } from '../../lib/line.ts'
import { isHere } from '../../lib/outbox-rules.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './Measure.module.css'
import { changeHead } from './sheet-entries.ts'
import { headOf, type WaitingSheet } from './sheet-waiting.ts'
import { sheetPath } from './sheet-words.ts'

/** The actions on a sheet that the server does not have: edit its head, and send it again after a rejection. */
export function ActsHere({
  sheet,
  waiting: { verdict, operations },
}: {
  sheet: MeasurementSheet
  waiting: WaitingSheet
}) {
  const hasConnection = useLine()
  const isChangeable = [...operations.values()].every(isHere)
  const text = verdict
    ? t('This sheet was not taken: {reason}', { reason: worded(verdict.said) })
    : isChangeable && !hasConnection
      ? t('Recording and deleting a sheet need a connection. Its head, lines and photos do not.')
      : t('This sheet is being sent.')
  async function sendAgain() {
    const isSent = await changeHead(sheet.id, headOf(sheet))
    if (!isSent) void alertFailure(t('This sheet is being sent.'))
  }
  return (
    <>
      <p role={verdict ? 'alert' : undefined} className={classes[verdict ? 'warning' : 'hint']}>
        {text}
      </p>
      <Group gap="xs" className={classes['acts'] ?? ''} data-screen-only>
        {isChangeable && (
          <LinkButton variant="default" to={`${sheetPath(sheet)}/edit`} call={updateMeasurementSheet}>
            {t('Edit')}
          </LinkButton>
        )}
        {verdict && <Button onClick={() => void sendAgain()}>{t('Send again')}</Button>}
      </Group>
    </>
  )
}
