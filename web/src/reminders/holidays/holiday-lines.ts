import { parseDay } from '@plinth/api/kernel/days'
import { holidayFields } from '@plinth/api/reminders/holidays'
import { safeParse } from 'zod/v4/core'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** A pasted line: a holiday, or the reason why it is not one. */
export interface HolidayLine {
  /** The number of the line, from 1. */
  number: number
  text: string
  entry?: { onDay: string; name: string }
  fault?: string | undefined
}

/** The maximum number of words in a day: "26 Jan 2027" or "26 - Jan - 2027". */
const maxWords = 5

/** A comma, a dash or nothing separates day and name: "26 Jan 2027," and "- Republic Day". */
const dayIn = (text: string) => parseDay(text.replace(/[,;:–-]$/, ''))
const nameIn = (text: string) => text.replace(/^[\s,;:–-]+/, '')

/** Reads the longest beginning of a line that is a day, in any format that day fields accept, and the name after it. */
function readLine(text: string): { onDay: string; name: string } | undefined {
  const words = text.trim().split(/\s+/)
  for (let count = Math.min(maxWords, words.length); count > 0; count -= 1) {
    const onDay = dayIn(words.slice(0, count).join(' '))
    if (onDay !== null) return { onDay, name: nameIn(words.slice(count).join(' ')) }
  }
  return undefined
}

/** The fault of a line, if any; `taken` are the days of existing holidays and of the lines above. */
function faultOf(read: ReturnType<typeof readLine>, taken: ReadonlySet<string>): string | undefined {
  if (read === undefined) return t('It does not begin with a day such as 26 Jan 2027')
  if (read.name === '') return t('The name is missing after the day')
  if (!safeParse(holidayFields.name, read.name).success) return t('The name is too long')
  if (taken.has(read.onDay)) return t('{day} is a holiday already', { day: dayText(read.onDay) })
  return undefined
}

/** Reads pasted text line by line and skips empty lines. `known` are the days that are holidays already. */
export function readHolidayLines(pasted: string, known: Iterable<string>): HolidayLine[] {
  const taken = new Set(known)
  return pasted.split(/\r?\n/).flatMap((text, at): HolidayLine[] => {
    if (text.trim() === '') return []
    const line = { number: at + 1, text }
    const read = readLine(text)
    const fault = faultOf(read, taken)
    if (fault !== undefined || read === undefined) return [{ ...line, fault: fault ?? '' }]
    taken.add(read.onDay)
    return [{ ...line, entry: read }]
  })
}
