import { monthNames } from '@plinth/api/kernel/days'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The day so many days from today, as the screens write it: 05 Mar 2026. */
export function shownDay(days: number): string {
  const [year, month, date] = dayFromToday(days).split('-')
  return `${date} ${monthNames[Number(month) - 1]} ${year}`
}

/** YYYY-MM-DD as it is typed: 05/03/2026. */
export const dayTyped = (day: string) => day.split('-').toReversed().join('/')

/** Forms of days and times that the product never shows: 11/5/2026, Nov 5, 2026, 5 Nov 2026, 2026-11-05, 1:30 pm. */
const otherForms = [
  /\d{1,2}\/\d{1,2}\/\d{2,4}/,
  /\p{L}{3,9}\.? \d{1,2}, \d{4}/u,
  /(?<!\d)\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{L}* \d{4}/u,
  /(?:Sept|June|July) \d{4}/,
  /\b\d{4}-\d{2}-\d{2}\b/,
  /\d:\d{2}\s?[AaPp]\.?[Mm]\b/,
]

/**
 * The text of the page, the values of its fields and its tooltips. Cited laws and circulars are left out, since their numbers
 * look like days.
 */
const texts = `[
  ...Array.from(document.querySelectorAll('cite'), ({ innerText }) => innerText)
    .reduce((text, cited) => text.replaceAll(cited, ''), document.body.innerText).split('\\n'),
  ...Array.from(document.querySelectorAll('input:not([type=hidden])'), ({ value }) => value),
  ...Array.from(document.querySelectorAll('[title]'), ({ title }) => title),
]`

/** Expects that every day on the page has the form 05 Nov 2026, and every time 05 Nov 2026, 13:30. */
export async function expectOneFormOfDays(page: Page): Promise<void> {
  const read = await page.evaluate<string[]>(texts)
  const found = read.filter((text) => otherForms.some((form) => form.test(text)))
  expect(found, page.url()).toEqual([])
}
