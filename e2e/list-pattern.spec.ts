import { createContract } from '@plinth/api/contracts'
import { createProject } from '@plinth/api/projects'
import { createTenant } from '@plinth/api/tenants'
import { createUser } from '@plinth/api/users'
import { expect } from 'vitest'
import { password } from './src/company.ts'
import { testIn } from './src/desk.ts'
import { operator, person } from './src/people.ts'
import { apply, columnOf, eventually, fill } from './src/screen.ts'

const test = testIn('Listing Works')

const names = ['Patterned canal', 'Patterned weir']
const emails = ['canal@patterned.example', 'weir@patterned.example']

/** Every list: what it is filtered by, and a column with what tells the first of two records from the second. */
const lists: [path: string, filter: string, column: string, rows: string[]][] = [
  ['/admin/users', 'Name', 'E-mail', emails],
  ['/contracts/list', 'Contract name', 'Contract name', names],
  ['/contracts/contract-deposit', 'Contract name', 'Contract name', names],
  ['/projects', 'Project name', 'Project name', names],
  ['/admin/tenants', 'Name', 'Name', names],
]

test.beforeAll(async ({ company }) => {
  const [owner, founder] = [await person(company.administrator), await person(operator())]
  for (const [at, name] of names.entries()) {
    await owner.ok(createContract, { body: { contractName: name } })
    await owner.ok(createProject, { body: { projectName: name } })
    await owner.ok(createUser, { body: { username: name, email: emails[at], password } })
    await founder.ok(createTenant, { body: { name } })
  }
})

test.for(lists)(
  'the list at %s has filters, sorting, a pager and its total [2.60 2.62 2.63 2.64 2.65]',
  async ([path, filter, column, rows], { enter, company }) => {
    const page = await enter(path === '/admin/tenants' ? operator() : company.administrator)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const told = page.getByRole('main').getByText(/^Showing page/)
    /** The rows, what is said of them, and whether Prev and Next lead anywhere. */
    const shows = (shown: string[], text: string, ...may: boolean[]) =>
      eventually(async () => {
        const enabled = await Promise.all([button('Prev').isEnabled(), button('Next').isEnabled()])
        return [await columnOf(page, column), await told.textContent(), ...enabled]
      }).toEqual([shown, text, ...may])
    const [first = '', second = ''] = rows
    await page.goto(path)
    await page
      .getByRole('status')
      .getByText(/^Showing page 1 of \d+ — \d+ total records$/)
      .waitFor()
    await fill(page, { [filter]: 'patterned' })
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
    await fill(page, { [filter]: 'patterned weir' })
    await apply(page)
    await shows([second], 'Showing page 1 of 1 — 1 total records', false, false)
  },
)
