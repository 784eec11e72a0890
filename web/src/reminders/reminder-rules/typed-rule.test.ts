import { expect, test } from 'vitest'
import { typedRule } from './typed-rule.ts'

const whole = { kind: 'TASK_DUE', steps: [3, 0], tells: ['OWNER'], escalateFrom: 7 }

test('a rule can be read without a name, whatever else its form holds', () => {
  expect(typedRule({ ...whole, name: '', isBuiltIn: true })).toMatchObject({
    kind: 'TASK_DUE',
    steps: [3, 0],
    repeatDays: null,
    amountFrom: null,
    contractTypes: [],
  })
})

test.each([
  ['no deadline', { kind: undefined }],
  ['no day', { steps: [] }],
  ['a day that is none', { steps: [3, 'soon'] }],
  ['nobody', { tells: [] }],
])('it cannot with %s', (_, given) => {
  expect(typedRule({ ...whole, ...given })).toBeUndefined()
})

test('a rule that only repeats has days enough, and a person is somebody', () => {
  expect(typedRule({ ...whole, steps: [], repeatDays: 7 })?.repeatDays).toBe(7)
  const person = '0197a3a0-0000-7000-8000-000000000001'
  expect(typedRule({ ...whole, tells: [], userIds: [person] })?.userIds).toEqual([person])
})
