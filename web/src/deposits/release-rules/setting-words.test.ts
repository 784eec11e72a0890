import { expect, test } from 'vitest'
import { pausesText, readPauses } from './setting-words.ts'

test('the text of the pauses says that the last one repeats', () => {
  expect(pausesText([15, 15, 30])).toBe('15, 15, 30, then every 30 days')
  expect(pausesText([30])).toBe('every 30 days')
})

test.each([
  ['15, 15, 30', [15, 15, 30]],
  ['15,15 30 ', [15, 15, 30]],
  ['15;', [15]],
  ['१५, ३०', [15, 30]],
  ['15, 0.5', [15, 0.5]],
  ['', []],
  [' , ', []],
  ['15, soon', undefined],
  ['15, 15a', undefined],
])('%j is read as %j', (text, days) => {
  expect(readPauses(text)).toEqual(days)
})
