/// <reference lib="webworker" />
/*
 * Caches the shell of the screens that work on site in the browser, so that they open without a connection: the document and the
 * files of the build, but no data that a user has entered or that the server has answered.
 */

declare const self: ServiceWorkerGlobalScope

/** The name of the build, and the files of the shell: the build writes both above this file. */
declare const release: string
declare const files: readonly string[]

const cacheName = `shell ${release}`

/** The document is the same at every address, except for its head, which the screen rewrites. */
const documentKey = '/project-tasks/list'

const isShell = (path: string) => /^\/($|(project-tasks|measure)($|\/))/.test(path)

/** The files that the document loads at once: scripts, styles and the texts of its language. */
const namedIn = (text: string) =>
  [...text.matchAll(/ (?:href|src)="(\/static\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])

/**
 * Caches a document of this build with the files that it loads; a document of another build belongs to that build's worker. Only `install`
 * creates the cache, so that a cache deleted by a later worker stays deleted.
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

/** Deletes the caches of earlier builds. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('shell ') && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
  // Requests the document while the worker starts, which takes a while on a phone.
  await self.registration.navigationPreload?.enable()
}

/** The server's document if it is reachable, so that a new build is used at once; otherwise the cached one. */
async function documentFor(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse
    const answer = preloaded ?? (await fetch(event.request))
    event.waitUntil(keep(answer.clone(), false).catch(() => undefined))
    return answer
  } catch (error) {
    const cached = await caches.match(documentKey, { cacheName })
    if (cached) return cached
    throw error
  }
}

/** A file's address contains the hash of its content, so that a cached file never expires. */
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
