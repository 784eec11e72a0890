import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { Round } from './outbox-round.ts'
import type { Operation, OutboxAnswer } from './outbox-rules.ts'

/** An operation named after its group: `a1` belongs to group `a`. */
const operation = (id: string): Operation => ({
  id,
  channel: 'tasks',
  kind: 'NOTE',
  madeAt: '2026-11-24T10:00:00Z',
  body: {},
  wasSent: false,
  verdict: null,
})
const failing = (status: number) => new CallError(status, { code: 'failed', message: `${status}` })

/** Sends the operations in one round to a server that answers each call with the status of one of its operations. */
async function sent(round: Round, names: string, statuses: Record<string, number>) {
  const calls: string[] = []
  const settled: (readonly OutboxAnswer[])[] = []
  const nameOf = (part: readonly Operation[]) => part.map(({ id }) => id).join(' ')
  const failure = await round
    .send(
      names.split(' ').map(operation),
      ({ id }) => id.slice(0, 1),
      async (part) => {
        calls.push(nameOf(part))
        const status = part.map(({ id }) => statuses[id]).find((one) => one !== undefined)
        if (status !== undefined) throw failing(status)
        return part.map(({ id }) => ({ id, verdict: null }))
      },
      async (answers) => void settled.push(answers),
    )
    .then(
      () => undefined,
      (error: CallError) => error.status,
    )
  const taken = settled.flat().flatMap(({ id, verdict }) => (verdict ? [] : id))
  const refused = settled.flat().flatMap(({ id, verdict }) => (verdict ? id : []))
  return { calls, taken, refused, failure, settled: settled.length }
}

test('a refused call is split in halves, each settled at once, until the refused operation is found', async () => {
  const names = Array.from({ length: 64 }, (_, at) => `a${at}`).join(' ')
  const { calls, taken, refused, settled, failure } = await sent(new Round(true), names, { a5: 400 })
  expect(refused).toEqual(['a5'])
  expect(taken).toHaveLength(63)
  expect(calls.length).toBeLessThanOrEqual(13)
  expect(settled).toBe(7)
  expect(failure).toBeUndefined()
})

test('a call that fails in a patient round, or gets no answer, ends the round', async () => {
  expect(await sent(new Round(true), 'a1 b1', { a1: 500 })).toMatchObject({ calls: ['a1 b1'], failure: 500 })
  expect(await sent(new Round(false), 'a1 b1', { a1: 0 })).toMatchObject({ calls: ['a1 b1'], failure: 0 })
  expect(await sent(new Round(false), 'a1 b1', { a1: 429 })).toMatchObject({ calls: ['a1 b1'], failure: 429 })
})

test('an operation that fails again is put aside with its successors in the group, and other groups go on', async () => {
  const round = new Round(false)
  const { taken, refused, failure } = await sent(round, 'a1 a2 a3 b1 a4 b2', { a2: 500 })
  expect(taken).toEqual(['a1', 'b1', 'b2'])
  expect(refused).toEqual([])
  expect(failure).toBeUndefined()
  expect([...round.aside]).toEqual(['a'])
  expect(round.failure?.status).toBe(500)
})

test('a round ends after several failures in a row', async () => {
  const all = Object.fromEntries(['a1', 'b1', 'c1', 'd1', 'e1'].map((name) => [name, 503]))
  const { calls, failure } = await sent(new Round(false), Object.keys(all).join(' '), all)
  expect(failure).toBe(503)
  expect(calls).not.toContain('d1')
})
