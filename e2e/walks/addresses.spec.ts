import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { testIn } from '../src/desk.ts'
import { addressesIn, listScreens } from '../src/lists.ts'
import { operator } from '../src/people.ts'
import { apply, columnOf, eventually, field, openFilters, showing } from '../src/screen.ts'

const test = testIn('Lost Addresses').extend('addressOf', { scope: 'file' }, ({ company }) => addressesIn(company))

const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The address says what this list does not know. Left out:' })
const notices = async (page: Page) => {
  await notice(page).waitFor()
  return (await notice(page).getByRole('listitem').allTextContents()).toSorted()
}
const search = (page: Page) => decodeURIComponent(new URL(page.url()).search)
const shows = (page: Page) =>
  page
    .getByText(/^Showing page 1 of \d+ — \d+ total records$/)
    .or(page.getByText(/^There are no |^This contract has no |^Nobody has /))
    .first()
    .waitFor()

type Judge = { safeParse: (value: unknown) => { success: boolean } }

/** Whether the filter accepts every text. */
const takesAnything = (schema: unknown) => (schema as Judge).safeParse('NONSENSE').success

/** A query with an invalid value for each filter that does not accept every text, and for each parameter that every list has. */
function nonsenseFor({ body, query }: Endpoint): URLSearchParams {
  const { pagination: _, sort: __, dateRange, ...filters } = shapeOf(body ?? query)
  const names = Object.keys(filters).filter((name) => !takesAnything(filters[name]))
  const parts = [...names, ...(dateRange ? ['dateRange.from'] : []), 'sort', 'page', 'view', 'nobodysFilter']
  return new URLSearchParams(Object.fromEntries(parts.map((name) => [name, 'NONSENSE'])))
}

test.for(listScreens)(
  '$path drops invalid parameters, says so and is shown',
  async (screen, { enter, company, addressOf }) => {
    const page = await enter(screen.ofOperator ? operator() : company.administrator)
    const [path = ''] = addressOf(screen).split('?')
    const nonsense = nonsenseFor(screen.call)
    await page.goto(`${path}?${nonsense}`)
    await shows(page)
    expect(await notices(page)).toEqual([...nonsense].map(() => expect.stringMatching(/^[^:]+: NONSENSE$/)))
    await page.waitForURL(({ search: left }) => left === '')
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  },
)

const path = '/contracts/list'

test('the valid parameters of an address apply, and the invalid ones are named', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(`${path}?contractName=Listed&status=FOO&status=DRAFT&sort=contractName&direction=up&size=20&page=-3`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(await notices(page)).toEqual(['Direction: up', 'Page: -3', 'Status: FOO'])
  await eventually(() => search(page)).toBe('?contractName=Listed&status=DRAFT&sort=contractName&direction=asc&size=20')
  expect(await columnOf(page, 'Contract name')).toEqual(['Listed'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => notice(page).count()).toBe(0)
})

test('a range that ends before it begins keeps its beginning', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(`${path}?dateRange.from=2020-03-01&dateRange.to=2020-02-01`)
  await shows(page)
  expect(await notices(page)).toEqual(['Created: 2020-02-01'])
  await eventually(() => search(page)).toBe('?dateRange.from=2020-03-01')
})

test('the notice about invalid parameters disappears with the next filter, and Back does not lead to the faulty address', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await page.goto(`${path}?isActive=perhaps&sort=nonsense`)
  expect(await notices(page)).toEqual(['Sort: nonsense', 'isActive: perhaps'])
  await openFilters(page)
  await field(page, 'Contract name').fill('Listed')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(await notice(page).count()).toBe(0)
  await page.goBack()
  await page.waitForURL(({ search: left }) => left === '')
  await page.goBack()
  await page.waitForURL('**/contracts')
})

test('the notice about invalid parameters is in Hindi too, and is not printed', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.context().addCookies([{ name: 'language', value: 'hi', url: inject('url') }])
  await page.goto(`${path}?status=FOO`)
  await page.getByText('पते में कुछ ऐसा है जो यह सूची नहीं जानती। छोड़ा गया:').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'स्थिति: FOO' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('FOO').filter({ visible: true }).count()).toBe(0)
})
