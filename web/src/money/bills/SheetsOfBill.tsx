import { Button, Text } from '@mantine/core'
import { getUnbilledWork, replaceBillSheets } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'
import { useState } from 'react'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { isOpen } from './bill-words.ts'
import classes from './Items.module.css'
import { SheetLink } from './SheetLink.tsx'

const ChooseSheets = lazyDialog(() => import('./ChooseSheets.tsx'), 'ChooseSheets')

const most = 12

const words = (sheets: number, day: string) => ({ sheets: counted(sheets, 'sheet'), day: dayText(day) })

/** The recorded sheets of a bill, with a button to change them. */
export function SheetsOfBill({ bill }: { bill: Bill }) {
  const mayChange = useCan(replaceBillSheets) && isOpen(bill) && !bill.billingEnd
  const [isWhole, setWhole] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { sheets, agreementId, uptoDate } = bill
  const unbilled = useRecord(getUnbilledWork, { params: { agreementId }, enabled: mayChange })
  const free = (unbilled.data?.sheets ?? []).filter(({ measuredOn }) => measuredOn <= uptoDate)
  const title = t('Sheets in this bill')
  return (
    <RecordSection title={title}>
      {sheets.length === 0 ? (
        <Text c="dimmed" mb="sm">
          {t('There is no sheet in this bill.')}
        </Text>
      ) : (
        <ul aria-label={title} className={classes['sheets']}>
          {sheets.slice(0, isWhole ? sheets.length : most).map((sheet) => (
            <li key={sheet.id}>
              <SheetLink sheet={sheet} />
            </li>
          ))}
        </ul>
      )}
      {!isWhole && <ShowMore left={sheets.length - most} onClick={() => setWhole(true)} data-screen-only />}
      {free.length > 0 && (
        <Text size="sm" mb="sm" fw={600}>
          {bill.kind === 'FINAL'
            ? t('{sheets} measured until {day} in no bill: no bill follows this one', words(free.length, uptoDate))
            : t('{sheets} measured until {day} in no bill', words(free.length, uptoDate))}
        </Text>
      )}
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          className={classes['act'] ?? ''}
          data-screen-only
          onClick={() => setChoosing(true)}
        >
          {t('Choose the sheets')}
        </Button>
      )}
      {isChoosing && <ChooseSheets bill={bill} onClose={() => setChoosing(false)} />}
    </RecordSection>
  )
}
