import { readFile } from 'node:fs/promises'
import { updateTenant } from '@plinth/api/access/tenants'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, spend } from '../src/browser.ts'
import { all, type Colleague, type OwnCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { alert, apply, choose, columnOf, eventually, fill, openFilters, save, showing, title } from '../src/screen.ts'

interface Staff {
  clerk: Colleague
  calls: Client
}

const test = testIn('Day Works').extend('staff', { scope: 'file' }, ({ company }) => settle(company))

async function settle(company: OwnCompany): Promise<Staff> {
  const clerk = await company.joinWith('Clerk', all('Contracts', 'Projects', 'Project Tasks', 'Audit Trail'))
  const calls = await person(clerk)
  await calls.ok(createContract, { body: { contractName: 'Quay' } })
  return { clerk, calls }
}

const setZone = async ({ tenantId }: OwnCompany, timeZone: string) =>
  (await person(operator())).ok(updateTenant, { params: { id: tenantId }, body: { timeZone } })

/** As a person writes it: 23/11/2026. */
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone }).format(new Date())
/** As a screen shows it: 23 Nov 2026. */
const shownIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: 'short', year: 'numeric' })
    .format(new Date())
    .replace('Sept', 'Sep')

async function findOf(page: Page, label: string, day: string): Promise<void> {
  await openFilters(page)
  await fill(page, { [`${label} from`]: day, [`${label} to`]: day })
  await page.keyboard.press('Tab')
  await apply(page)
}

// The two zones never have the same day.
test.for([
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
] as const)(
  'in a company of %s, a reader in %s finds a record by the day it shows',
  async ([zone, reader], { enter, staff, company }) => {
    await setZone(company, zone)
    const page = await enter(staff.clerk, 'desktop', { timezoneId: reader })
    await page.goto('/contracts/list?contractName=Quay')
    await showing(page, 'Showing page 1 of 1 — 1 total records')
    await eventually(() => columnOf(page, 'Created')).toEqual([shownIn(zone)])
    await findOf(page, 'Created', dayIn(zone))
    await showing(page, 'Showing page 1 of 1 — 1 total records')

    await page.getByRole('button', { name: 'Export' }).click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    const iso = dayIn(zone).split('/').toReversed().join('-')
    expect(sheet.suggestedFilename()).toBe(`Contracts ${iso}.csv`)
    expect(await readFile(await sheet.path(), 'utf8')).toContain('Quay')

    await page.emulateMedia({ media: 'print' })
    await page.getByText(`Day Works · Contracts · ${Number(dayIn(zone).slice(0, 2))} `).waitFor()
    await page.emulateMedia({ media: 'screen' })

    await findOf(page, 'Created', dayIn(reader))
    await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()

    await page.goto('/admin/audit-trail?action=CREATED&recordType=contracts')
    await showing(page, 'Showing page 1 of 1 — 1 total records')
    expect(await columnOf(page, 'When')).toEqual([expect.stringMatching(`^${shownIn(zone)}, `)])
    await findOf(page, 'Date', dayIn(zone))
    await showing(page, 'Showing page 1 of 1 — 1 total records')
  },
)

test('overdue marks and today in the chart follow the company’s day, also over the end of a year', async ({
  enter,
  staff,
  company,
}) => {
  await setZone(company, 'Asia/Kolkata')
  const { id: projectId } = await staff.calls.ok(createProject, { body: { projectName: 'Weir' } })
  const dates = { givenStartDate: '2027-12-01', givenEndDate: '2027-12-31', actualStartDate: '2027-12-01' }
  const task = { projectId, title: 'Sill', status: 'IN_PROGRESS', ...dates } as const
  await staff.calls.ok(createTask, { body: task })
  for (const [timezoneId, moment, late] of [
    ['America/Los_Angeles', '2027-12-31T18:29:00Z', false],
    ['America/Los_Angeles', '2027-12-31T18:31:00Z', true],
    ['Pacific/Kiritimati', '2027-12-31T18:29:00Z', false],
  ] as const) {
    const page = await enter(staff.clerk, 'desktop', { timezoneId })
    spend(page)
    await page.clock.setFixedTime(moment)
    await page.goto(`/project-tasks/list?projectId=${projectId}&view=gantt`)
    const row = page.getByRole('treegrid', { name: 'Schedule of tasks' }).getByRole('row', { name: /^1 Sill,/ })
    const label = expect.stringMatching(late ? /, 1 day late$/ : /0%$/)
    await eventually(() => row.getAttribute('aria-label')).toEqual(label)
    await page.goto(`/projects/${projectId}`)
    await page.getByText('Tasks at a glance').waitFor()
    const note = page.getByText('1 day after the tasks’ given end, 31 Dec 2027')
    if (late) await note.waitFor()
    else {
      await page.getByText('Actual dates').waitFor()
      expect(await note.count()).toBe(0)
    }
  }
})

test('the form of a company has its time zone', async ({ enter, company }) => {
  await setZone(company, 'Asia/Kolkata')
  const page = await enter(operator())
  await page.goto(`/admin/tenants/${company.tenantId}/edit`)
  await title(page, 'Edit tenant')
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Kolkata')
  await choose(page, 'Time zone', 'America/New York')
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Tenant updated successfully!')
  await page.goto(`/admin/tenants/${company.tenantId}`)
  await page.getByText('America/New York', { exact: true }).waitFor()
})
