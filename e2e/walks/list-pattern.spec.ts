import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { apply, columnOf, eventually, fill, openFilters } from '../src/screen.ts'
import { addressWith, type Ids, sliceScreens } from '../src/slice-screens.ts'

const test = testIn('Listing Works')

const names = ['Patterned canal', 'Patterned weir'] as const

/** Every list, what it is filtered by, and a column with what tells the first of two records from the second. */
const lists = sliceScreens.flatMap(({ patterned = [] }) => patterned)

/** Records of the company: the contract that the deposits are of among them. */
const ids: Ids = {}

test.beforeAll(async ({ company }) => {
  const makers = { owner: await person(company.administrator), founder: await person(operator()) }
  for (const { make } of sliceScreens) for (const name of names) Object.assign(ids, await make?.(makers, name, ids))
})

test.for(lists)(
  'the list at $path has filters, sorting, a pager and its total [2.60 2.62 2.63 2.64 2.65]',
  async ({ path, filter, column, cell, found, ofOperator }, { enter, company }) => {
    const page = await enter(ofOperator ? operator() : company.administrator)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const told = page.getByRole('main').getByText(/^Showing page/)
    /** The rows, what is said of them, and whether Prev and Next lead anywhere. */
    const shows = (shown: string[], text: string, ...may: boolean[]) =>
      eventually(async () => {
        const enabled = await Promise.all([button('Prev').isEnabled(), button('Next').isEnabled()])
        return [await columnOf(page, column), await told.textContent(), ...enabled]
      }).toEqual([shown, text, ...may])
    const [name, other] = found?.rows ?? names
    const [first, second] = [cell?.(name) ?? name, cell?.(other) ?? other]
    const rows = [first, second]
    const [both, one] = [found?.word ?? 'patterned', other.toLowerCase()]
    await page.goto(addressWith(ids, path))
    await page
      .getByRole('status')
      .getByText(/^Showing page 1 of \d+ — \d+ total records$/)
      .waitFor()
    const row = await page.getByRole('row').nth(1).boundingBox()
    expect(row?.y, 'the first row, in pixels of a window of 1440 by 900').toBeLessThan(300)
    await openFilters(page)
    await fill(page, { [filter]: both })
    await apply(page)
    const head = page.getByRole('columnheader', { name: column, exact: true })
    for (const [direction, arrow, sorted] of [
      ['ascending', '▲', rows],
      ['descending', '▼', rows.toReversed()],
      ['ascending', '▲', rows],
    ] as const) {
      await head.getByRole('button').click()
      await shows([...sorted], 'Showing page 1 of 1 — 2 total records', false, false)
      expect([await head.getAttribute('aria-sort'), await head.textContent()]).toEqual([direction, column + arrow])
    }
    await page.getByLabel('Page size', { exact: true }).fill('1')
    await shows([first], 'Showing page 1 of 2 — 2 total records', false, true)
    await button('Next').click()
    await shows([second], 'Showing page 2 of 2 — 2 total records', true, false)
    await button('Prev').click()
    await shows([first], 'Showing page 1 of 2 — 2 total records', false, true)
    await fill(page, { [filter]: one })
    await apply(page)
    await shows([second], 'Showing page 1 of 1 — 1 total records', false, false)
  },
)
