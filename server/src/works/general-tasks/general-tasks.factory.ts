import { getSession } from '@plinth/api/access/auth'
import type { CallInput } from '@plinth/api/kernel/client'
import { createGeneralTask, type GeneralTask, updateGeneralTask } from '@plinth/api/works/general-tasks'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type GeneralTaskBody = CallInput<typeof createGeneralTask>['body']

export const generalTaskBody = (overrides: Partial<GeneralTaskBody> = {}): GeneralTaskBody => ({
  title: 'Renew the licence of the batching plant',
  ...overrides,
})

export const newGeneralTask = (by: Client, overrides: Partial<GeneralTaskBody> = {}): Promise<GeneralTask> =>
  by.ok(createGeneralTask, { body: generalTaskBody(overrides) })

export const testInputs: TestInputs = {
  make: {
    'general-tasks': async ({ owner }) => (await newGeneralTask(owner)).id,
    lines: async ({ owner }, above) => {
      const params = { id: await above('general-tasks') }
      const { lines } = await owner.ok(updateGeneralTask, { params, body: { lines: [{ text: 'Pay the fee' }] } })
      return lines[0]?.id ?? ''
    },
  },
  searched: {
    filterGeneralTasks: async ({ owner }, key) => {
      const { id } = await newGeneralTask(owner, { title: `Road tax ${key}`, note: 'Tipper of the quarry' })
      return { id, words: `QUARRY tax ${key}` }
    },
  },
  found: {
    general_tasks: async ({ owner }, word) => {
      const { id: assigneeId, username } = await owner.ok(getSession, {})
      const { title } = await newGeneralTask(owner, { title: `Fuel ${word}`, assigneeId })
      return { name: title, detail: username, status: 'OPEN' }
    },
  },
  bodies: {
    createGeneralTask: () => generalTaskBody(),
    setGeneralTaskState: () => ({ state: 'DOING' }),
    setGeneralTaskLine: () => ({ isDone: true }),
  },
}

/** Rows in the tables of these migrations, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0043_general_tasks.sql': () => `
    ${within(company.id)}
    insert into general_tasks (title, project_id, due_on, repeat_every, repeat_unit)
    values ('Return of royalty', '${company.project}', '2026-01-31', 1, 'MONTHS');
    insert into general_task_lines (task_id, position, text, is_required)
    select id, 1, 'Challans of the month', true from general_tasks;
    update general_task_lines set is_done = true;
    update general_tasks set state = 'DONE';
    insert into notes (general_task_id, kind, text, happened_on)
    select id, 'CALL', 'The portal is down until noon.', '2026-01-20' from general_tasks limit 1;`,
}
