import type { Page, Request } from 'playwright-core'
import { eventually } from './screen.ts'

/** Types of requests that decide what a screen shows. */
const awaitedTypes = ['document', 'fetch', 'script', 'stylesheet', 'xhr']

/**
 * Whether the page stays unchanged for six frames: it has the title of its screen and, where `isWhole`, no region that is still
 * loading. Frames are drawn after scripts have run, so a busy machine draws them later.
 */
const isCalm = (isWhole: boolean) => `new Promise((answer) => {
  let left = 6
  const look = () => {
    const isThere = document.querySelector('h1:not([data-left])') !== null
    if (!isThere || (${isWhole} && document.querySelector('main [aria-busy=true]') !== null)) answer(false)
    else if (left === 0) answer(true)
    else {
      left -= 1
      requestAnimationFrame(look)
    }
  }
  look()
})`

interface Options {
  /** Requests that the test itself delays and the screen keeps waiting for: a pattern, or `**` and an ending. */
  held?: string | RegExp
}

const matches = (held: string | RegExp, url: string) =>
  typeof held === 'string' ? url.endsWith(held.replace('**', '')) : held.test(url)

/** Goes to a screen and waits until all its requests are answered and it draws frames without a further request. */
export async function goAndSettle(page: Page, go: () => Promise<unknown>, { held }: Options = {}): Promise<void> {
  const open = new Set<Request>()
  let sent = 0
  const begin = (request: Request) => {
    if (!awaitedTypes.includes(request.resourceType()) || (held !== undefined && matches(held, request.url()))) return
    sent += 1
    open.add(request)
  }
  const end = (request: Request) => void open.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await go()
  // A browser sometimes never reports the end of a request that it has answered.
  const isAnswered = (request: Request) => request.failure() !== null || request.existingResponse() !== null
  const isSettled = async () => {
    for (const request of open) if (isAnswered(request)) end(request)
    const before = sent
    return open.size === 0 && (await page.evaluate<boolean>(isCalm(held === undefined))) && sent === before
  }
  await eventually(() => isSettled().catch(() => false)).toBe(true)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}
