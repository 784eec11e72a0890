/// <reference lib="webworker" />
/*
 * Keeps the shell of the screens that work on site in the browser, so that they open without a line: the document and the files of
 * the build, and nothing that anybody has entered or that a call was answered.
 */

declare const self: ServiceWorkerGlobalScope

/** What the build is called, and its files that the shell is made of: the build writes both above this file. */
declare const release: string
declare const files: readonly string[]

const cacheName = `shell ${release}`

/** The document is the same at every address but for its head, which the screen writes anew. */
const documentKey = '/project-tasks/list'

const isShell = (path: string) => /^\/($|(project-tasks|measure)($|\/))/.test(path)

/** What the document has fetched at once: scripts, styles and the texts of its language. */
const namedIn = (text: string) =>
  [...text.matchAll(/ (?:href|src)="(\/static\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])

/**
 * Keeps a document of this build, with what it names; one of another build is for that one's worker. Only at its `install` does
 * it begin to keep: what a worker that came after has taken away stays away.
 */
async function keep(answer: Response, isInstall: boolean): Promise<boolean> {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return false
  const text = await answer.clone().text()
  const named = namedIn(text)
  const scripts = named.filter((path) => path.endsWith('.js'))
  if (scripts.length === 0 || scripts.some((path) => !files.includes(path))) return false
  if (!isInstall && !(await caches.has(cacheName))) return false
  const cache = await caches.open(cacheName)
  for (const path of named) if (!(await cache.match(path))) await cache.add(path)
  await cache.put(documentKey, answer)
  return true
}

async function install(): Promise<void> {
  const document = await fetch(documentKey, { cache: 'no-cache', headers: { accept: 'text/html' } })
  if (!(await keep(document, true))) throw new Error('The pages are of another build')
  await (await caches.open(cacheName)).addAll([...files])
  await self.skipWaiting()
}

/** What builds before this one have left is of no use to anybody. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('shell ') && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
  // Asked for while the worker starts, which on a phone takes its time.
  await self.registration.navigationPreload?.enable()
}

/** With a line the server's, so that a new build is met at once; without one that which is kept. */
async function documentFor(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse
    const answer = preloaded ?? (await fetch(event.request))
    event.waitUntil(keep(answer.clone(), false).catch(() => undefined))
    return answer
  } catch (error) {
    const kept = await caches.match(documentKey, { cacheName })
    if (kept) return kept
    throw error
  }
}

/** A file's address says what is in it: what is kept is right for ever. */
const fileFor = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName })) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && isShell(pathname)) event.respondWith(documentFor(event))
  else if (pathname.startsWith('/static/')) event.respondWith(fileFor(event.request))
})
