import { expect, test } from 'vitest'
import { saturdaysText, saturdayText, weekdaysText } from './work-days.ts'

test('days off are written as weekdays, in the order of the week', () => {
  expect(weekdaysText([7])).toBe('Sunday')
  expect(weekdaysText([7, 6])).toBe('Saturday and Sunday')
  expect(weekdaysText([])).toBe('–')
})

test('Saturdays off are written as ordinals of the month', () => {
  expect(saturdayText(5)).toBe('5th Saturday')
  expect(saturdaysText([4, 2])).toBe('2nd and 4th Saturday')
  expect(saturdaysText([1, 3, 5])).toBe('1st, 3rd and 5th Saturday')
  expect(saturdaysText([])).toBe('–')
})
