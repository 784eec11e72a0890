import { messageOf } from '@plinth/api/kernel/messages'
import { dayText } from '../../lib/format.ts'
import { worded } from '../../lib/language.ts'

/**
 * Why a sheet cannot be of this day; undefined if it can. `today` is the company's day by the clock of this device, as YYYY-MM-DD.
 * The server rejects a future day together with all lines of the sheet, which may be hours later.
 */
export const dayFault = (measuredOn: string, today: string): string | undefined =>
  measuredOn > today
    ? worded(messageOf('must not be after {day}, which is today by the clock of this device', { day: dayText(today) }))
    : undefined
