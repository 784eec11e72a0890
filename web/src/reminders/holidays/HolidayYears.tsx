import { Text } from '@mantine/core'
import { type Holiday, holidayLabels } from '@plinth/api/reminders/holidays'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { counted, dayText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { weekdayName, weekdayOf } from '../../lib/weekdays.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { ActionButton, glyphs } from '../../ui/shell/RowActions.tsx'
import classes from './Holidays.module.css'
import { byYear } from './holiday-years.ts'

interface Props {
  holidays: readonly Holiday[]
  /** Deletes a holiday; undefined without permission. */
  onDelete?: (holiday: Holiday) => Promise<void>
}

function Row({ holiday, onDelete }: { holiday: Holiday } & Pick<Props, 'onDelete'>) {
  const { onDay, name, closed } = holiday
  const [isDeleting, setDeleting] = useState(false)
  return (
    <li>
      <span className={classes['day']}>{dayText(onDay)}</span>
      <span className={classes['weekday']}>{weekdayName(weekdayOf(onDay))}</span>
      <span className={classes['name']}>
        {name}
        {closed !== 'COMPANY_AND_BANKS' && (
          <small>
            {translated(holidayLabels.closed)}: {words(closed)}
          </small>
        )}
      </span>
      {onDelete && (
        <ActionButton
          label={t('Delete {name}', { name: `${name}, ${dayText(onDay)}` })}
          icon={glyphs.remove}
          disabled={isDeleting}
          data-screen-only
          onClick={() => {
            setDeleting(true)
            void onDelete(holiday).finally(() => setDeleting(false))
          }}
        />
      )}
    </li>
  )
}

/** The holidays of a company by year, the current and coming years first. */
export function HolidayYears({ holidays, onDelete }: Props) {
  const place = useRowsFocus<HTMLDivElement>(holidays.length)
  return (
    <div ref={place} tabIndex={-1} className={classes['years']}>
      {holidays.length === 0 && (
        <Text c="dimmed">
          {t('There are no holidays yet. Enter the first above, or paste the list of your state government.')}
        </Text>
      )}
      {byYear(holidays, today()).map(({ year, holidays: some }) => (
        <section key={year} aria-label={year}>
          <h2>
            {year} <span>{counted(some.length, 'holiday')}</span>
          </h2>
          <ul>
            {some.map((holiday) => (
              <Row key={holiday.id} holiday={holiday} {...(onDelete && { onDelete })} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
