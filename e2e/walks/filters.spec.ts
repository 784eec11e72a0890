import { sizes } from '../src/browser.ts'
import { test } from '../src/desk.ts'
import { eventually, field, openFilters, title } from '../src/screen.ts'

const lists = [
  ['/contracts/list', 'Contracts', 'Created to'],
  ['/project-tasks/list', 'Project tasks', 'Ends on or before'],
  ['/admin/audit-trail', 'Audit Trail', 'Date to'],
] as const

test.for(lists.flatMap((list) => (['desktop', 'phone'] as const).map((size) => [...list, size] as const)))(
  'the calendar of %s leaves Apply Filters free: %s, %s, on a %s',
  async ([path, name, label, size], { page }) => {
    await page.setViewportSize(sizes[size])
    await page.goto(path)
    await title(page, name)
    await openFilters(page)
    const day = field(page, label)
    await day.click()
    await page.locator('[data-dates-dropdown]').waitFor()
    const apply = page.getByRole('button', { name: 'Apply Filters' })
    // A trial click fails if anything covers the button.
    await apply.click({ trial: true })
    await day.fill('05/03/2026')
    await apply.click()
    await page.waitForURL(/2026-03-05/)
    await eventually(() => page.locator('[data-dates-dropdown]').count()).toBe(0)
  },
)

test('an open list of several choices leaves Apply Filters free', async ({ page }) => {
  await page.goto('/project-tasks/list')
  await title(page, 'Project tasks')
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Draft', exact: true }).click()
  await page.getByRole('button', { name: 'Apply Filters' }).click({ trial: true })
})
