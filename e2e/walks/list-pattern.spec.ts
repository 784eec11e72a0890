import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { apply, columnOf, eventually, fill, openFilters } from '../src/screen.ts'
import { addressWith, type Ids, sliceScreens } from '../src/slice-screens.ts'

const test = testIn('Listing Works')

const names = ['Patterned canal', 'Patterned weir'] as const

/** `e2e/tenders/contracts.spec.ts` tests filters, sorting and pager in full; every other list has to use the same ones. */
const lists = sliceScreens.flatMap(({ patterned = [] }) => patterned)

/** Records of the company, among them the contract that the deposits belong to. */
const ids: Ids = {}

test.beforeAll(async ({ company }) => {
  const makers = { owner: await person(company.administrator), founder: await person(operator()) }
  for (const { make } of sliceScreens) for (const name of names) Object.assign(ids, await make?.(makers, name, ids))
})

test.for(lists)(
  'the list at $path is filtered, sorted and paged by its address, its form, its headers and its pager [2.60 5.40]',
  async ({ path, name, sort = name, filter, column, cell, found, ofOperator }, { enter, company }) => {
    const page = await enter(ofOperator ? operator() : company.administrator)
    const button = (label: string) => page.getByRole('button', { name: label, exact: true })
    const head = page.getByRole('columnheader', { name: column, exact: true })
    /** Expects the rows, the total, the direction of sorting, and whether Prev and Next are enabled. */
    const shows = (rows: string[], text: string, direction: string, ...leads: boolean[]) =>
      eventually(async () => {
        const enabled = await Promise.all([button('Prev').isEnabled(), button('Next').isEnabled()])
        const total = await page
          .getByRole('main')
          .getByText(/^Showing page/)
          .textContent()
        return [await columnOf(page, column), total, await head.getAttribute('aria-sort'), ...enabled]
      }).toEqual([rows, text, direction, ...leads])
    const [one, other] = found?.rows ?? names
    const [first, second] = [cell?.(one) ?? one, cell?.(other) ?? other]
    const asked = new URLSearchParams({
      [name]: found?.word ?? 'patterned',
      sort,
      direction: 'desc',
      size: '1',
      page: '2',
    })
    await page.goto(addressWith(ids, path))
    await page
      .getByRole('status')
      .getByText(/^Showing page 1 of \d+ — \d+ total records$/)
      .waitFor()
    const row = await page.getByRole('row').nth(1).boundingBox()
    expect(row?.y, 'the first row, in pixels of a window of 1440 by 900').toBeLessThan(300)
    await page.goto(`${addressWith(ids, path)}?${asked}`)
    await shows([first], 'Showing page 2 of 2 — 2 total records', 'descending', true, false)
    await button('Prev').click()
    await shows([second], 'Showing page 1 of 2 — 2 total records', 'descending', false, true)
    await head.getByRole('button').click()
    await shows([first], 'Showing page 1 of 2 — 2 total records', 'ascending', false, true)
    await button('Next').click()
    await shows([second], 'Showing page 2 of 2 — 2 total records', 'ascending', true, false)
    await openFilters(page)
    await fill(page, { [filter]: other.toLowerCase() })
    await apply(page)
    await shows([second], 'Showing page 1 of 1 — 1 total records', 'ascending', false, false)
  },
)
