import type { TaskRollup } from '@plinth/api/works/projects'
import type { Task } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { dayNumber, overrunOf, scheduleOf } from './gantt-scale.ts'
import { amountOf } from './task-tree.ts'

const today = dayNumber('2026-11-21')

const plain = {
  status: 'IN_PROGRESS',
  estimatedAmount: null,
  actualAmount: null,
  estimatedEffortHours: null,
  actualEffortHours: null,
  givenStartDate: null,
  givenEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
  rollup: null,
} as Partial<Task> as Task
const nothingBelow: TaskRollup = {
  tasks: 1,
  estimatedAmount: 0,
  actualAmount: 0,
  estimatedEffortHours: 0,
  actualEffortHours: 0,
  progress: 0,
  givenStartDate: null,
  givenEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
}
function overrun(changed: Partial<Task>) {
  const task = { ...plain, ...changed }
  return overrunOf(task, scheduleOf(task, today))
}
const below = (rollup: Partial<TaskRollup>, task: Partial<Task> = {}) =>
  overrun({ ...task, rollup: { ...nothingBelow, ...rollup } }).below

const within = { amount: 0, hours: 0, late: 0, below: { amount: 0, hours: 0, early: 0, beyond: 0 } }

test('amounts are rounded half up to the paisa, exactly, however large they are', () => {
  expect([amountOf(0.5, 0.01, 0), amountOf(1.005, 1, 0), amountOf(0.125, 0.36, 0)]).toEqual([0.01, 1.01, 0.05])
  expect(amountOf(1.001, 4.995, 14)).toBe(5.7)
  expect(amountOf(999_999_999.999, 1000, 0)).toBe(999_999_999_999)
  expect(amountOf(123_456_789.123, 9.99, 18)).toBe(1_455_333_321.54)
})

test('a task within its plan exceeds nothing', () => {
  expect(overrun({})).toEqual(within)
  const planned = { estimatedAmount: 100, actualAmount: 100, estimatedEffortHours: 8, actualEffortHours: 2.5 }
  expect(overrun({ ...planned, givenEndDate: '2026-11-21', rollup: nothingBelow })).toEqual(within)
})

test('the excess over the estimate is exact to the paisa, and for hours too', () => {
  expect(overrun({ estimatedAmount: 0.1, actualAmount: 0.3 }).amount).toBe(0.2)
  expect(overrun({ estimatedEffortHours: 8, actualEffortHours: 9.25 }).hours).toBe(1.25)
})

test('without an estimate there is no excess', () => {
  expect(overrun({ actualAmount: 5, actualEffortHours: 5, estimatedEffortHours: 0 })).toEqual(within)
})

test('a task is late by the days since its given end, until it has ended', () => {
  expect(overrun({ givenEndDate: '2026-11-20' }).late).toBe(1)
  expect(overrun({ givenEndDate: '2026-11-01', actualEndDate: '2026-11-04' }).late).toBe(3)
  expect(overrun({ givenEndDate: '2026-11-01', actualEndDate: '2026-10-30' }).late).toBe(0)
  expect(overrun({ givenEndDate: '2026-11-01', status: 'COMPLETED' }).late).toBe(0)
})

test('the sub-tasks’ spending is compared with their estimates, or with that of the task if they have none', () => {
  expect(below({ estimatedAmount: 100, actualAmount: 130 }, { estimatedAmount: 500 })).toMatchObject({ amount: 30 })
  expect(below({ actualAmount: 130, actualEffortHours: 4 }, { estimatedAmount: 100 })).toMatchObject({
    amount: 30,
    hours: 0,
  })
  expect(below({ actualEffortHours: 4, estimatedEffortHours: 3 })).toMatchObject({ hours: 1 })
})

test('sub-tasks planned outside the dates of the task are reported', () => {
  const days = { givenStartDate: '2026-12-01', givenEndDate: '2026-12-10' }
  expect(below({ givenStartDate: '2026-11-29', givenEndDate: '2026-12-15' }, days)).toMatchObject({
    early: 2,
    beyond: 5,
  })
  expect(below(days, days)).toMatchObject({ early: 0, beyond: 0 })
  expect(below({ givenStartDate: '2026-11-29' }, { givenEndDate: '2026-12-10' })).toMatchObject({ early: 0, beyond: 0 })
})
