import { expect, test } from 'vitest'
import { typedRule } from './typed-rule.ts'

const validRule = { kind: 'TASK_DUE', steps: [3, 0], tells: ['OWNER'], escalateFrom: 7 }

test('a rule can be read without a name, and other values of the form are ignored', () => {
  expect(typedRule({ ...validRule, name: '', isBuiltIn: true })).toMatchObject({
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
])('a rule with %s cannot be read', (_, overrides) => {
  expect(typedRule({ ...validRule, ...overrides })).toBeUndefined()
})

test('a rule needs either steps or a repetition, and a user suffices as addressee', () => {
  expect(typedRule({ ...validRule, steps: [], repeatDays: 7 })?.repeatDays).toBe(7)
  const person = '0197a3a0-0000-7000-8000-000000000001'
  expect(typedRule({ ...validRule, tells: [], userIds: [person] })?.userIds).toEqual([person])
})
