import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { eventually, hasSettled, showing, title } from '../src/screen.ts'

/** Tests what `docs/looks.md` says of every screen. */

const test = testIn('Good Looks').extend('records', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const name = 'Construction of a high level bridge across the Hemavathy near Gorur at km 14.200 of the district road'
  const { id: contractId } = await owner.ok(createContract, {
    body: { contractName: name, bidId: 'KUWSDB/2026-27/WS/118', tenderBidValue: 57_21_94_350 },
  })
  const body = { depositType: 'EMD', instrumentNo: 'UBINR52026111800191838', amount: 14_97_500 }
  await owner.ok(createDeposit, { params: { contractId }, body })
  return { name }
})

const nameOf = (response: Response) => new URL(response.url()).pathname.replace(/^.*\/|-[\w-]{7}\.woff2$/g, '')

/** The responses with parts of the font that the page has requested. */
function facesOf(page: Page): Response[] {
  const asked: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') asked.push(response)
  })
  return asked
}

const drawnIn = (page: Page) => page.evaluate<string>(`getComputedStyle(document.body).fontFamily.split(',')[0]`)
/** The widths of two amounts, which must be equal so that digits line up. */
const widths = (page: Page) =>
  page.evaluate<number[]>(`['₹11,11,111.10', '₹88,88,888.80'].map((text) => {
    const line = Object.assign(document.createElement('span'), { textContent: text, className: 'tabular' })
    document.body.append(line)
    const { width } = line.getBoundingClientRect()
    line.remove()
    return width
  })`)

test('the font is served and cached by the product, and its Devanagari part only loads for Hindi', async ({
  enter,
}) => {
  // A browser context of its own, since the shared one may have loaded the Hindi font.
  const page = await enter(null, 'desktop', { locale: 'en-GB' })
  const faces = facesOf(page)
  await page.goto('/about')
  await title(page, 'About Plinth')
  await eventually(() => page.evaluate(`document.fonts.check('13px "Plinth Sans"', 'a₹')`)).toBe(true)
  await hasSettled(page)
  expect(await drawnIn(page)).toBe('"Plinth Sans"')
  expect(faces.map(nameOf)).toEqual(['latin'])
  const [latin] = faces
  expect(latin && new URL(latin.url()).origin).toBe(new URL(page.url()).origin)
  expect(await latin?.headerValue('cache-control')).toContain('immutable')
  expect((await latin?.body())?.length).toBeLessThan(40_000)
  const [ones, eights] = await widths(page)
  expect(ones).toBe(eights)

  await page.context().addCookies([{ name: 'language', value: 'hi', url: page.url() }])
  await page.reload()
  await page.locator('html[lang=hi-IN]').waitFor()
  await eventually(() => faces.map(nameOf)).toContain('devanagari')
})

const rowHeight = async (page: Page): Promise<number> =>
  Math.round((await page.locator('tbody tr').first().boundingBox())?.height ?? 0)

test('a row is 36 px high however long its name, and lower on every screen once Dense is chosen', async ({
  enter,
  company,
  records: { name },
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts/list')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(await rowHeight(page)).toBe(36)
  await eventually(() => page.locator(`td[title="${name}"]`).count()).toBe(1)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: 'Dense' }).click()
  await eventually(() => rowHeight(page)).toBe(28)
  await expectAccessible(page)
  await page.goto('/contracts/deposit-register')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.goto('/contracts/list')
  await eventually(() => rowHeight(page)).toBe(28)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  await eventually(() => rowHeight(page)).toBe(36)
})

/** Elements wider than their box, except chips, which scroll sideways on purpose. */
const cut = `[...document.querySelectorAll('main [role=region], main table, main dl, main dd')].filter((element) =>
  element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline').map((element) =>
  element.tagName + ' ' + (element.getAttribute('aria-label') ?? '') + ' ' + element.scrollWidth + ' > ' + element.clientWidth)`

test('no part of a list is cut off at the side on a tablet', async ({ enter, company, records }) => {
  void records
  const page = await enter(company.administrator)
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const path of [
    '/contracts/list',
    '/contracts/deposit-register',
    '/contracts/contract-deposit',
    '/admin/users',
  ]) {
    await page.goto(path)
    await page.getByRole('main').getByRole('definition').first().waitFor()
    expect(await page.evaluate<string[]>(cut), path).toEqual([])
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('complementary').waitFor()
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(80)
})
