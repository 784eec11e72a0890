import { parseDay } from '@plinth/api/kernel/days'
import { holidayFields } from '@plinth/api/reminders/holidays'
import { safeParse } from 'zod/v4/core'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** A line of what is pasted: a holiday, or why it is none. */
export interface HolidayLine {
  /** Which line it is, the first 1. */
  number: number
  text: string
  entry?: { onDay: string; name: string }
  fault?: string | undefined
}

/** So many words a day is written in at most: "26 Jan 2027", and "26 - Jan - 2027". */
const mostWords = 5

/** Between a day and its name stand a comma, a dash or nothing: "26 Jan 2027," and "- Republic Day". */
const dayIn = (text: string) => parseDay(text.replace(/[,;:–-]$/, ''))
const nameIn = (text: string) => text.replace(/^[\s,;:–-]+/, '')

/** A line begins with its day, in any way that a day is typed; the longest beginning that is one counts. */
function readLine(text: string): { onDay: string; name: string } | undefined {
  const words = text.trim().split(/\s+/)
  for (let count = Math.min(mostWords, words.length); count > 0; count -= 1) {
    const onDay = dayIn(words.slice(0, count).join(' '))
    if (onDay !== null) return { onDay, name: nameIn(words.slice(count).join(' ')) }
  }
  return undefined
}

/** What keeps a line from being a holiday; `taken` are the days that are holidays already, or stand above it. */
function faultOf(read: ReturnType<typeof readLine>, taken: ReadonlySet<string>): string | undefined {
  if (read === undefined) return t('It does not begin with a day such as 26 Jan 2027')
  if (read.name === '') return t('The name is missing after the day')
  if (!safeParse(holidayFields.name, read.name).success) return t('The name is too long')
  if (taken.has(read.onDay)) return t('{day} is a holiday already', { day: dayText(read.onDay) })
  return undefined
}

/** Judges what is pasted line by line; empty lines say nothing. `known` are the days that are holidays already. */
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
