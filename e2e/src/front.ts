import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { signedIn } from './browser.ts'
import type { Who } from './people.ts'
import { eventually } from './screen.ts'

/** A proxy to the product under an origin of its own, which decides what the shell's service worker contains. */
export interface Front {
  url: string
  /** Changes the service worker of the build before the proxy sends it. */
  worker: (built: string) => string
  close: () => Promise<void>
}

async function sendWorker(response: ServerResponse, { worker }: Front): Promise<void> {
  const built = await fetch(new URL('/sw.js', inject('url')))
  const type = built.headers.get('content-type') ?? ''
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(worker(await built.text()))
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = incoming
  const onward = request(new URL(url, inject('url')), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}

async function openFront(): Promise<Front> {
  const front: Front = { url: '', worker: (built) => built, close: () => Promise.resolve() }
  const server = createServer((incoming, response) => {
    if (incoming.url === '/sw.js') void sendWorker(response, front)
    else forward(incoming, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The front has no port')
  front.url = `http://127.0.0.1:${address.port}`
  front.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return front
}

interface Cleanup {
  onCleanup: (clean: () => Promise<void>) => void
}

/** Fixture: an origin of its own, so that no other test finds what its browser stores. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the needs of a fixture from its pattern, and this one needs nothing
export async function ownFront({}: object, { onCleanup }: Cleanup): Promise<Front> {
  const front = await openFront()
  onCleanup(() => front.close())
  return front
}

/**
 * Fixture: opens a phone at this origin that caches the shell and holds the person's session. A fault of its page fails the
 * test.
 */
export function openAtFront({ browser, front }: { browser: Browser; front: Front }, { onCleanup }: Cleanup) {
  const closing: (() => Promise<void>)[] = []
  onCleanup(async () => {
    for (const close of closing) await close()
  })
  return async (who: Who): Promise<Page> => {
    const elsewhere = { baseURL: front.url, serviceWorkers: 'allow' } as const
    const { page, faults } = await signedIn(browser, who, 'phone', elsewhere)
    closing.push(async () => {
      await page.context().close()
      expect(faults).toEqual([])
    })
    return page
  }
}

export const active = (page: Page) =>
  page.evaluate<string | undefined>(
    `navigator.serviceWorker.getRegistration().then((found) => found?.active?.state ?? undefined)`,
  )

/** Opens an address and waits until the service worker is active. */
export async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await eventually(() => active(page)).toBe('activated')
}
