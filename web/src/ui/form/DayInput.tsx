import { language, t } from '../../lib/language.ts'
import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { parseDay } from '@plinth/api/kernel/days'
import { today } from '../../lib/days.ts'
import { dayText } from '../../lib/format.ts'
import { lazyScript } from '../../lib/lazy-script.ts'

// Readers of English need none; without them the months have their English names.
if (language === 'hi')
  await lazyScript(() => import('dayjs/locale/hi'))
    .load()
    .catch(() => undefined)

type Field = 'label' | 'aria-label' | 'description' | 'id' | 'required' | 'error' | 'onBlur' | 'ref'
type Look = 'size' | 'classNames' | 'errorProps' | 'fixOnBlur' | 'popoverProps'
interface Props extends Pick<DateInputProps, Field | Look> {
  /** YYYY-MM-DD, or null when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

const ariaLabels = {
  nextMonth: t('Next month'),
  previousMonth: t('Previous month'),
  nextYear: t('Next year'),
  previousYear: t('Previous year'),
  nextDecade: t('Next ten years'),
  previousDecade: t('Previous ten years'),
}

/** The text of the field, which is parsed again on blur: numeric in other languages, whose month names are not parsed. */
const written = (day: string) => (language === 'en' ? dayText(day) : day.split('-').reverse().join('/'))

/** A calendar day: chosen, or typed in Indian order, so that 05/11/2026 is 5 November. */
export function DayInput(props: Props) {
  return (
    <DateInput
      {...props}
      valueFormat={written}
      locale={language}
      dateParser={parseDay}
      placeholder={t('DD/MM/YYYY')}
      aria-description={t('DD/MM/YYYY')}
      clearable
      defaultDate={today()}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={ariaLabels}
    />
  )
}
