import { createInstrument } from '@plinth/api/guarantees/instruments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { checked, type Faults, refusalOf } from './complete-faults.ts'
import { type Body, bodyOf, type Entry, entryOf, type Unregistered } from './complete-rows.ts'

/** One idempotency key for each body, so that a row whose response was lost and is sent again is not entered twice. */
function useKeys() {
  const keys = useRef(new Map<string, string>())
  return (body: Body): string => {
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    return key
  }
}

const without = <T>(record: Readonly<Record<string, T>>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

/** The input and the faults of each paper, by its key. A failure or a change of page loses no input. */
function useEntries() {
  const [typed, setTyped] = useState<Readonly<Record<string, Partial<Entry>>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, Faults>>>({})
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set())
  const change = useCallback((key: string, next: Partial<Entry>) => {
    setTyped((before) => ({ ...before, [key]: { ...before[key], ...next } }))
    setFaults((before) => without(before, key))
  }, [])
  return {
    faults,
    entered,
    entry: (paper: Unregistered): Entry => ({ ...entryOf(paper), ...typed[paper.key] }),
    isTyped: () => Object.keys(typed).length > 0,
    change,
    refuse: (key: string, newFaults: Faults) => setFaults((before) => ({ ...before, [key]: newFaults })),
    forget(key: string) {
      setEntered((before) => new Set([...before, key]))
      setTyped((before) => without(before, key))
      setFaults((before) => without(before, key))
    },
  }
}

/** Enters papers in the register with their proposed and typed values, one after the other. */
export function useCompletion() {
  const client = useQueryClient()
  const keyFor = useKeys()
  const { refuse, forget, ...entries } = useEntries()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const isStopped = useRef(false)

  /** Enters one paper. Returns whether it was entered; the faults of a refused one are shown in its row. */
  async function enter(paper: Unregistered): Promise<boolean> {
    const entry = entries.entry(paper)
    const { body, faults } = checked(entry, bodyOf(paper, entry))
    if (faults) {
      refuse(paper.key, faults)
      return false
    }
    try {
      await call(createInstrument, { body }, { idempotencyKey: keyFor(body) })
      forget(paper.key)
      return true
    } catch (error) {
      // Without a connection the others would fail for the same reason.
      if (error instanceof CallError && error.status === 0) isStopped.current = true
      refuse(paper.key, refusalOf(error, body))
      return false
    }
  }

  async function run(papers: readonly Unregistered[]): Promise<void> {
    isStopped.current = false
    let stored = 0
    for (const [at, paper] of papers.entries()) {
      if (isStopped.current) break
      setProgress({ done: at, total: papers.length })
      if (await enter(paper)) stored += 1
    }
    if (stored > 0) {
      const message = t('{instruments} entered in the register', { instruments: counted(stored, 'instrument') })
      void alertSuccess(message, { label: t('See the instruments'), to: '/contracts/instruments' })
      await client.invalidateQueries()
    }
    setProgress(null)
  }
  const stop = () => {
    isStopped.current = true
  }
  return { ...entries, progress, run, stop }
}
