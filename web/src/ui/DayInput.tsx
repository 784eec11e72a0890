import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { parseDay } from '@plinth/api/kernel/spelling'
import { dayText } from '../lib/format.ts'

type Passed = 'label' | 'description' | 'id' | 'required' | 'error' | 'onBlur' | 'ref' | 'popoverProps'
interface Props extends Pick<DateInputProps, Passed> {
  /** YYYY-MM-DD, or null when empty. */
  value: string | null
  onChange: (value: string | null) => void
}

const ariaLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next ten years',
  previousDecade: 'Previous ten years',
}

/** A calendar day: chosen, or typed the Indian way, so that 05/11/2026 is 5 November. */
export function DayInput(props: Props) {
  return (
    <DateInput
      {...props}
      valueFormat={dayText}
      dateParser={parseDay}
      placeholder="DD/MM/YYYY"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={ariaLabels}
    />
  )
}
