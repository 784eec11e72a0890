import { keepTyped } from './keep-typed.ts'

const patience = 120_000

async function inTime<T>(coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience)
  })
  try {
    return await Promise.race([coming, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the server has other pages by now than this one. Fails where it cannot be reached. */
export async function isReplaced(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname)
}

/** Loads the page anew; what is typed is kept and offered again. */
export function reloadKeeping(): void {
  keepTyped()
  location.reload()
}

/** Why a script is not there: it did not arrive, or belongs to a release that has been replaced. */
export type Absence = 'missing' | 'replaced'

interface State<M> {
  module?: M
  absence?: Absence
}

/** What a page is not made of from the start: a script that is fetched when it is needed. */
export interface LateScript<M> {
  now: () => State<M>
  subscribe: (listener: () => void) => () => void
  /** Fetches it. Never fails itself: what became of it is told by `now`. */
  fetch: () => Promise<void>
  /** Forgets that it did not come, so that it is fetched again the next time. */
  forget: () => void
  /** Fetches it after a failure; the page is loaded anew where nothing less helps. Fails where there is no server. */
  again: () => Promise<void>
}

const addressIn = (error: unknown) =>
  error instanceof Error ? /https?:\S+\.[jt]sx?\S*/.exec(error.message)?.[0] : undefined

/** A script by the `import()` that brings it. */
export function lateScript<M>(load: () => Promise<M>): LateScript<M> {
  const listeners = new Set<() => void>()
  let state: State<M> = {}
  let coming: Promise<void> | undefined
  let address: string | undefined
  let attempts = 0

  function become(next: State<M>): void {
    state = next
    for (const listener of listeners) listener()
  }
  /** What failed under its address is never asked for again by a browser: another address says the same. */
  function attempt(): Promise<M> {
    attempts += 1
    if (address === undefined) return load()
    return import(/* @vite-ignore */ `${address}${address.includes('?') ? '&' : '?'}again=${attempts}`) as Promise<M>
  }
  async function take(): Promise<void> {
    try {
      become({ module: await inTime(attempt()) })
    } catch (error) {
      address ??= addressIn(error)
      become({ absence: 'missing' })
    } finally {
      coming = undefined
    }
  }
  function fetch(): Promise<void> {
    if (state.module !== undefined) return Promise.resolve()
    coming ??= take()
    return coming
  }
  async function again(): Promise<void> {
    if (await isReplaced()) return become({ absence: 'replaced' })
    await fetch()
    // What it needs in turn may have failed under its own address.
    if (state.module === undefined) reloadKeeping()
  }
  function forget(): void {
    if (state.absence) state = {}
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { now: () => state, subscribe, fetch, forget, again }
}

const ahead: (() => Promise<void>)[] = []
let isSettled: (() => boolean) | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const pause = 1_000
const pauseWithoutServer = 30_000

function look(after: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void work(), after)
}

async function work(): Promise<void> {
  if (ahead.length === 0 || isSettled === undefined) return
  if (!isSettled()) return look(pause)
  // What fails now would fail for good, and what has been replaced is gone.
  const replaced = await isReplaced().catch(() => null)
  if (replaced === null) return look(pauseWithoutServer)
  if (replaced) return
  performance.mark('loading ahead')
  for (const fetch of ahead.splice(0)) await fetch()
  performance.mark('loaded ahead')
  look(pause)
}

/** Has a script fetched before it is needed, once there is nothing else to do: later the network may be away. */
export function fetchAhead(fetch: () => Promise<void>): void {
  ahead.push(fetch)
  if (isSettled) look(pause)
}

/** Begins with what can be fetched ahead, whenever the screen has all that it asked for. */
export function startFetchingAhead(settled: () => boolean): void {
  isSettled = settled
  look(pause)
}
