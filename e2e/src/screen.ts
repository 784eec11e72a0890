import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { spend, timeoutMs } from './browser.ts'

declare const getComputedStyle: (element: unknown) => { color: string }

/** Polls until what is read matches the expectation. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: timeoutMs })

const isLoadedAhead = `performance.getEntriesByName('loaded ahead').length > 0`

/** Whether the page has begun to fetch lazy parts ahead; false while it navigates. */
const isSettled = (page: Page) => page.evaluate<boolean>(isLoadedAhead).catch(() => false)

/** Waits until the page has nothing more to request. */
export const hasSettled = (page: Page): Promise<void> => eventually(() => isSettled(page)).toBe(true)

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pathname = (page: Page) => new URL(page.url()).pathname

/** Waits until the list shows this line about its page and total. */
export const showing = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Opens the box of all filters of a list unless it is open. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: /^(Filters|फ़िल्टर)/ })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}
export const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' }).click()
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Unfolds the group "In preparation" of the sidebar where it exists and is folded. */
export async function unfoldSidebar(page: Page): Promise<void> {
  const fold = page.getByRole('navigation', { name: 'Modules' }).getByRole('button', { name: 'In preparation' })
  if ((await fold.count()) > 0 && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

/** Waits for a notice or panel with the role alert. */
export const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()

/** Waits until a form says in red above its fields that it could not be saved, and checks that no notice repeats it. */
export async function failureInForm(page: Page, text: string): Promise<void> {
  const message = page.locator('form').getByRole('alert').getByText(text, { exact: true })
  await message.waitFor()
  const [red = 0, green = 255, blue = 255] = await message.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  )
  expect([red > green + 50, red > blue + 50], `${text} in rgb(${red}, ${green}, ${blue})`).toEqual([true, true])
  expect(await page.getByText(text, { exact: true }).count()).toBe(1)
}

/** Presses Undo in the notice with this text; an earlier notice may still be disappearing. */
export const undo = (page: Page, done: string) =>
  page.getByRole('alert').filter({ hasText: done }).getByRole('button', { name: 'Undo' }).click()

/** A field by its label, of any kind that text can be typed into. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true }).or(page.getByRole('combobox', { name: label, exact: true }))

/** Unfolds the further fields of a form if this field is among them and they are folded. */
async function unfold(page: Page, label: string): Promise<void> {
  const fold = page.getByRole('button', { name: /^(More fields|और फ़ील्ड)/, expanded: false })
  await field(page, label).or(fold).first().waitFor()
  if ((await field(page, label).count()) === 0) await fold.click()
}

export const valueOf = (page: Page, label: string) => field(page, label).inputValue()

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await unfold(page, label)
    await field(page, label).fill(value)
  }
}

/** The values of these fields, to compare with what was typed. */
export async function typed<L extends string>(page: Page, labels: L[]): Promise<Record<L, string>> {
  const values = await Promise.all(labels.map(async (label) => [label, await valueOf(page, label)]))
  return Object.fromEntries(values) as Record<L, string>
}

/** Chooses an option by its exact name, so that Draft does not match Drafting. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await unfold(page, label)
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** The options of a field, in order. */
export async function offered(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  // Only the open list: a closed select holds its own options all the time.
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  return options.allTextContents()
}

/** Expects the error beside the field, in the field's description and in the summary above the form. */
export async function faultAt(page: Page, label: string, fault: string): Promise<void> {
  const described = { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) }
  await page.getByRole('textbox', described).or(page.getByRole('combobox', described)).waitFor()
  expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('main').getByText(fault, { exact: true }).count()).toBe(2)
}

/** Waits until the element has the focus. */
export const focusIsOn = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor()

/** Answers the browser dialog that the act opens; returns its text. */
export async function answerDialog(
  page: Page,
  answer: 'accept' | 'dismiss',
  act: () => Promise<unknown>,
): Promise<string> {
  const question = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog[answer]()
    return dialog.message()
  })
  const [text] = await Promise.all([question, act()])
  return text
}

/** Expects that the status history gives the time and the author of each change. */
export async function historyShown(page: Page): Promise<void> {
  const entries = page.getByRole('region', { name: 'Status history' }).getByText(/, Asha Rao$/)
  await entries.first().waitFor()
  expect(await entries.allTextContents()).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d, Asha Rao$/)),
  )
}

/**
 * Answers requests to this address in place of the server until the returned function is called. The route stays even then:
 * when the last route of a page is removed, Chromium sometimes drops what the page is loading at that moment.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  spend(page)
  let holds = true
  await page.route(address, (route) => (holds ? answer(route) : route.fallback()))
  return () => {
    holds = false
  }
}

/** Runs the act while the network fails requests to this address. */
export async function offline(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const letGo = await intercept(page, address, (route) => route.abort())
  await act()
  letGo()
}

/** Runs the act while the server answers 500 at this address. */
export async function failing(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const letGo = await intercept(page, address, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong on our side.' } }),
  )
  await act()
  letGo()
}

/** Runs the act while the server answers 409 to a DELETE of this address, with this reason. */
export async function refusingToDelete(
  page: Page,
  address: string,
  act: (reason: string) => Promise<void>,
): Promise<void> {
  const reason = 'It cannot be deleted: something still hangs on it'
  const letGo = await intercept(page, address, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { code: 'conflict', message: reason } })
      : route.fallback(),
  )
  await act(reason)
  letGo()
}

/** Runs the act while the answers to requests to this address are delayed; they arrive afterwards. */
export async function heldBack(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const gate = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  const letGo = await intercept(page, address, async (route) => {
    // The page may have aborted its request meanwhile.
    const answered = gate.promise.then(() => route.continue().catch(() => undefined))
    held.push(answered)
    await answered
  })
  await act().finally(() => gate.resolve())
  letGo()
  await Promise.all(held)
}

/** The column headings of a list, in order. */
export async function columns(page: Page): Promise<string[]> {
  const heads = page.getByRole('region').getByRole('columnheader')
  await heads.first().waitFor()
  const texts = (await heads.allTextContents()).map((head) => head.replace(/[▲▼]/, ''))
  // The column of checkboxes has no heading.
  return texts.filter((text) => text !== '')
}

/** The Yes and No of a read-only row of permissions. */
export async function marksOf(row: Locator): Promise<(string | null)[]> {
  const marks = row.getByRole('img')
  await marks.first().waitFor()
  return Promise.all((await marks.all()).map((mark) => mark.getAttribute('aria-label')))
}

/**
 * The texts of one column of the only list on a page or in a part of it, row by row. All are read in one call, because rows may
 * change.
 */
export async function columnOf(page: Pick<Page, 'getByRole'>, label: string): Promise<string[]> {
  const table = page.getByRole('region').getByRole('table')
  const heads = await table.getByRole('columnheader').allTextContents()
  const at = heads.findIndex((head) => head.replace(/[▲▼]/, '') === label)
  const cells = await table.getByRole('cell').allTextContents()
  return cells.filter((_, index) => index % heads.length === at)
}

/** The rows of a task tree as number and title: the cells that start with a number and link to the task. */
export const treeRows = (page: Page): Promise<string[]> =>
  page
    .getByRole('treegrid')
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const [number] = /^[\d.]+/.exec(cell.textContent) ?? []
        const link = cell.querySelector('a')
        return number && link ? [`${number} ${link.textContent}`] : []
      }),
    )
