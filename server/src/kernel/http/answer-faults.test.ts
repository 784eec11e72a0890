import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { encoded, sendFaultyAnswers } from './answer-faults.ts'

const row = z.object({ name: z.string(), share: z.nullable(z.number().check(z.lte(100))) })
const answer = z.object({
  content: z.array(z.union([row, z.object({ count: z.int() })])),
  byKey: z.record(z.string(), row),
})
const faulty = {
  content: [
    { name: 'Asha', share: 104.5, secret: 'x' },
    { count: 2, secret: 'x' },
  ],
  byKey: { one: { name: 'Ravi', share: null, secret: 'x' } },
  secret: 'x',
}

const reported: Error[] = []
afterEach(() => {
  sendFaultyAnswers((fault) => {
    throw fault
  })
})

test('an answer that its schema forbids throws', () => {
  expect(() => encoded(answer, faulty)).toThrow(/content\.0/)
})

test('once faults are reported, a faulty answer is sent with its known fields only, and the report names no value', () => {
  sendFaultyAnswers((fault) => reported.push(fault))
  expect(encoded(answer, faulty)).toEqual({
    content: [{ name: 'Asha', share: 104.5 }, { count: 2 }],
    byKey: { one: { name: 'Ravi', share: null } },
  })
  expect(reported.map(({ name, message }) => [name, /Asha|104/.test(message)])).toEqual([['AnswerFault', false]])
})
