import { expect, test } from 'vitest'
import { readSteps, stepsIn } from './rule-steps.ts'

test('steps are read without duplicates in descending order, and invalid input stays as typed', () => {
  expect(readSteps(['0', '7', '30', '7', '90'])).toEqual([90, 30, 7, 0])
  expect(readSteps(['3', 'soon', '401', '1.5', '-1', '400'])).toEqual([400, 3, 'soon', '401', '1.5', '-1'])
  expect(readSteps([])).toEqual([])
})

test('values of other types are no steps', () => {
  expect(stepsIn([7, 'soon', null])).toEqual([7, 'soon'])
  expect(stepsIn(undefined)).toEqual([])
})
