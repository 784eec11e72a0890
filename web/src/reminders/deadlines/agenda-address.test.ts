import { expect, test } from 'vitest'
import { noFilters, parseFilters, withKind, withOwner, withTime } from './agenda-address.ts'

test('an address without known filters asks for the user’s own open deadlines', () => {
  expect(parseFilters(noFilters)).toEqual({ owner: 'MINE', time: [], kind: [] })
  expect(parseFilters({ ...noFilters, owner: 'SOMEBODYS', time: ['NEVER', 'TODAY'] })).toEqual({
    owner: 'MINE',
    time: ['TODAY'],
    kind: [],
  })
})

test('the user’s own deadlines have no owner in the address', () => {
  expect(withOwner(noFilters, 'ALL')['owner']).toBe('ALL')
  expect(withOwner({ ...noFilters, owner: 'ALL' }, 'MINE')).toEqual(noFilters)
})

test('one time is chosen at once, and choosing it again clears it', () => {
  const overdue = withTime({ ...noFilters, owner: 'ALL' }, 'OVERDUE')
  expect(overdue).toEqual({ owner: 'ALL', time: ['OVERDUE'], kind: [] })
  expect(withTime(overdue, 'LATER')['time']).toEqual(['LATER'])
  expect(withTime(overdue, 'OVERDUE')['time']).toEqual([])
})

test('several kinds can be chosen together', () => {
  const both = withKind(withKind(noFilters, 'TASK_DUE'), 'TENDER_CLOSES')
  expect(both['kind']).toEqual(['TASK_DUE', 'TENDER_CLOSES'])
  expect(withKind(both, 'TASK_DUE')['kind']).toEqual(['TENDER_CLOSES'])
})
