import type { Page, Request } from 'playwright-core'
import { afterEach, type RunnerTask } from 'vitest'
import { browsers } from './browser.ts'

const mostCalls = 8
const mostLines = 40

const isCall = (request: Request) => ['document', 'fetch', 'xhr'].includes(request.resourceType())

function described(call: Request): string {
  const { pathname, search } = new URL(call.url())
  const outcome = call.failure()?.errorText ?? call.existingResponse()?.status() ?? 'no answer'
  return `${call.method()} ${pathname}${search}: ${outcome}`
}

/** The alerts and the accessibility tree of the main part, without pictures, addresses and the labels of fields. */
async function readPage(page: Page): Promise<string[]> {
  const alerts = await page.getByRole('alert').allTextContents()
  // A page that is not the product's has no main part, so this does not wait for one.
  const shown = page.getByRole('main')
  const main = (await shown.count()) === 1 ? await shown.ariaSnapshot() : ''
  const lines = main.split('\n').filter((line) => !/^\s*- (?:img|text:|rowgroup:|\/)/.test(line))
  return [...alerts.map((text) => `! ${text}`), ...lines.slice(0, mostLines)]
}

async function describePage(page: Page): Promise<string> {
  const calls = (await page.requests()).filter(isCall).slice(-mostCalls)
  const faults = await page.pageErrors()
  const parts = [page.url(), ...calls.map(described), ...faults.map(String)]
  return [...parts, ...(await readPage(page))].join('\n')
}

/** Adds the content and the last calls of every open page to a failure, since nobody watches the screen on another machine. */
async function addLastSeen({ result }: Readonly<RunnerTask>): Promise<void> {
  const fault = result?.errors?.at(-1)
  if (result?.state !== 'fail' || !fault) return
  const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages())
  const seen = await Promise.all(pages.map((page) => describePage(page).catch(String)))
  fault.message = [fault.message, ...seen].join('\n\n')
}

afterEach(({ task }) => addLastSeen(task))
