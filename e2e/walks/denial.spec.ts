import { moduleNames } from '@plinth/api/kernel/permissions'
import { listModules } from '@plinth/api/modules'
import { setRolePermissions } from '@plinth/api/roles'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { field, title } from '../src/screen.ts'
import { addressWith, type Ids, makeAll, sliceScreens } from '../src/slice-screens.ts'

const test = testIn('Walled Works')

const refusal = 'Unauthorized Access'

/** Records of the company, by the word that stands for each in an address. */
let ids: Ids = {}

test.beforeAll(async ({ company }) => {
  const makers = { owner: await person(company.administrator), founder: await person(operator()) }
  ids = await makeAll(makers, 'Walled')
})

/** Addresses that show something, by the module whose canView they ask for. */
const shown = sliceScreens.flatMap((slice) => slice.shown ?? [])
/** Addresses where something is entered or changed. */
const entered = sliceScreens.flatMap((slice) => slice.entered ?? [])
/** Addresses that show no record, and what they are called. */
const unguarded: Record<string, string> = Object.assign({}, ...sliceScreens.map((slice) => slice.unguarded))

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
    await page.goto(addressWith(ids, pattern))
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
