import { listModules } from '@plinth/api/access/modules'
import { setRolePermissions } from '@plinth/api/access/roles'
import { moduleNames } from '@plinth/api/kernel/permissions'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { field, title } from '../src/screen.ts'
import { addressWith, type Ids, makeAll, sliceScreens } from '../src/slice-screens.ts'
import { strollThrough, tellRefusals } from '../src/walks.ts'

const test = testIn('Walled Works')

const refusal = 'Unauthorized Access'

/** Records of the company by their placeholder in addresses. */
let ids: Ids = {}

test.beforeAll(async ({ company }) => {
  const makers = { owner: await person(company.administrator), founder: await person(operator()) }
  ids = await makeAll(makers, 'Walled')
})

/** Addresses of screens that show something to a person with canView of their module. */
const shown = sliceScreens.flatMap((slice) => slice.shown ?? [])
/** Addresses of forms. */
const entered = sliceScreens.flatMap((slice) => slice.entered ?? [])
/** Addresses without a record, and their titles. */
const unguarded: Record<string, string> = Object.assign({}, ...sliceScreens.map((slice) => slice.unguarded))
/** Addresses that only the operator may see. */
const operators = ['/admin/tenants', '/admin/contact-messages']

const inCompany = (patterns: readonly string[]) => patterns.map((pattern) => addressWith(ids, pattern))

/** Expects that each address leads to Unauthorized, without a field and without a request that the server refuses. */
async function expectDenied(page: Page, patterns: readonly string[]): Promise<void> {
  const faults: string[] = []
  tellRefusals(page, faults)
  const shown: string[] = []
  await strollThrough(page, inCompany(patterns), async (path, pathname) => {
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    if (pathname !== '/unauthorized' || heading !== refusal) shown.push(path)
  })
  expect({ shown, faults }).toEqual({ shown: [], faults: [] })
}

test('leads a person without permissions to Unauthorized from every address, before the server refuses [2.18 6.6]', async ({
  enter,
  company,
}) => {
  const page = await enter(await company.joinWith('nobody', {}))
  await expectDenied(page, [...shown, ...entered])
  // A screen that sends no request only needs a session.
  const found: Record<string, [string, string]> = {}
  await strollThrough(page, Object.keys(unguarded), async (path, pathname) => {
    found[path] = [pathname, await page.getByRole('heading', { level: 1 }).innerText()]
  })
  expect(found).toEqual(Object.fromEntries(Object.entries(unguarded).map(([path, name]) => [path, [path, name]])))
})

test('shows every screen to a person with canView only, and leads them to Unauthorized from every form [2.18 6.6]', async ({
  enter,
  company,
}) => {
  const looking = Object.fromEntries(moduleNames.map((name) => [name, ['canView']] as const))
  for (const name of ['Tenants', 'Modules', 'Credentials'] as const) delete looking[name]
  const page = await enter(await company.joinWith('looker', looking))
  const faults: string[] = []
  tellRefusals(page, faults)
  const denied: string[] = []
  await strollThrough(page, inCompany(shown.filter((pattern) => !operators.includes(pattern))), (path, pathname) => {
    if (pathname === '/unauthorized') denied.push(path)
  })
  expect({ denied, faults }).toEqual({ denied: [], faults: [] })
  await expectDenied(page, entered)
})

test('opens a form once its permission is granted, and closes it once the permission is removed', async ({
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

test('an address with an invalid id is not found, sends no request and has no field [2.59]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('zzz') && request.resourceType() !== 'document') asked.push(request.url())
  })
  for (const path of ['/contracts/zzz/security-deposit/new', '/projects/zzz/edit', '/payments/bills/zzz']) {
    await page.goto(path)
    await title(page, 'Page not found')
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  }
  expect(asked).toEqual([])
})
