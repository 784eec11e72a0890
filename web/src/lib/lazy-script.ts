import { keepTyped } from './keep-typed.ts'

const timeoutMs = 120_000

/** A script that is loaded when it is needed. */
export interface LazyScript<M> {
  /** Undefined until it is loaded. */
  module: M | undefined
  /** Loads it once. Rejects if it does not arrive; the next call requests it again. */
  load: () => Promise<M>
}

/** A script did not arrive: there is no connection, or another build has replaced it. */
export class ScriptMissing extends Error {}

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, timeoutMs, new ScriptMissing('timeout')))

export function lazyScript<M>(request: () => Promise<M>): LazyScript<M> {
  let failedAddress: string | undefined
  let attempts = 0
  let loading: Promise<M> | undefined

  // Browsers never request a module again that failed under its address.
  const attempt = (): Promise<M> =>
    failedAddress ? import(/* @vite-ignore */ `${failedAddress}?attempt=${attempts}`) : request()

  async function load(): Promise<M> {
    attempts += 1
    try {
      script.module = await Promise.race([attempt(), timeout()])
      return script.module
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      failedAddress ??= /https?:\S+\.[jt]sx?(?=$|[\s?])/.exec(message)?.[0]
      throw error instanceof ScriptMissing ? error : new ScriptMissing(message, { cause: error })
    } finally {
      loading = undefined
    }
  }

  const script: LazyScript<M> = {
    module: undefined,
    load: async () => script.module ?? (loading ??= load()),
  }
  return script
}

/** Whether the server has another build than this page. Rejects if the server does not answer. */
export const isReplaced = (): Promise<boolean> => (asking ??= askWhetherReplaced().finally(() => (asking = undefined)))

let asking: Promise<boolean> | undefined

async function askWhetherReplaced(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname)
}

/** Reloads the page; forms offer what was typed again. */
export function reloadKeeping(): void {
  keepTyped()
  location.reload()
}
