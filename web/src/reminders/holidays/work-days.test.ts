import { expect, test } from 'vitest'
import { saturdaysText, saturdayText, weekdaysText } from './work-days.ts'

test('free days are read in words, in the order of the week', () => {
  expect(weekdaysText([7])).toBe('Sunday')
  expect(weekdaysText([7, 6])).toBe('Saturday and Sunday')
  expect(weekdaysText([])).toBe('–')
})

test('free Saturdays are read by which of the month they are', () => {
  expect(saturdayText(5)).toBe('5th Saturday')
  expect(saturdaysText([4, 2])).toBe('2nd and 4th Saturday')
  expect(saturdaysText([1, 3, 5])).toBe('1st, 3rd and 5th Saturday')
  expect(saturdaysText([])).toBe('–')
})
