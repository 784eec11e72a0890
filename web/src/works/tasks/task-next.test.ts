import type { Task } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { nextOfTask } from './task-next.ts'

type Given = Partial<Pick<Task, 'status' | 'progress' | 'assignedTo' | 'rollup'>>
const next = (given: Given, may = { edit: true, isOwnReview: false }) =>
  nextOfTask({ status: 'PLANNED', progress: 0, assignedTo: 'u1', rollup: null, ...given }, may)

test('a task is assigned, started, finished, reviewed and decided, one step at a time', () => {
  expect(next({ assignedTo: null })).toBe('ASSIGN')
  expect(next({})).toBe('START')
  expect(next({ status: 'IN_PROGRESS', progress: 99 })).toBeUndefined()
  expect(next({ status: 'IN_PROGRESS', progress: 100 })).toBe('FINISH')
  expect(next({ status: 'COMPLETED' })).toBe('ASK_REVIEW')
  expect(next({ status: 'UNDER_REVIEW' })).toBe('DECIDE')
  expect(next({ status: 'REJECTED' })).toBe('RESUME')
  expect(next({ status: 'APPROVED' })).toBeUndefined()
})

test('who asked for the review does not decide it, and who may change nothing is offered nothing', () => {
  expect(next({ status: 'UNDER_REVIEW' }, { edit: true, isOwnReview: true })).toBeUndefined()
  expect(next({}, { edit: false, isOwnReview: false })).toBeUndefined()
})
