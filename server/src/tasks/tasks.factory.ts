import type { CallInput } from '@plinth/api/kernel/client'
import { createTask, type Task } from '@plinth/api/tasks'
import type { Client } from '../test-server.ts'

type TaskBody = CallInput<typeof createTask>['body']

export const taskBody = (projectId: string, given: Partial<TaskBody> = {}): TaskBody => ({
  projectId,
  title: 'Excavation',
  ...given,
})

export const newTask = (by: Client, projectId: string, given: Partial<TaskBody> = {}): Promise<Task> =>
  by.ok(createTask, { body: taskBody(projectId, given) })
