import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { patience, spend } from './browser.ts'

declare const getComputedStyle: (element: unknown) => { color: string }

/** Waits until what is read becomes what is expected. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: patience })

const isLoadedAhead = `performance.getEntriesByName('loaded ahead').length > 0`

/** Whether the page has gone on to fetch what it may need later; not while it is on its way to another address. */
const isSettled = (page: Page) => page.evaluate<boolean>(isLoadedAhead).catch(() => false)

/** Waits until the page itself finds that it has nothing left to ask for. */
export const hasSettled = (page: Page): Promise<void> => eventually(() => isSettled(page)).toBe(true)

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pathname = (page: Page) => new URL(page.url()).pathname

/** What the list says of its page and its total. */
export const showing = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Opens the box of all filters of a list, where it is not open. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: /^(Filters|फ़िल्टर)/ })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}
export const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' }).click()
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Unfolds what of the sidebar is in preparation, where there is such a thing and it is folded. */
export async function unfoldSidebar(page: Page): Promise<void> {
  const fold = page.getByRole('navigation', { name: 'Modules' }).getByRole('button', { name: 'In preparation' })
  if ((await fold.count()) > 0 && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

/** A notice or a panel that is announced at once. */
export const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()

/** Waits until a form says in red above its fields that it could not be saved, and checks that no notice repeats it. */
export async function failureInForm(page: Page, text: string): Promise<void> {
  const told = page.locator('form').getByRole('alert').getByText(text, { exact: true })
  await told.waitFor()
  const [red = 0, green = 255, blue = 255] = await told.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  )
  expect([red > green + 50, red > blue + 50], `${text} in rgb(${red}, ${green}, ${blue})`).toEqual([true, true])
  expect(await page.getByText(text, { exact: true }).count()).toBe(1)
}

/** Takes back what this notice tells; the one before it may still be on its way out. */
export const undo = (page: Page, done: string) =>
  page.getByRole('alert').filter({ hasText: done }).getByRole('button', { name: 'Undo' }).click()

/** A field by its label, of any kind that text can be typed into. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true }).or(page.getByRole('combobox', { name: label, exact: true }))

/** Unfolds the further fields of a form, where this one is among them and they are folded. */
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

/** Everything in these fields, to compare with what was typed. */
export async function typed<L extends string>(page: Page, labels: L[]): Promise<Record<L, string>> {
  const values = await Promise.all(labels.map(async (label) => [label, await valueOf(page, label)]))
  return Object.fromEntries(values) as Record<L, string>
}

/** Chooses from a list; an exact word, so that Draft is not Drafting. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await unfold(page, label)
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** The choices that a field offers, in their order. */
export async function offered(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  // Those of the open list: a select that is closed holds its own all the time.
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  return options.allTextContents()
}

/** The fault stands beside the field and is read out with it, and the summary above the form names it too. */
export async function faultAt(page: Page, label: string, fault: string): Promise<void> {
  const described = { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) }
  await page.getByRole('textbox', described).or(page.getByRole('combobox', described)).waitFor()
  expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('main').getByText(fault, { exact: true }).count()).toBe(2)
}

/** Waits until the keyboard is there. */
export const focusIsOn = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor()

/** Answers the browser's question that the act raises; what it asked. */
export async function asked(page: Page, answer: 'accept' | 'dismiss', act: () => Promise<unknown>): Promise<string> {
  const question = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog[answer]()
    return dialog.message()
  })
  const [text] = await Promise.all([question, act()])
  return text
}

/** The status history says of each change when it was and who made it. */
export async function historyShown(page: Page): Promise<void> {
  const entries = page.getByRole('region', { name: 'Status history' }).getByText(/, Asha Rao$/)
  await entries.first().waitFor()
  expect(await entries.allTextContents()).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d, Asha Rao$/)),
  )
}

/**
 * Answers in place of the server what is asked at this address, until it is told to let go. The route stays even then:
 * when the last one of a page is taken away, Chromium now and then drops what the page is loading at that moment.
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

/** Runs while the network loses the calls to this address; it is there again afterwards. */
export async function offline(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const letGo = await intercept(page, address, (route) => route.abort())
  await act()
  letGo()
}

/** Runs while the server fails at the calls to this address; it works again afterwards. */
export async function failing(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const letGo = await intercept(page, address, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong on our side.' } }),
  )
  await act()
  letGo()
}

/** Runs while the server refuses to delete what has this address, for this reason. */
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

/** Runs while the answers to the calls to this address are held back; they come afterwards. */
export async function heldBack(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  const gate = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  const letGo = await intercept(page, address, async (route) => {
    // The page may have given up what it asked for meanwhile.
    const answered = gate.promise.then(() => route.continue().catch(() => undefined))
    held.push(answered)
    await answered
  })
  await act().finally(() => gate.resolve())
  letGo()
  await Promise.all(held)
}

/** The headings of the columns of a list, in their order. */
export async function columns(page: Page): Promise<string[]> {
  const heads = page.getByRole('region').getByRole('columnheader')
  await heads.first().waitFor()
  const texts = (await heads.allTextContents()).map((head) => head.replace(/[▲▼]/, ''))
  // Over the checkboxes stands none.
  return texts.filter((text) => text !== '')
}

/** The Yes and No of a row of permissions that is only read. */
export async function marksOf(row: Locator): Promise<(string | null)[]> {
  const marks = row.getByRole('img')
  await marks.first().waitFor()
  return Promise.all((await marks.all()).map((mark) => mark.getAttribute('aria-label')))
}

/** The texts of one column of the only list of a page or of a part of it, row by row; all read in one moment, as rows come and go. */
export async function columnOf(page: Pick<Page, 'getByRole'>, label: string): Promise<string[]> {
  const table = page.getByRole('region').getByRole('table')
  const heads = await table.getByRole('columnheader').allTextContents()
  const at = heads.findIndex((head) => head.replace(/[▲▼]/, '') === label)
  const cells = await table.getByRole('cell').allTextContents()
  return cells.filter((_, index) => index % heads.length === at)
}

/** The rows of a tree of tasks as number and title: the cells that start with a number and link to the task. */
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
