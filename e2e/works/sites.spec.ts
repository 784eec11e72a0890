import { createProject } from '@plinth/api/works/projects'
import { createSite } from '@plinth/api/works/sites'
import type { Client } from '@plinth/server/testing/test-server'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  apply,
  button,
  choose,
  eventually,
  faultAt,
  fill,
  link,
  openFilters,
  save,
  showing,
  title,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Company of sites')

const list = '/projects/sites'
const newProject = (owner: Client, projectName: string) => owner.ok(createProject, { body: { projectName } })

test('a site can be created, found, read, changed and deleted', async ({ enter, company, owner }) => {
  await newProject(owner, 'Bypass of Hassan')
  const page = await enter(company.administrator)
  await page.goto('/projects')
  await link(page, 'Sites').click()
  await link(page, 'New site').click()
  await title(page, 'New site')
  await save(page)
  await faultAt(page, 'Name', 'Name is required')
  await faultAt(page, 'Project', 'Project is required')
  await fill(page, { Name: 'Hassan', 'Shift hours': '8.5', Remarks: 'Near the bus stand' })
  await choose(page, 'Project', 'Bypass of Hassan')
  await choose(page, 'State or UT', 'Karnataka (29)')
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Site created successfully!')
  await page.goto(`${list}?search=bus+hassan`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await expectAccessible(page)
  await link(page, 'Edit Hassan').click()
  await title(page, 'Edit site')
  await choose(page, 'Weekly day off', 'Sunday')
  await save(page)
  await alert(page, 'Site updated successfully!')
  await link(page, 'View Hassan').click()
  await title(page, 'Hassan')
  await link(page, 'Back to list').click()
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete Hassan').click())
  expect(question).toBe('Are you sure you want to delete this site?')
  await showing(page, 'Showing page 1 of 1 — 0 total records')
})

test('the page of a project leads to its sites, and a new one is of this project', async ({
  enter,
  company,
  owner,
}) => {
  const { id: projectId } = await newProject(owner, 'Weir')
  const { id: other } = await newProject(owner, 'Dam')
  for (const [name, of] of [
    ['Left bank', projectId],
    ['Quarry', other],
  ] as const)
    await owner.ok(createSite, { body: { name, projectId: of } })
  const page = await enter(company.administrator)
  await page.goto(`/projects/${projectId}`)
  await link(page, 'Sites').click()
  await link(page, 'Left bank').waitFor()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await link(page, 'New site').click()
  await title(page, 'New site')
  await eventually(() => valueOf(page, 'Project')).toBe('Weir')
  await page.goto(list)
  await openFilters(page)
  await choose(page, 'Project', 'Dam')
  await apply(page)
  await link(page, 'Quarry').waitFor()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('a name that is used already is reported at its field', async ({ enter, company, owner }) => {
  const { id: projectId } = await newProject(owner, 'Canal')
  await owner.ok(createSite, { body: { name: 'Used already', projectId } })
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await fill(page, { Name: 'used already' })
  await choose(page, 'Project', 'Canal')
  await save(page)
  await faultAt(page, 'Name', 'Name is already used by another site')
})

test('list, form and page fit a phone', async ({ enter, company, owner }) => {
  const { id: projectId } = await newProject(owner, 'As many words as a row of a list can show')
  await owner.ok(createSite, {
    body: { name: 'On a phone', projectId, state: '29', weeklyOff: 'SUNDAY', shiftHours: 8 },
  })
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  await link(page, 'On a phone').waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(`${list}/create`)
  await title(page, 'New site')
  await expectNoSidewaysScroll(page)
  await page.goto(list)
  await link(page, 'On a phone').click()
  await title(page, 'On a phone')
  await expectNoSidewaysScroll(page)
})
