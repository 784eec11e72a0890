import { describe, expect, test } from 'vitest'
import {
  afterAnswers,
  bytesOf,
  isHere,
  mayComeRight,
  nextBatch,
  type Operation,
  pauseAfter,
  totalsOf,
  type Verdict,
} from './outbox-rules.ts'

const operation = (id: string, more: Partial<Operation> = {}): Operation => ({
  id,
  channel: 'tasks',
  kind: 'NOTE',
  madeAt: '2026-11-24T10:00:00Z',
  body: {},
  wasSent: false,
  verdict: null,
  ...more,
})
const refused: Verdict = { outcome: 'REFUSED', said: { message: 'No' } }
const photo = (id: string) => operation(id, { kind: 'PHOTO', file: new Blob(['12345']) })
const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id)

const sendingOf =
  (most: number, isMixed = true) =>
  (name: string) =>
    name === 'unknown' ? undefined : { most, isMixed, groupOf: ({ body }: Operation) => String(body['of']) }

describe('the next batch', () => {
  test('has the oldest operations up to the limit of a call, without those that wait for a decision of the user', () => {
    const all = [operation('a', { verdict: refused }), operation('b'), operation('c'), operation('d')]
    expect(ids(nextBatch(all, sendingOf(2)))).toEqual(['b', 'c'])
    expect(nextBatch([operation('a', { verdict: refused })], sendingOf(2))).toEqual([])
  })

  test('has operations of one provided channel; a photo is sent by itself, after everything small', () => {
    const all = [photo('p'), operation('a'), operation('x', { channel: 'store' }), operation('b'), photo('q')]
    expect(ids(nextBatch(all, sendingOf(50)))).toEqual(['a', 'b'])
    expect(ids(nextBatch([photo('p'), operation('x', { channel: 'store' }), photo('q')], sendingOf(50)))).toEqual(['x'])
    expect(ids(nextBatch([photo('p'), photo('q')], sendingOf(50)))).toEqual(['p'])
    expect(ids(nextBatch([operation('x', { channel: 'unknown' }), operation('a')], sendingOf(50)))).toEqual(['a'])
  })

  test('has one group when a call takes only one, and no group that is put aside', () => {
    const of = (id: string, group: string) => operation(id, { body: { of: group } })
    const all = [of('a', 'one'), of('b', 'two'), of('c', 'one')]
    expect(ids(nextBatch(all, sendingOf(50, false)))).toEqual(['a', 'c'])
    expect(ids(nextBatch(all, sendingOf(50, true)))).toEqual(['a', 'b', 'c'])
    expect(ids(nextBatch(all, sendingOf(50, true), new Set(['one'])))).toEqual(['b'])
  })
})

test('an operation that was sent without an answer may be on the server, and a refused one is not', () => {
  expect(isHere(operation('a'))).toBe(true)
  expect(isHere(operation('a', { wasSent: true }))).toBe(false)
  expect(isHere(operation('a', { wasSent: true, verdict: refused }))).toBe(true)
})

test('after the answers an applied operation is removed, a refused one has its verdict, and an unanswered one stays', () => {
  const all = [operation('a'), operation('b'), operation('c')]
  const left = afterAnswers(all, [
    { id: 'a', verdict: null },
    { id: 'b', verdict: refused },
    { id: 'z', verdict: null },
  ])
  expect(left).toEqual([operation('b', { verdict: refused }), all[2]])
  expect(totalsOf(left)).toEqual({ unsent: 1, open: 1 })
})

test('photos are counted by their bytes, and pauses grow to a minute', () => {
  expect(bytesOf([photo('p'), operation('a'), photo('q')])).toBe(10)
  expect([1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([2_000, 5_000, 15_000, 60_000, 60_000, 60_000])
})

test('no answer, an ended session and a busy server may resolve by themselves; a refusal does not', () => {
  expect([0, 401, 408, 429, 500, 503, 507].every(mayComeRight)).toBe(true)
  expect([400, 403, 404, 409, 413, 415].some(mayComeRight)).toBe(false)
})
