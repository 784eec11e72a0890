import type { Page } from 'playwright-core'
import { eventually, fill, valueOf } from './screen.ts'

/** Expects on a blank form that text which is no number, typed into any of the three fields, sets the calculated field to 0. */
export async function counterpartsBecomeZero(page: Page): Promise<void> {
  const value = (text: string) => eventually(() => valueOf(page, 'Bid value')).toBe(text)
  const percentage = (text: string) => eventually(() => valueOf(page, 'Bid percentage')).toBe(text)
  await fill(page, { 'Bid value': 'none yet' })
  await percentage('0')
  for (const none of ['', 'none yet', '12 or 13', '-']) {
    await fill(page, { 'Actual value': '1000000', 'Bid percentage': '5' })
    await value('10,50,000')
    await fill(page, { 'Bid percentage': none })
    await value('0')
    await fill(page, { 'Bid value': '1200000' })
    await percentage('20')
    await fill(page, { 'Bid value': none })
    await percentage('0')
    await fill(page, { 'Actual value': none, 'Bid percentage': '7' })
    await value('0')
    await fill(page, { 'Bid value': '1200000' })
    await percentage('0')
  }
}
