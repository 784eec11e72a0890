import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract, deleteContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { scriptOf } from '../src/built.ts'
import { testIn } from '../src/desk.ts'
import { expectNothingMoved } from '../src/layout.ts'
import { addressesIn, callOf, listScreens } from '../src/lists.ts'
import { operator, person } from '../src/people.ts'
import { button, eventually, failing, heldBack, openFilters, showing, title } from '../src/screen.ts'
import { goAndSettle } from '../src/settled.ts'

const test = testIn('Slow Line')
  .extend('addressOf', { scope: 'file' }, ({ company }) => addressesIn(company))
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const main = (page: Page) => page.getByRole('main').innerText()

/** What may only be said once the server has answered. */
const untold =
  /\b0 (total records|tasks|projects|of \d)|\bof 0\b|there are no|has no |nothing (matches|is recorded)|nobody has|\bno tasks|no saved views/i

/** While these requests are held back, everything else comes, and the screen says of no list what is not known yet. */
async function saysNothingYet(page: Page, held: string | RegExp, go: () => Promise<unknown>): Promise<void> {
  await goAndSettle(page, go, { held })
  await page.locator('[aria-busy=true], [aria-hidden=true]').first().waitFor({ state: 'attached' })
  expect(await main(page)).not.toMatch(untold)
}

test.for(listScreens)(
  '$path counts nothing before the answer is there',
  async (screen, { enter, company, addressOf }) => {
    const page = await enter(screen.ofOperator ? operator() : company.administrator)
    const call = callOf(screen.call)
    await heldBack(page, call, () => saysNothingYet(page, call, () => page.goto(addressOf(screen))))
    await eventually(() => main(page)).toMatch(
      /total records|there are no|has no |nothing is recorded|nobody has|\d tasks/i,
    )
  },
)

test.for(listScreens)(
  '$path counts nothing while it is asked for again after a failure',
  async (screen, { enter, company, addressOf }) => {
    const page = await enter(screen.ofOperator ? operator() : company.administrator)
    const address = callOf(screen.call)
    await failing(page, address, async () => {
      await page.goto(addressOf(screen))
      await button(page, 'Retry').waitFor()
      expect(await main(page)).not.toMatch(untold)
    })
    await heldBack(page, address, () => saysNothingYet(page, address, () => button(page, 'Retry').click()))
  },
)

test('that one filter finds nothing is not said of the next, nor of the list without', async ({
  enter,
  company,
  addressOf,
}) => {
  const page = await enter(company.administrator)
  const list = listScreens.find(({ path }) => path === '/contracts/list')
  if (!list) throw new Error('no list of contracts')
  await page.goto(`${addressOf(list)}?contractName=no+such`)
  await showing(page, 'Showing page 1 of 1 — 0 total records')
  await heldBack(page, callOf(list.call), async () => {
    await saysNothingYet(page, callOf(list.call), async () => {
      await button(page, 'Clear').click()
      await page.waitForURL((url) => url.search === '')
    })
    await showing(page, 'Loading…')
  })
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await heldBack(page, callOf(list.call), async () => {
    await openFilters(page)
    await page.getByRole('textbox', { name: 'Contract name' }).fill('no such other')
    await button(page, 'Apply Filters').click()
    // The rows of before may stay, but how many of them there are is no answer.
    await showing(page, 'Loading…')
    expect(await main(page)).not.toMatch(/total records/)
  })
  await showing(page, 'Showing page 1 of 1 — 0 total records')
})

test('another page of the same filters keeps their count', async ({ enter, company, calls }) => {
  const made = []
  for (const at of [1, 2, 3]) made.push(await calls.ok(createContract, { body: { contractName: `Paged ${at}` } }))
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Paged&size=2')
  await showing(page, 'Showing page 1 of 2 — 3 total records')
  await heldBack(page, '**/contracts/filter', async () => {
    await button(page, 'Next').click()
    await showing(page, 'Showing page 2 of 2 — 3 total records')
  })
  for (const { id } of made) await calls.ok(deleteContract, { params: { id } })
})

test('what was empty on an earlier visit is not called so on the next', async ({ enter, company, calls }) => {
  const page = await enter(company.administrator)
  await page.goto('/projects')
  await page.getByText(/^There are no projects yet/).waitFor()
  await page.getByRole('link', { name: 'New project' }).first().click()
  await title(page, 'New project')
  const { id: projectId } = await calls.ok(createProject, { body: { projectName: 'Meanwhile' } })
  await calls.ok(createTask, { body: { projectId, title: 'Dig', status: 'DRAFT' } })
  const call = '**/projects/filter'
  await heldBack(page, call, () => saysNothingYet(page, call, () => page.goBack()))
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('the board does not call a column empty before its tasks are there', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto('/project-tasks/list?view=board&status=PLANNED')
  await page.getByText(/^Nothing matches these filters/).waitFor()
  const call = '**/tasks/filter'
  await heldBack(page, call, () => saysNothingYet(page, call, () => button(page, 'Clear').click()))
  await page.getByText('Dig').first().waitFor()
})

test('saved views are not said to be none before they are known, nor when they cannot be fetched', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  const settings = /api\/lists\/users$/
  await heldBack(page, settings, async () => {
    await page.goto('/admin/users')
    await button(page, 'Views').click()
    await page.getByRole('textbox', { name: 'Save this view as' }).waitFor()
    expect(await page.getByText(/No saved views yet/).count()).toBe(0)
  })
  await page.getByText(/^No saved views yet/).waitFor()
  await failing(page, settings, async () => {
    await page.reload()
    await button(page, 'Views').click()
    await page.getByText('Your saved views could not be fetched.').waitFor()
  })
})

const emd = { depositType: 'EMD', instrumentNo: 'DD440210', amount: 20_000 }

/** In pixels: most telephones are wider than the narrowest, and there a row of buttons breaks elsewhere. */
const wide = { width: 412, height: 823 }

test('on a wide phone nothing moves when what belongs to a list comes late', async ({ enter, company, calls }) => {
  const { id: projectId } = await calls.ok(createProject, { body: { projectName: 'Standing still' } })
  await calls.ok(createTask, { body: { projectId, title: 'Dig', status: 'DRAFT' } })
  const { id: contractId } = await calls.ok(createContract, { body: { contractName: 'Standing still' } })
  await calls.ok(createDeposit, { params: { contractId }, body: emd })
  const page = await enter(company.administrator, 'phone')
  await page.setViewportSize(wide)
  const late: [path: string, heading: string, what: string][] = [
    ['/contracts/deposit-register', 'Deposit register', '**/security-deposits/filter'],
    [`/project-tasks/list?projectId=${projectId}`, 'Project tasks', scriptOf('works/tasks/TaskSheetTools.tsx')],
  ]
  for (const [path, heading, what] of late) {
    await goAndSettle(page, () =>
      heldBack(page, what, async () => {
        await goAndSettle(page, () => page.goto(path), { held: what })
        await title(page, heading)
      }),
    )
    await expectNothingMoved(page, 0.03)
  }
})
