import { expect, test } from 'vitest'
import { periodStart } from './bill-period.ts'

const uptoDate = '2026-07-31'

test.each([
  ['the day after the last bill', { previousUpto: '2026-06-30', startsOn: '2026-01-05' }, '2026-07-01'],
  ['the start of the agreement, for a first bill', { previousUpto: null, startsOn: '2026-01-05' }, '2026-01-05'],
  ['an unknown day, for a first bill of an agreement without a start', { previousUpto: null, startsOn: null }, null],
  ['an unknown day, if the last bill counts work up to the same day', { previousUpto: uptoDate, startsOn: null }, null],
  ['an unknown day, if the agreement begins later', { previousUpto: null, startsOn: '2026-08-01' }, null],
])('the period of a bill begins on %s', (_, inputs, from) => {
  expect(periodStart({ uptoDate, ...inputs })).toBe(from)
})
