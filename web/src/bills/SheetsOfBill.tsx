import { Button, Text } from '@mantine/core'
import { replaceBillSheets } from '@plinth/api/bill-items'
import type { Bill } from '@plinth/api/bills'
import { useState } from 'react'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { part } from '../ui/Part.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { isOpen } from './bill-words.ts'
import classes from './Items.module.css'
import { SheetLink } from './SheetLink.tsx'

const ChooseSheets = part(() => import('./ChooseSheets.tsx'), 'ChooseSheets', { over: true })

const most = 12

/** The recorded sheets that a bill takes its work from, and the way to take some out or put some back. */
export function SheetsOfBill({ bill }: { bill: Bill }) {
  const mayChange = useCan(replaceBillSheets) && isOpen(bill)
  const [isWhole, setWhole] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { sheets } = bill
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
