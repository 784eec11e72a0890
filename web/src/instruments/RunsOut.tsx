import { Text } from '@mantine/core'
import type { Instrument } from '@plinth/api/instruments'
import { today } from '../lib/days.ts'
import { dayText } from '../lib/format.ts'
import { runningOut } from './running-out.ts'

/** The day on which an instrument runs out, above what is left until then. */
export function RunsOut(of: Pick<Instrument, 'endsOn' | 'state'>) {
  const due = runningOut(of, today())
  return (
    <>
      {dayText(of.endsOn)}
      {due && (
        <Text size="xs" {...(due.isLate ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}>
          {due.text}
        </Text>
      )}
    </>
  )
}
