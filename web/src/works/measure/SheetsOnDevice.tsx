import { Anchor } from '@mantine/core'
import { getMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { answersOnDevice } from '../../lib/useSiteRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import classes from './Measure.module.css'
import { useWaitingSheets } from './sheet-waiting.ts'
import { sheetName, sheetPath } from './sheet-words.ts'

/** The user's own drafts that open without a connection: those opened today, and those with unsent entries. */
export function SheetsOnDevice() {
  const waiting = useWaitingSheets()
  const { data: opened = [] } = useQuery({
    queryKey: ['sheets on this device'],
    queryFn: () => answersOnDevice(getMeasurementSheet, { id: '' }),
    gcTime: 0,
  })
  const sheets = new Map([...waiting.map(({ sheet }) => sheet), ...opened].map((sheet) => [sheet.id, sheet]))
  if (sheets.size === 0) return null
  return (
    <RecordSection title={t('On this device')}>
      <ul className={classes['sheets']}>
        {[...sheets.values()].map((sheet) => {
          const { operations } = waiting.find((one) => one.sheet.id === sheet.id) ?? {}
          return (
            <li key={sheet.id}>
              <Anchor component={Link} to={sheetPath(sheet)} inherit fw={600}>
                {sheetName(sheet)}, {dayText(sheet.measuredOn)}
              </Anchor>
              <span>{[sheet.agreementNumber, sheet.location].filter(Boolean).join(' · ')}</span>
              {operations && <b>{t('{changes} waiting', { changes: counted(operations.size, 'change') })}</b>}
            </li>
          )
        })}
      </ul>
    </RecordSection>
  )
}
