import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazyScript, ScriptMissing } from './lazy-script.ts'

const dialog = { name: 'dialog' }

describe('a lazy script', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is requested once, however often it is loaded', async () => {
    let requests = 0
    const script = lazyScript(() => {
      requests += 1
      return Promise.resolve(dialog)
    })
    const both = Promise.all([script.load(), script.load()])
    expect(script.module).toBeUndefined()
    expect(await both).toEqual([dialog, dialog])
    expect(await script.load()).toBe(dialog)
    expect(script.module).toBe(dialog)
    expect(requests).toBe(1)
  })

  test('rejects if it does not arrive, and is requested again by the next load', async () => {
    const answers = [Promise.reject(new TypeError('Importing a module script failed.')), Promise.resolve(dialog)]
    const script = lazyScript(() => answers.shift() ?? Promise.reject(new Error('a third request')))
    await expect(script.load()).rejects.toBeInstanceOf(ScriptMissing)
    expect(script.module).toBeUndefined()
    expect(await script.load()).toBe(dialog)
  })

  test('rejects after two minutes without an answer', async () => {
    const script = lazyScript(() => new Promise<never>(() => {}))
    const failure = script.load().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await failure).toBeInstanceOf(ScriptMissing)
  })
})
