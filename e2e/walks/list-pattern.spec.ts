import { createContract } from '@plinth/api/contracts'
import { createDeposit } from '@plinth/api/deposits'
import { createOffice } from '@plinth/api/offices'
import { createProject } from '@plinth/api/projects'
import { createRole } from '@plinth/api/roles'
import { createTenant } from '@plinth/api/tenants'
import { createUser } from '@plinth/api/users'
import { expect } from 'vitest'
import { password } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { apply, columnOf, eventually, fill } from '../src/screen.ts'

const test = testIn('Listing Works')

const names = ['Patterned canal', 'Patterned weir']
/** Modules that there are: a new one would stand among the permissions of every company. */
const vehicles = ['Vehicle Insurance', 'Vehicles']
const emails = ['canal@patterned.example', 'weir@patterned.example']

/** Every list: what it is filtered by, and a column with what tells the first of two records from the second. */
const lists: [path: string, filter: string, column: string, rows: string[]][] = [
  ['/admin/users', 'Name', 'E-mail', emails],
  ['/contracts/list', 'Contract name', 'Contract name', names],
  ['/contracts/contract-deposit', 'Contract name', 'Contract name', names],
  ['/projects', 'Project name', 'Project name', names],
  ['/contracts/:contract/security-deposit', 'Instrument no.', 'Instrument no.', names],
  ['/contracts/deposit-register', 'Instrument no.', 'Instrument no.', names],
  ['/contracts/offices', 'Office', 'Office', names],
  ['/admin/roles', 'Name', 'Name', names],
  ['/admin/modules', 'Name', 'Name', vehicles],
  ['/admin/tenants', 'Name', 'Name', names],
]
const ofOperator = ['/admin/modules', '/admin/tenants']

/** The contract that the deposits are of. */
let contractId: string

test.beforeAll(async ({ company }) => {
  const [owner, founder] = [await person(company.administrator), await person(operator())]
  for (const [at, name] of names.entries()) {
    contractId = (await owner.ok(createContract, { body: { contractName: name } })).id
    await owner.ok(createOffice, { body: { department: 'Patterned works', name } })
    await owner.ok(createProject, { body: { projectName: name } })
    await owner.ok(createUser, { body: { username: name, email: emails[at], password } })
    await owner.ok(createRole, { body: { name } })
    await founder.ok(createTenant, { body: { name } })
  }
  for (const instrumentNo of names) {
    const body = { depositType: 'EMD', instrumentNo, amount: 5000 }
    await owner.ok(createDeposit, { params: { contractId }, body })
  }
})

test.for(lists)(
  'the list at %s has filters, sorting, a pager and its total [2.60 2.62 2.63 2.64 2.65]',
  async ([path, filter, column, rows], { enter, company }) => {
    const page = await enter(ofOperator.includes(path) ? operator() : company.administrator)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const told = page.getByRole('main').getByText(/^Showing page/)
    /** The rows, what is said of them, and whether Prev and Next lead anywhere. */
    const shows = (shown: string[], text: string, ...may: boolean[]) =>
      eventually(async () => {
        const enabled = await Promise.all([button('Prev').isEnabled(), button('Next').isEnabled()])
        return [await columnOf(page, column), await told.textContent(), ...enabled]
      }).toEqual([shown, text, ...may])
    const [first = '', second = ''] = rows
    const [both, one] = rows === vehicles ? ['vehicle', 'vehicles'] : ['patterned', 'patterned weir']
    await page.goto(path.replace(':contract', contractId))
    await page
      .getByRole('status')
      .getByText(/^Showing page 1 of \d+ — \d+ total records$/)
      .waitFor()
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
