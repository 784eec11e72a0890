import type { Task } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { nextOfTask } from './task-next.ts'

type Overrides = Partial<Pick<Task, 'status' | 'progress' | 'assignedTo' | 'rollup'>>
const next = (overrides: Overrides, may = { edit: true, isOwnReview: false }) =>
  nextOfTask({ status: 'PLANNED', progress: 0, assignedTo: 'u1', rollup: null, ...overrides }, may)

test('the next step of a task is to assign, start, finish, review and decide it, one at a time', () => {
  expect(next({ assignedTo: null })).toBe('ASSIGN')
  expect(next({})).toBe('START')
  expect(next({ status: 'IN_PROGRESS', progress: 99 })).toBeUndefined()
  expect(next({ status: 'IN_PROGRESS', progress: 100 })).toBe('FINISH')
  expect(next({ status: 'COMPLETED' })).toBe('ASK_REVIEW')
  expect(next({ status: 'UNDER_REVIEW' })).toBe('DECIDE')
  expect(next({ status: 'REJECTED' })).toBe('RESUME')
  expect(next({ status: 'APPROVED' })).toBeUndefined()
})

test('there is no next step for the user who requested the review, nor without the permission to edit', () => {
  expect(next({ status: 'UNDER_REVIEW' }, { edit: true, isOwnReview: true })).toBeUndefined()
  expect(next({}, { edit: false, isOwnReview: false })).toBeUndefined()
})
