import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { businessScreens } from './addresses.ts'
import { newCompany } from './company.ts'
import { expectNothingMoved } from './layout.ts'
import { person, type Who } from './people.ts'
import { goAndSettle } from './settled.ts'

export const ownerOfSample = 'owner@demo.example'

/** A person, or null for nobody signed in, and the addresses of the screens that they open. */
export interface Walk {
  who: Who | null
  paths: string[]
}

/** Document screens without any document; the query `?none` gives their pictures other names. */
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

/** The business screens in one part of the product, as the owner sees them. */
export const walkOfOwner = async (part: keyof typeof isOf): Promise<Walk> => ({
  who: ownerOfSample,
  paths: (await businessScreens()).filter(isOf[part]),
})

/** Reports every 4xx answer as a fault: the page knows the permissions and the address and should not have asked. */
export function tellRefusals(page: Page, faults: string[]): void {
  page.on('response', (response) => {
    const isRefused = response.status() >= 400 && response.status() < 500
    if (isRefused) faults.push(`${new URL(page.url()).pathname}: ${response.status()} ${response.url()}`)
  })
}

/** Expects that no part of the screen is missing; a missing part is marked in its place and the rest of the screen still works. */
const expectWhole = async (page: Page, path: string) =>
  expect(await page.locator('[data-missing]').count(), `a part is missing at ${path}`).toBe(0)

/** Opens a screen, waits until it is complete, and expects that nothing moved meanwhile. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await goAndSettle(page, () => page.goto(path))
  await expectWhole(page, path)
  await expectNothingMoved(page)
}

const nowhere = '/nowhere'

/**
 * Navigates as a link would, by way of an address that no screen has: two addresses of one screen may share a title, which
 * would then prove nothing. The old title is marked, so that it is not taken for the next one.
 */
const navigateTo = (path: string) => `(async () => {
  const go = (path) => {
    document.querySelector('h1').dataset.left = ''
    history.pushState(null, '', path)
  }
  go(${JSON.stringify(nowhere)})
  while (document.querySelector('h1:not([data-left])') === null) await new Promise(requestAnimationFrame)
  go(${JSON.stringify(path)})
})()`

/** Opens one screen after another without reloading the product; `look` gets the address and the pathname it led to. */
export async function strollThrough(
  page: Page,
  paths: readonly string[],
  look: (path: string, pathname: string) => Promise<void> | void,
): Promise<void> {
  await openWhole(page, '/')
  for (const path of paths) {
    await goAndSettle(page, () => page.evaluate(navigateTo(path)))
    await expectWhole(page, path)
    await look(path, new URL(await page.evaluate<string>('location.href')).pathname)
  }
}
