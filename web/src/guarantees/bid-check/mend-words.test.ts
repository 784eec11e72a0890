import { expect, test } from 'vitest'
import { freeText, mendHead, timeText } from './mend-words.ts'

const mend = {
  instrumentId: 'i',
  number: 'SBI/1',
  amount: 100000,
  on: '2027-02-10',
  isCertain: true,
  isOverdue: false,
  securedFor: null,
  isInTime: true,
}

test('the heading says whether the listed guarantees would be enough', () => {
  expect(mendHead({ mends: [mend], isMended: true })).toBe('It would be enough once these have come free:')
  expect(mendHead({ mends: [mend], isMended: false })).toBe('Not even without all of these would it be enough:')
  expect(mendHead({ mends: [], isMended: false })).toMatch(/^No guarantee under this limit is in the way/)
})

test('the text says whether the day is certain, expected, past or unknown', () => {
  expect(freeText(mend)).toBe('free from 10 Feb 2027, certain')
  const expected = { ...mend, isCertain: false }
  expect(freeText(expected)).toBe('expected to be free from 10 Feb 2027, once its paper is back')
  expect(freeText({ ...expected, isOverdue: true })).toBe('was expected back: fetch its paper')
  expect(freeText({ ...expected, on: null })).toMatch(/^nobody can say when/)
})

test('the text says whether a guarantee comes free in time for the first short day', () => {
  expect(timeText(mend)).toBe('in time')
  expect(timeText({ ...mend, isOverdue: true })).toBe('in time, if it is fetched now')
  expect(timeText({ ...mend, isInTime: false })).toBe('too late')
})
