import { generalTaskStates } from '@plinth/api/works/general-tasks'
import { expect, test } from 'vitest'
import { movesOf, stepsTo } from './general-task-moves.ts'

test('a task can be finished unless a required line is not ticked, and reopened once it is over', () => {
  expect(movesOf({ state: 'OPEN', requiredOpenLines: 0 })).toEqual(['DONE', 'DOING', 'CANCELLED'])
  expect(movesOf({ state: 'DOING', requiredOpenLines: 2 })).toEqual(['OPEN', 'CANCELLED'])
  for (const state of ['DONE', 'CANCELLED'] as const) expect(movesOf({ state, requiredOpenLines: 2 })).toEqual(['OPEN'])
})

test('every state can be reached from every other, through OPEN from a done or cancelled task', () => {
  expect(stepsTo('DONE', 'DOING')).toEqual(['OPEN', 'DOING'])
  expect(stepsTo('CANCELLED', 'OPEN')).toEqual(['OPEN'])
  for (const from of generalTaskStates)
    for (const to of generalTaskStates) expect(stepsTo(from, to).at(-1)).toBe(from === to ? undefined : to)
})
