import { createTask } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { planTasks } from './plan-tasks.ts'

test('the link to plan tasks needs the permission to create tasks', () => {
  expect(planTasks('1').call.allow).toEqual(createTask.allow)
})
