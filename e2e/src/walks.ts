import { setTimeout as sleep } from 'node:timers/promises'
import { createContract } from '@plinth/api/contracts'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { administrationScreens, businessScreens, openScreens, operatorScreens } from './addresses.ts'
import { newCompany } from './company.ts'
import { expectNothingMoved } from './layout.ts'
import { operator, person, type Who } from './people.ts'
import { hasCome } from './screen.ts'

const owner = 'owner@demo.example'

/** Somebody, or nobody who has signed in, and the addresses of the screens that they go through. */
export interface Walk {
  who: Who | null
  paths: string[]
}

/** Screens of documents where there are none; what stands after the mark tells their pictures from the others. */
async function walkOfNewcomer(): Promise<Walk> {
  const { administrator: who } = await newCompany('Empty Works')
  const caller = await person(who)
  const { id } = await caller.ok(createContract, { body: { contractName: 'Untouched' } })
  const paths = [
    `/contracts/${id}`,
    `/contracts/${id}/supporting-docs`,
    '/vehicles',
    '/vehicle-insurance',
    '/payments',
  ].map((path) => `${path}?none`)
  return { who, paths }
}

/** Some third of them each: two walk beside each other. */
const isOfContracts = (path: string) => path.startsWith('/contracts')
const isOfProjects = (path: string) => path.startsWith('/project')

/** Which together pass every screen of the product. */
export const walks: Record<string, () => Promise<Walk>> = {
  anybody: async () => ({ who: null, paths: openScreens }),
  'the owner at contracts': async () => ({ who: owner, paths: (await businessScreens()).filter(isOfContracts) }),
  'the owner at projects': async () => ({ who: owner, paths: (await businessScreens()).filter(isOfProjects) }),
  'the owner elsewhere': async () => ({
    who: owner,
    paths: (await businessScreens()).filter((path) => !isOfContracts(path) && !isOfProjects(path)),
  }),
  'the administrator': async () => ({ who: owner, paths: await administrationScreens() }),
  'the operator': async () => ({ who: operator(), paths: await operatorScreens() }),
  'a newcomer': walkOfNewcomer,
}

/** What the page asks for and is refused, which the person's permissions and the address would have told beforehand. */
export function tellRefusals(page: Page, faults: string[]): void {
  page.on('response', (response) => {
    const isRefused = response.status() >= 400 && response.status() < 500
    if (isRefused) faults.push(`${new URL(page.url()).pathname}: ${response.status()} ${response.url()}`)
  })
}

/** A part that broke, or did not come, is told of in its place; its screen stands all the same. */
const expectWhole = async (page: Page, path: string) =>
  expect(await page.locator('[data-missing]').count(), `a part is missing at ${path}`).toBe(0)

/** Opens a screen, waits until it has everything, and expects that nothing moved meanwhile. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await hasCome(page)
  await expectWhole(page, path)
  await expectNothingMoved(page)
}

/** How long ago the page last asked for something or was answered. A browser sometimes never tells the end of a request. */
function quietOf(page: Page) {
  const open = new Set<Request>()
  let since = Date.now()
  const begun = (request: Request) => {
    open.add(request)
    since = Date.now()
  }
  const over = (request: Request) => {
    open.delete(request)
    since = Date.now()
  }
  page.on('request', begun).on('requestfinished', over).on('requestfailed', over)
  return () => (open.size === 0 ? Date.now() - since : (Date.now() - since) / 10)
}

/** Goes on as a link would take somebody; the title of the screen that is left is marked, so that it is not taken for the next one's. */
const goOn = (path: string) => `(() => {
  document.querySelector('h1').dataset.left = ''
  history.pushState(null, '', ${JSON.stringify(path)})
})()`

/** Goes from screen to screen with the product loaded once for all of them, and looks at each once it has everything. */
export async function strollThrough(page: Page, paths: readonly string[], look: () => Promise<void>): Promise<void> {
  const quiet = quietOf(page)
  await openWhole(page, '/')
  for (const path of paths) {
    await page.evaluate(goOn(path))
    // A screen at another address of its own keeps its title.
    const hasTitle = async () => (await page.locator('h1:not([data-left])').count()) > 0
    while (quiet() < ((await hasTitle()) ? 300 : 2000)) await sleep(50)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectWhole(page, path)
    await look()
  }
}
