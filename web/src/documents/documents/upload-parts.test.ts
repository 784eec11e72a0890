import type { Document } from '@plinth/api/documents/documents'
import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { type PartsWire, sendInParts, withRetries } from './useUploads.ts'

const refusal = (status: number, retryAfter: number | null = null) =>
  new CallError(status, { code: 'refused', message: `refused ${status}` }, retryAfter)

const file = new File(['aaaabbbbccccdd'], 'plan.dwg')

/** A store of parts; `faults` are the errors that the next calls of each kind throw, in order. */
function store(arrived: Record<number, string> = {}) {
  const stored = new Map(Object.entries(arrived).map(([number, text]) => [Number(number), text]))
  const faults: Record<string, unknown[]> = {}
  const log: string[] = []
  let links = 0
  const meet = (name: string) => {
    log.push(name)
    const fault = faults[name]?.shift()
    if (fault) throw fault
  }
  const session = () => {
    links += 1
    const sizes = [4, 4, 4, 2]
    return {
      id: 'upload',
      fileName: file.name,
      size: file.size,
      parts: sizes.map((size, at) => ({
        number: at + 1,
        size,
        hasArrived: stored.has(at + 1),
        url: `link ${links} of ${at + 1}`,
      })),
    }
  }
  const wire: PartsWire = {
    begin: async () => {
      meet('begin')
      return session()
    },
    look: async () => {
      meet('look')
      return session()
    },
    put: async (_, { number, url }, bytes, { onSent }) => {
      onSent(0.5)
      meet(`put ${number}`)
      log.push(url)
      stored.set(number, await bytes.text())
      onSent(1)
    },
    finish: async () => {
      meet('finish')
      return { id: 'document' } as Document
    },
    cancel: async () => meet('cancel'),
  }
  const text = () =>
    [...stored]
      .toSorted(([one], [other]) => one - other)
      .map(([, part]) => part)
      .join('')
  const calls = () => log.filter((entry) => !entry.startsWith('link'))
  return { wire, faults, log, calls, text }
}

function newWatch() {
  const abort = new AbortController()
  const sent: number[] = []
  const notes: (string | null)[] = []
  const pauses: number[] = []
  const watch = {
    signal: abort.signal,
    onSent: (part: number) => sent.push(part),
    onNote: (note: string | null) => notes.push(note),
    pause: async (ms: number) => {
      pauses.push(ms)
    },
  }
  return { watch, abort, sent, notes, pauses }
}

describe('a file in parts', () => {
  test('is sent completely, and counts as sent only after every part is answered', async () => {
    const { wire, text, calls } = store()
    const { watch, sent, notes } = newWatch()
    expect(await sendInParts(file, wire, watch)).toEqual({ id: 'document' })
    expect(text()).toBe('aaaabbbbccccdd')
    expect(calls().toSorted()).toEqual(['begin', 'finish', 'put 1', 'put 2', 'put 3', 'put 4'])
    expect(sent.at(-1)).toBe(1)
    expect(sent.filter((part) => part === 1)).toHaveLength(1)
    expect(notes).toEqual([null])
  })

  test('resumes where it stopped, and notes the percentage', async () => {
    const { wire, text, calls } = store({ 1: 'aaaa', 4: 'dd' })
    const { watch, sent, notes } = newWatch()
    await sendInParts(file, wire, watch)
    expect(text()).toBe('aaaabbbbccccdd')
    expect(calls()).not.toContain('put 1')
    expect(sent[0]).toBeCloseTo(6 / 14)
    expect(notes).toEqual(['Going on at 42%', null])
  })

  test('retries a part after a broken connection, and only that part', async () => {
    const { wire, faults, calls, text } = store()
    const { watch, pauses } = newWatch()
    faults['put 2'] = [refusal(0), refusal(503)]
    await sendInParts(file, wire, watch)
    expect(
      calls()
        .filter((call) => call.startsWith('put'))
        .toSorted(),
    ).toEqual(['put 1', 'put 2', 'put 2', 'put 2', 'put 3', 'put 4'])
    expect(pauses).toEqual([1_000, 4_000])
    expect(text()).toBe('aaaabbbbccccdd')
  })

  test('fetches fresh links when one is refused', async () => {
    const { wire, faults, log } = store()
    faults['put 3'] = [refusal(403)]
    await sendInParts(file, wire, newWatch().watch)
    expect(log).toContain('look')
    expect(log).toContain('link 2 of 3')
  })

  test('fails at the second refusal and stops sending', async () => {
    const { wire, faults, calls } = store()
    faults['put 1'] = [refusal(403), refusal(403)]
    await expect(sendInParts(file, wire, newWatch().watch)).rejects.toMatchObject({ status: 403 })
    expect(calls()).not.toContain('finish')
    expect(calls()).not.toContain('put 4')
    expect(calls()).not.toContain('cancel')
  })

  test('begins again, once, when the server no longer knows the upload', async () => {
    const forgetful = store()
    forgetful.faults['finish'] = [refusal(404)]
    await sendInParts(file, forgetful.wire, newWatch().watch)
    expect(forgetful.calls().filter((call) => call === 'begin')).toHaveLength(2)
    const lost = store()
    lost.faults['begin'] = [refusal(404), refusal(404)]
    await expect(sendInParts(file, lost.wire, newWatch().watch)).rejects.toMatchObject({ status: 404 })
  })

  test('is cancelled on the server too when the user cancels', async () => {
    const { wire, calls } = store()
    const { watch, abort } = newWatch()
    const cancelled = sendInParts(
      file,
      {
        ...wire,
        finish: async () => {
          abort.abort()
          throw abort.signal.reason
        },
      },
      watch,
    )
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls().at(-1)).toBe('cancel')
  })
})

describe('retrying a call', () => {
  const failingWith =
    (...faults: unknown[]) =>
    async () => {
      const fault = faults.shift()
      if (fault) throw fault
      return 'stored'
    }

  test('waits as long as a busy server asks, any number of times', async () => {
    const { watch, pauses, notes } = newWatch()
    const busy = [refusal(429, 7), refusal(429, 2), refusal(429), refusal(429, 1), refusal(429, 1)]
    expect(await withRetries(failingWith(...busy), watch)).toBe('stored')
    expect(pauses).toEqual([7_000, 2_000, 5_000, 1_000, 1_000])
    expect(notes.slice(0, 2)).toEqual(['The server is busy. Trying again', null])
  })

  test('retries twice after a broken connection, then fails', async () => {
    const { watch, pauses } = newWatch()
    expect(await withRetries(failingWith(refusal(0), refusal(503, 9)), watch)).toBe('stored')
    expect(pauses).toEqual([1_000, 9_000])
    await expect(withRetries(failingWith(refusal(0), refusal(0), refusal(0)), watch)).rejects.toMatchObject({
      status: 0,
    })
  })

  test('does not retry a refused or cancelled call', async () => {
    const { watch, abort, pauses } = newWatch()
    await expect(withRetries(failingWith(refusal(415)), watch)).rejects.toMatchObject({ status: 415 })
    abort.abort()
    await expect(withRetries(failingWith(), watch)).rejects.toMatchObject({ name: 'AbortError' })
    expect(pauses).toEqual([])
  })
})
