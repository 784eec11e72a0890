import { generalTaskStates } from '@plinth/api/works/general-tasks'
import { expect, test } from 'vitest'
import { movesOf, stepsTo } from './general-task-moves.ts'

test('a task is finished unless a line must be ticked first; what is over is opened again', () => {
  expect(movesOf({ state: 'OPEN', requiredOpenLines: 0 })).toEqual(['DONE', 'DOING', 'CANCELLED'])
  expect(movesOf({ state: 'DOING', requiredOpenLines: 2 })).toEqual(['OPEN', 'CANCELLED'])
  for (const state of ['DONE', 'CANCELLED'] as const) expect(movesOf({ state, requiredOpenLines: 2 })).toEqual(['OPEN'])
})

test('every state is reached from every other, over OPEN from what is over', () => {
  expect(stepsTo('DONE', 'DOING')).toEqual(['OPEN', 'DOING'])
  expect(stepsTo('CANCELLED', 'OPEN')).toEqual(['OPEN'])
  for (const from of generalTaskStates)
    for (const to of generalTaskStates) expect(stepsTo(from, to).at(-1)).toBe(from === to ? undefined : to)
})
