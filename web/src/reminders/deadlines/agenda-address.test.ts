import { expect, test } from 'vitest'
import { askedBy, noFilters, withKind, withOwner, withTime } from './agenda-address.ts'

test('an address that says nothing asks for all that is open of one’s own', () => {
  expect(askedBy(noFilters)).toEqual({ owner: 'MINE', time: [], kind: [] })
  expect(askedBy({ ...noFilters, owner: 'SOMEBODYS', time: ['NEVER', 'TODAY'] })).toEqual({
    owner: 'MINE',
    time: ['TODAY'],
    kind: [],
  })
})

test('one’s own are told by no name in the address', () => {
  expect(withOwner(noFilters, 'ALL')['owner']).toBe('ALL')
  expect(withOwner({ ...noFilters, owner: 'ALL' }, 'MINE')).toEqual(noFilters)
})

test('of the times one counts at once, and none where it is pressed again', () => {
  const overdue = withTime({ ...noFilters, owner: 'ALL' }, 'OVERDUE')
  expect(overdue).toEqual({ owner: 'ALL', time: ['OVERDUE'], kind: [] })
  expect(withTime(overdue, 'LATER')['time']).toEqual(['LATER'])
  expect(withTime(overdue, 'OVERDUE')['time']).toEqual([])
})

test('of the kinds several count together', () => {
  const both = withKind(withKind(noFilters, 'TASK_DUE'), 'TENDER_CLOSES')
  expect(both['kind']).toEqual(['TASK_DUE', 'TENDER_CLOSES'])
  expect(withKind(both, 'TASK_DUE')['kind']).toEqual(['TENDER_CLOSES'])
})
