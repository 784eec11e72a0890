import { listModules } from '@plinth/api/access/modules'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole } from '@plinth/api/access/roles'
import { createUser } from '@plinth/api/access/users'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { flags } from '@plinth/api/kernel/permissions'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { administrationScreens, businessScreens } from '../src/addresses.ts'
import { leave, openBrowser, signedIn } from '../src/browser.ts'
import { password } from '../src/company.ts'
import { type Credentials, person } from '../src/people.ts'
import { strollThrough, tellRefusals } from '../src/walks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** Modules, with the addresses of the screens that a person with this module only may open. */
const addresses: [ModuleName, ...string[]][] = [
  ['Audit Trail', '/admin/audit-trail'],
  ['Contracts', '/contracts'],
  ['General Tasks', '/general-tasks'],
  ['Payments', '/payments'],
  ['Project Tasks', '/project-tasks'],
  ['Inventories', '/inventories'],
  ['Measurement Book', '/measure'],
  ['Projects', '/projects'],
  ['Reminders', '/reminders'],
  ['Role', '/admin/roles'],
  ['User', '/admin/users'],
  ['UserRoleMapping', '/admin/user'],
  ['Vehicle Insurance', '/vehicle-insurance'],
  ['Vehicles', '/vehicles'],
]

/** Screens that are open to every signed-in user. */
const unguarded = ['/account', '/notification', '/payroll']

const isBelow = (bases: readonly string[]) => (path: string) => bases.some((base) => path.startsWith(base))

const allScreens = async () => [...(await businessScreens()), ...(await administrationScreens())]

/** Creates a user of the sample company with every permission in one module and none in any other. */
async function joinSample(module: ModuleName, called = 'alone'): Promise<Credentials> {
  const owner = await person('owner@demo.example')
  const { id: moduleId = '' } = (await owner.ok(listModules, {})).find(({ name }) => name === module) ?? {}
  const held = Object.fromEntries(flags.map((flag) => [flag, true])) as Record<(typeof flags)[number], boolean>
  const { id: roleId } = await owner.ok(createRole, {
    body: { name: `Only ${module}, ${called}`, permissions: [{ moduleId, ...held }] },
  })
  const email = `${module.toLowerCase().replaceAll(' ', '.')}.${called}@demo.example`
  const { id: userId } = await owner.ok(createUser, { body: { username: `Only ${module}`, email, password } })
  await owner.ok(createRoleMapping, { body: { userId, roleId } })
  return { email, password, tenantName: 'Demo Infra' }
}

test.for(addresses)(
  'no screen sends a refused request for a user with the module %s only, at %s',
  { timeout: 180_000 },
  async ([module, ...bases]) => {
    const visited = await signedIn(browser, await joinSample(module))
    tellRefusals(visited.page, visited.faults)
    const shown: string[] = []
    await strollThrough(visited.page, (await allScreens()).filter(isBelow(bases)), (path, pathname) => {
      if (pathname !== '/unauthorized') shown.push(path)
    })
    expect(bases.filter((base) => !shown.some(isBelow([base])))).toEqual([])
    await leave(browser, visited)
  },
)

test.for([
  ['Project Tasks', '/inventories'],
  ['Inventories', '/project-tasks'],
] as const)(
  'a user with the module %s only cannot open %s, which shows the same tasks [6.6]',
  async ([module, path]) => {
    const visited = await signedIn(browser, await joinSample(module, 'beside'))
    await visited.page.goto(path)
    await visited.page.waitForURL('**/unauthorized')
    await leave(browser, visited)
  },
)

test('every screen of a company is covered by a module of these tests', async () => {
  const isVisited = isBelow([...addresses.flatMap(([, ...bases]) => bases), ...unguarded])
  expect((await allScreens()).filter((path) => !isVisited(path))).toEqual([])
})
