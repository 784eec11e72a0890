import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from '../shell/alerts.ts'
import { whyNotStored } from '../shell/useRecordChange.ts'
import type { Back, BulkAction } from './bulk-action.ts'

const atOnce = 4

/** Does something with each, a few at a time. */
async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export interface Failure<Row> {
  row: Row
  why: string
}

/** A row that it was done to, in which turn, and how it is put back. */
interface Done {
  name: string
  turn: number
  back: Back | undefined
}

/** Why it was not done to some; those that it was done to can be taken back. */
export interface Report<Row> {
  label: string
  total: number
  failures: Failure<Row>[]
  undo: (() => void) | undefined
}

/** In turns, the lowest first or the last. */
const inTurns = <T>(all: T[], turnOf: (one: T) => number, sign: 1 | -1): T[][] =>
  [...Map.groupBy(all, turnOf)].toSorted(([a], [b]) => sign * (a - b)).map(([, some]) => some)

const mostNamed = 5

/** Puts the rows back, those last done first, and tells what became of it wherever the person is by now. */
function useTakeBack() {
  const queryClient = useQueryClient()
  return async (done: Done[], told: string) => {
    const faults: string[] = []
    for (const some of inTurns(done, ({ turn }) => turn, -1))
      await eachOf(some, async ({ name, back }) => {
        await back?.().catch((error: unknown) => faults.push(`${name}: ${whyNotStored(error)}`))
      })
    void queryClient.invalidateQueries()
    if (faults.length === 0) return void alertSuccess(t('Undone: {done}', { done: told }))
    const others = faults.length > mostNamed ? [t('and {count} more', { count: faults.length - mostNamed })] : []
    void alertFailure(
      t('{count} of {total} could not be undone.', { count: faults.length, total: done.length }),
      [...faults.slice(0, mostNamed), ...others].join('\n'),
    )
  }
}

interface Options<Row> {
  nameOf: (row: Row) => string
  /** Chooses these rows and no others. */
  onChoose: (rows: Row[]) => void
}

/** What is done to the chosen rows, one call each. Once it is over a notice tells of it and takes it back, or a report says what failed. */
export function useBulkRun<Row extends { id: string }>({ nameOf, onChoose }: Options<Row>) {
  const queryClient = useQueryClient()
  const takeBack = useTakeBack()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [report, setReport] = useState<Report<Row> | null>(null)
  const isStopped = useRef(false)

  async function start(action: BulkAction<Row>, rows: Row[], choice: string) {
    if (action.confirm && !window.confirm(action.confirm(rows.length))) return
    isStopped.current = false
    const total = rows.length
    setProgress({ done: 0, total })
    const done: Done[] = []
    const failures: Failure<Row>[] = []
    const turnOf = (row: Row) => action.turn?.(row, choice) ?? 0
    async function act(row: Row) {
      const blocked = isStopped.current ? t('Cancelled before it was done.') : action.blocked?.(row, choice)
      try {
        if (blocked) failures.push({ row, why: blocked })
        else done.push({ name: nameOf(row), turn: turnOf(row), back: await action.run(row, choice) })
      } catch (error) {
        failures.push({ row, why: whyNotStored(error) })
      }
      setProgress({ done: done.length + failures.length, total })
    }
    for (const some of inTurns(rows, turnOf, 1)) await eachOf(some, act)
    setProgress(null)
    onChoose(failures.map(({ row }) => row))
    const told = action.done(done.length, choice)
    const backs = done.filter(({ back }) => back !== undefined)
    const undo = backs.length > 0 ? () => void takeBack(backs, told) : undefined
    if (failures.length > 0) setReport({ label: action.label, total, failures, undo })
    else if (undo) void alertSuccess(told, { label: t('Undo'), run: undo })
    else void alertSuccess(told)
    await queryClient.invalidateQueries()
  }
  const cancel = () => {
    isStopped.current = true
  }
  return { progress, report, start, cancel, close: () => setReport(null) }
}
