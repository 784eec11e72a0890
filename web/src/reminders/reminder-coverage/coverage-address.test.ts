import { coverageGaps } from '@plinth/api/reminders/reminder-coverage'
import { expect, test } from 'vitest'
import { noFilters, parseFilters, searchOf, shownBy, withKind, withState } from './coverage-address.ts'

test('unknown states and kinds of an address are ignored', () => {
  expect(parseFilters({ state: ['NO_RULE', 'LOST'], kind: ['TASK_DUE', 'WASH_UP'] })).toEqual({
    state: ['NO_RULE'],
    kind: ['TASK_DUE'],
  })
  expect(searchOf(['NO_RULE'], ['TASK_DUE'])).toEqual({ state: ['NO_RULE'], kind: ['TASK_DUE'] })
  expect(searchOf([])).toEqual({})
})

test('one state is chosen at once and cleared when chosen again, several kinds can be chosen together', () => {
  const narrowed = withState(withKind(noFilters, 'TASK_DUE'), 'NOBODY')
  expect(narrowed).toEqual({ state: ['NOBODY'], kind: ['TASK_DUE'] })
  expect(withState(narrowed, 'NO_RULE')).toEqual({ state: ['NO_RULE'], kind: ['TASK_DUE'] })
  expect(withState(narrowed, 'NOBODY')).toEqual({ state: [], kind: ['TASK_DUE'] })
  expect(withKind(narrowed, 'REVIEW_WAITING')).toEqual({ state: ['NOBODY'], kind: ['TASK_DUE', 'REVIEW_WAITING'] })
  expect(withKind(narrowed, 'TASK_DUE')).toEqual({ state: ['NOBODY'], kind: [] })
})

test('the list belongs to one figure, or to none if it mixes several', () => {
  const shown = (state: string[], view = '') => shownBy(view, parseFilters({ state, kind: [] }))
  expect(shown([])).toBe('gaps')
  expect(shown([...coverageGaps])).toBe('gaps')
  expect(shown(['COVERED'])).toBe('told')
  expect(shown(['WAIVED'])).toBe('waived')
  expect(shown(['COVERED', 'WAIVED'])).toBeUndefined()
  expect(shown(['COVERED'], 'kinds')).toBe('kinds')
  expect(shown([], 'undated')).toBe('undated')
})
