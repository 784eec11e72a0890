import { daysAfter } from '@plinth/api/kernel/later-days'
import { expect, test } from 'vitest'
import { leftOf } from './validity-words.ts'

const now = '2026-11-26'

test.each<[days: number, text: string | undefined, tone?: string]>([
  [61, undefined],
  [60, '60 days left', 'soon'],
  [1, '1 day left', 'soon'],
  [0, 'runs out today', 'soon'],
  [-1, 'ran out 1 day ago', 'over'],
  [-400, 'ran out 400 days ago', 'over'],
])('a document that is valid for %i more days: %s', (days, text, tone) => {
  expect(leftOf(daysAfter(now, days), now)).toEqual(text === undefined ? null : { text, tone })
})
