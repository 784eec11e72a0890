import { createTask } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { planTasks } from './plan-tasks.ts'

test('planning is offered to whoever may enter a task', () => {
  expect(planTasks('1').call.allow).toEqual(createTask.allow)
})
