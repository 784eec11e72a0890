import { createContract } from '@plinth/api/contracts'
import { createDeposit } from '@plinth/api/deposits'
import { moduleNames } from '@plinth/api/kernel/permissions'
import { listModules } from '@plinth/api/modules'
import { createOffice } from '@plinth/api/offices'
import { createProject } from '@plinth/api/projects'
import { setRolePermissions } from '@plinth/api/roles'
import { createTask } from '@plinth/api/tasks'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { field, title } from '../src/screen.ts'

const test = testIn('Walled Works')

const refusal = 'Unauthorized Access'

/** Records of the company, by the word that stands for each in an address. */
const ids: Record<string, string> = {}

test.beforeAll(async ({ company }) => {
  const owner = await person(company.administrator)
  const contract = await owner.ok(createContract, { body: { contractName: 'Walled', status: 'AWARDED' } })
  const deposit = { depositType: 'EMD', instrumentNo: 'DD 1', amount: 100 }
  ids['contract'] = contract.id
  ids['deposit'] = (await owner.ok(createDeposit, { params: { contractId: contract.id }, body: deposit })).id
  ids['office'] = (await owner.ok(createOffice, { body: { department: 'Walled', name: 'Walled' } })).id
  ids['project'] = (await owner.ok(createProject, { body: { projectName: 'Walled' } })).id
  ids['task'] = (await owner.ok(createTask, { body: { projectId: ids['project'], title: 'Walled' } })).id
  ids['user'] = company.administrator.id
})

/** Addresses that show something, by the module whose canView they ask for. */
const shown = [
  '/admin/users',
  '/admin/users/{user}',
  '/admin/users/{user}/permissions',
  '/admin/user-module-permissions',
  '/admin/roles',
  '/admin/audit-trail',
  '/admin/tenants',
  '/admin/contact-messages',
  '/contracts',
  '/contracts/list',
  '/contracts/{contract}',
  '/contracts/contract-deposit',
  '/contracts/contract-deposit/{contract}',
  '/contracts/deposit-register',
  '/contracts/{contract}/security-deposit',
  '/contracts/{contract}/security-deposit/{deposit}',
  '/contracts/{contract}/supporting-docs',
  '/contracts/offices',
  '/contracts/offices/{office}',
  '/projects',
  '/projects/{project}',
  '/project-tasks/list',
  '/project-tasks/{task}',
  '/inventories',
  '/vehicles',
  '/vehicle-insurance',
  '/payments',
]

/** Addresses where something is entered or changed. */
const entered = [
  '/admin/users/create',
  '/admin/users/{user}/edit',
  '/admin/roles/create',
  '/contracts/create',
  '/contracts/{contract}/edit',
  '/contracts/bulk-upload',
  '/contracts/{contract}/security-deposit/new',
  '/contracts/{contract}/security-deposit/{deposit}/edit',
  '/contracts/offices/create',
  '/contracts/offices/{office}/edit',
  '/projects/create',
  '/projects/{project}/edit',
  '/project-tasks/create',
  '/project-tasks/{task}/edit',
  '/project-tasks/bulk-upload',
]

/** Addresses that show no record, and what they are called. */
const unguarded = {
  '/account': 'Your page',
  '/payroll': 'Payroll',
  '/attendance': 'Attendance',
  '/tasks': 'Tasks',
  '/general-tasks': 'General tasks',
  '/estimations': 'Estimations',
  '/reports': 'Reports',
  '/notification': 'Notification',
  '/reminders': 'Reminders',
  '/gst': 'GST',
}

const addressOf = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_, word: string) => ids[word] ?? '')

/** What the server has refused the page since. */
function refusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return refused
}

/** Each address leads to the page that says so, with nothing to type into and nothing asked that would be refused. */
async function expectDenied(page: Page, patterns: string[]): Promise<void> {
  const refused = refusals(page)
  for (const pattern of patterns) {
    await page.goto(addressOf(pattern))
    await page
      .waitForURL((url) => url.pathname === '/unauthorized', { timeout: 15_000 })
      .catch(() => {
        throw new Error(`${pattern} is shown`)
      })
    await title(page, refusal)
  }
  expect(refused).toEqual([])
}

test('whoever may do nothing is told so at every address, before the server has to refuse anything [2.18 6.6]', async ({
  enter,
  company,
}) => {
  const page = await enter(await company.joinWith('nobody', {}))
  await expectDenied(page, [...shown, ...entered])
  // What asks the server for nothing asks for a session alone.
  for (const [path, heading] of Object.entries(unguarded)) {
    await page.goto(path)
    await title(page, heading)
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('whoever may only look is told so at every form, before they type [2.18 6.6]', async ({ enter, company }) => {
  const looking = Object.fromEntries(moduleNames.map((name) => [name, ['canView']] as const))
  for (const name of ['Tenants', 'Modules', 'Credentials'] as const) delete looking[name]
  const page = await enter(await company.joinWith('looker', looking))
  await expectDenied(page, entered)
})

test('a flag that was granted a moment ago opens its form at once, and one that was taken closes it', async ({
  enter,
  company,
}) => {
  const roleId = await company.role('Tenders', { Contracts: ['canView'] })
  const page = await enter(await company.join('changing', roleId))
  await page.goto('/contracts/list')
  await title(page, 'Contracts')
  const founder = await person(operator())
  const contracts = (await founder.ok(listModules, {})).find(({ name }) => name === 'Contracts')
  const grant = (canCreate: boolean) =>
    founder.ok(setRolePermissions, {
      params: { roleId },
      body: [
        { moduleId: contracts?.id ?? '', canView: true, canCreate, canEdit: false, canDelete: false, canReport: false },
      ],
    })
  await grant(true)
  await page.goto('/contracts/create')
  await field(page, 'Contract name').waitFor()
  await grant(false)
  await page.goto('/contracts/create')
  await title(page, refusal)
})
