import { Button, Checkbox, Group, Modal, Skeleton, Text } from '@mantine/core'
import { getUnbilledWork, replaceBillSheets } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { Failure } from '../../ui/shell/Screen.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { sheetName } from '../../works/measure/sheet-words.ts'
import bills from './Bills.module.css'
import classes from './Items.module.css'
import { measuredText } from './SheetLink.tsx'

interface Props {
  bill: Bill
  onClose: () => void
}

const stale = t(
  'Somebody changed this bill meanwhile. Its sheets are shown as they are now, with your choice: save it again.',
)

/** Chooses the recorded sheets of a bill among those in it and those in no bill. */
export function ChooseSheets({ bill: { id, name, agreementId, uptoDate, updatedAt, sheets }, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const free = useRecord(getUnbilledWork, { params: { agreementId } })
  const save = useSave({ params: { id } })
  const client = useQueryClient()
  /** The user's ticks; they stay if somebody else changes the bill meanwhile. */
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isSending, setSending] = useState(false)
  const offered = [
    ...sheets,
    ...(free.data?.sheets ?? []).filter((one) => !sheets.some((sheet) => sheet.id === one.id)),
  ].toSorted((one, other) => one.number - other.number)
  const isInBill = (sheetId: string) => sheets.some((sheet) => sheet.id === sheetId)
  // A sheet that was cancelled meanwhile is no longer offered.
  const chosen = offered.map((sheet) => sheet.id).filter((one) => ticks.get(one) ?? isInBill(one))
  const choose = (ids: readonly string[]) =>
    setTicks(
      new Map(
        offered
          .map((sheet): [string, boolean] => [sheet.id, ids.includes(sheet.id)])
          .filter(([one, isTicked]) => isTicked !== isInBill(one)),
      ),
    )

  async function store() {
    setSending(true)
    try {
      await save(replaceBillSheets, { sheetIds: chosen, updatedAt })
      void alertSuccess(t('The sheets of {bill} are changed', { bill: name }))
      close()
    } catch (error) {
      const isStale = error instanceof CallError && error.status === 412
      void alertFailure(t('The sheets were not changed.'), isStale ? stale : reasonOf(error))
      void client.invalidateQueries()
    }
    setSending(false)
  }
  return (
    <Modal {...props} title={t('Sheets of {bill}', { bill: name })} centered>
      <Text mb="sm">
        {t('A sheet that is taken out can be billed later. Sheets measured after {day} come into a later bill.', {
          day: dayText(uptoDate),
        })}
      </Text>
      {free.error && <Failure text={t('Failed to fetch measurement sheets')} source={free} />}
      {!free.data && !free.error && <Skeleton height={120} aria-hidden />}
      {free.data && (
        <Checkbox.Group aria-label={t('Sheets')} value={chosen} onChange={choose}>
          <div className={classes['ticks']}>
            {offered.map((sheet) => (
              <Checkbox
                key={sheet.id}
                value={sheet.id}
                label={sheetName(sheet)}
                description={measuredText(sheet)}
                disabled={sheet.measuredOn > uptoDate}
              />
            ))}
            {offered.length === 0 && <Text c="dimmed">{t('No recorded sheet of this agreement is free.')}</Text>}
          </div>
        </Checkbox.Group>
      )}
      <Group justify="flex-end" gap="xs" mt="md" className={bills['acts'] ?? ''}>
        <Button variant="default" onClick={close}>
          {t('Not now')}
        </Button>
        <Button loading={isSending} disabled={!free.data} onClick={() => void store()}>
          {t('Save')}
        </Button>
      </Group>
    </Modal>
  )
}
