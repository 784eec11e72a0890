import type { Instrument } from '@plinth/api/guarantees/instruments'
import { today } from '../../lib/days.ts'
import { DueDay } from '../../ui/record/DueDay.tsx'
import { runningOut } from './running-out.ts'

/** The day on which an instrument runs out, with the days left below it. */
export const RunsOut = (of: Pick<Instrument, 'endsOn' | 'state'>) => (
  <DueDay day={of.endsOn} due={runningOut(of, today())} />
)
