import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { businessScreens } from './addresses.ts'
import { newCompany } from './company.ts'
import { expectNothingMoved } from './layout.ts'
import { person, type Who } from './people.ts'
import { goAndSettle } from './settled.ts'

export const ownerOfSample = 'owner@demo.example'

/** Somebody, or nobody who has signed in, and the addresses of the screens that they go through. */
export interface Walk {
  who: Who | null
  paths: string[]
}

/** Screens of documents where there are none; what stands after the mark tells their pictures from the others. */
export async function walkOfNewcomer(): Promise<Walk> {
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

const isOf = {
  contracts: (path: string) => path.startsWith('/contracts'),
  projects: (path: string) => path.startsWith('/project'),
  elsewhere: (path: string) => !path.startsWith('/contracts') && !path.startsWith('/project'),
}

/** The screens of the business in one part of the product, as the owner sees them. */
export const walkOfOwner = async (part: keyof typeof isOf): Promise<Walk> => ({
  who: ownerOfSample,
  paths: (await businessScreens()).filter(isOf[part]),
})

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
  await goAndSettle(page, () => page.goto(path))
  await expectWhole(page, path)
  await expectNothingMoved(page)
}

const nowhere = '/nowhere'

/**
 * Goes on as a link would take somebody, by way of an address that no screen has: two addresses of one screen may keep its title,
 * which says nothing then. A title that is left is marked, so that it is not taken for the next one's.
 */
const goOn = (path: string) => `(async () => {
  const go = (path) => {
    document.querySelector('h1').dataset.left = ''
    history.pushState(null, '', path)
  }
  go(${JSON.stringify(nowhere)})
  while (document.querySelector('h1:not([data-left])') === null) await new Promise(requestAnimationFrame)
  go(${JSON.stringify(path)})
})()`

/** Goes from screen to screen with the product loaded once for all of them; `look` learns where each address has led. */
export async function strollThrough(
  page: Page,
  paths: readonly string[],
  look: (path: string, pathname: string) => Promise<void> | void,
): Promise<void> {
  await openWhole(page, '/')
  for (const path of paths) {
    await goAndSettle(page, () => page.evaluate(goOn(path)))
    await expectWhole(page, path)
    await look(path, new URL(await page.evaluate<string>('location.href')).pathname)
  }
}
