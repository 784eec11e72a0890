import { describe, expect, test } from 'vitest'
import { doneOf, entriesOf, implausibleShare, plus, type SiteEntry, withEntries } from './site-standing.ts'

const task = { id: 't', estimatedQuantity: 400, actualQuantity: 120, progress: 30, status: 'IN_PROGRESS' } as const
const entry = (quantity: number): SiteEntry => ({ kind: 'QUANTITY', taskId: 't', quantity })

test('unsent entries are applied to the shown task, in their order', () => {
  const entries: SiteEntry[] = [
    entry(0.1),
    { kind: 'PROGRESS', taskId: 't', progress: 40, seen: 30 },
    { kind: 'NOTE', taskId: 't', note: 'Rain' },
    entry(0.2),
    { kind: 'STATUS', taskId: 't', status: 'ON_HOLD', seen: 'IN_PROGRESS' },
    { kind: 'PROGRESS', taskId: 't', progress: 45, seen: 40 },
  ]
  expect(withEntries(task, entries)).toEqual({ ...task, actualQuantity: 120.3, progress: 45, status: 'ON_HOLD' })
  expect(withEntries({ ...task, actualQuantity: null }, [entry(2)]).actualQuantity).toBe(2)
  expect(plus(0.1, 0.2)).toBe(0.3)
})

describe('the quantity done', () => {
  test('is compared with the estimate, if there is one', () => {
    expect(doneOf(task)).toEqual({ done: 120, estimate: 400, left: 280, share: 30 })
    expect(doneOf({ actualQuantity: 440, estimatedQuantity: 400 })).toMatchObject({
      left: -40,
      share: 110,
    })
    expect(doneOf({ actualQuantity: null, estimatedQuantity: null })).toEqual({
      done: 0,
      estimate: null,
      left: null,
      share: null,
    })
    expect(doneOf({ actualQuantity: 5, estimatedQuantity: 0 }).estimate).toBeNull()
  })

  test('raises a question above 110 per cent of the estimate, and only if some is added', () => {
    expect(implausibleShare(task, 320)).toBeNull()
    expect(implausibleShare(task, 320.001)).toBeCloseTo(110.00025)
    expect(implausibleShare({ actualQuantity: 500, estimatedQuantity: 400 }, 0)).toBeNull()
    expect(implausibleShare({ actualQuantity: 500, estimatedQuantity: null }, 900)).toBeNull()
  })
})

test('only values that differ from the task become entries, each with the value shown before', () => {
  const same = { quantity: null, progress: 30, status: 'IN_PROGRESS', note: '  ' } as const
  expect(entriesOf(task, same)).toEqual([])
  expect(entriesOf(task, { quantity: 12.5, progress: 40, status: 'COMPLETED', note: ' Done \n' })).toEqual([
    { kind: 'QUANTITY', taskId: 't', quantity: 12.5 },
    { kind: 'PROGRESS', taskId: 't', progress: 40, seen: 30 },
    { kind: 'STATUS', taskId: 't', status: 'COMPLETED', seen: 'IN_PROGRESS' },
    { kind: 'NOTE', taskId: 't', note: 'Done' },
  ])
})
