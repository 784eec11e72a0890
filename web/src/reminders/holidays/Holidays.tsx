import { Button, Paper, Skeleton } from '@mantine/core'
import { listHolidays } from '@plinth/api/reminders/holidays'
import { useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { ReminderTabs } from '../deadlines/ReminderTabs.tsx'
import { AddHoliday } from './AddHoliday.tsx'
import classes from './Holidays.module.css'
import { HolidayYears } from './HolidayYears.tsx'
import { useEntries } from './useEntries.ts'
import { WorkDays } from './WorkDays.tsx'

const PasteHolidays = lazyPart(() => import('./PasteHolidays.tsx'), 'PasteHolidays')

/** The holidays of a company and its working days. */
export function Holidays() {
  const found = useRecord(listHolidays)
  const { data } = found
  const known = new Set(data?.map(({ onDay }) => onDay))
  const { addAll, remove, mayEnter, mayDelete } = useEntries()
  const [isPasting, setPasting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Screen title={t('Holidays')} source={found} failure={t('Failed to fetch holidays')}>
      <ReminderTabs />
      <div className={classes['page']}>
        <Paper component="section" withBorder aria-label={t('Holidays')} className={classes['list']}>
          {mayEnter && (
            <div className={classes['enter']}>
              <AddHoliday
                isAside={isPasting}
                known={known}
                onAdd={async (entry) => (await addAll([entry])).refused.get(entry)}
              />
              <Button
                ref={opener}
                variant="subtle"
                size="compact-sm"
                aria-expanded={isPasting}
                className={classes['press'] ?? ''}
                onClick={() => setPasting(!isPasting)}
                data-screen-only
              >
                {t('Paste several')}
              </Button>
              {isPasting && (
                <PasteHolidays
                  known={known}
                  addAll={addAll}
                  onClose={() => {
                    setPasting(false)
                    opener.current?.focus()
                  }}
                />
              )}
            </div>
          )}
          {data ? (
            <HolidayYears holidays={data} {...(mayDelete && { onDelete: remove })} />
          ) : (
            <Skeleton height={360} aria-hidden />
          )}
        </Paper>
        <WorkDays />
      </div>
    </Screen>
  )
}
