import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from '../shell/alerts.ts'
import { whyNotStored } from '../shell/useRecordChange.ts'
import type { Back, BulkAction } from './bulk-action.ts'

const atOnce = 4

/** Runs an act on each item, a few at a time. */
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

/** A row that the action was done to, its turn, and its undo. */
interface Done {
  name: string
  turn: number
  back: Back | undefined
}

/** The rows that failed; the successful ones can be undone. */
export interface Report<Row> {
  label: string
  total: number
  failures: Failure<Row>[]
  undo: (() => void) | undefined
}

/** Groups by turn, the lowest first or last. */
const inTurns = <T>(all: T[], turnOf: (one: T) => number, sign: 1 | -1): T[][] =>
  [...Map.groupBy(all, turnOf)].toSorted(([a], [b]) => sign * (a - b)).map(([, some]) => some)

const mostNamed = 5

/** Undoes rows, the last first, and shows a notice of the result on whichever screen the user is by then. */
function useTakeBack() {
  const queryClient = useQueryClient()
  return async (done: Done[], doneText: string) => {
    const faults: string[] = []
    for (const some of inTurns(done, ({ turn }) => turn, -1))
      await eachOf(some, async ({ name, back }) => {
        await back?.().catch((error: unknown) => faults.push(`${name}: ${whyNotStored(error)}`))
      })
    void queryClient.invalidateQueries()
    if (faults.length === 0) return void alertSuccess(t('Undone: {done}', { done: doneText }))
    const others = faults.length > mostNamed ? [t('and {count} more', { count: faults.length - mostNamed })] : []
    void alertFailure(
      t('{count} of {total} could not be undone.', { count: faults.length, total: done.length }),
      [...faults.slice(0, mostNamed), ...others].join('\n'),
    )
  }
}

interface Options<Row> {
  nameOf: (row: Row) => string
  /** Selects these rows and no others. */
  onChoose: (rows: Row[]) => void
}

/** Runs an action on the selected rows, one call each. A notice then offers Undo, or a report lists the failures. */
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
    const doneText = action.done(done.length, choice)
    const backs = done.filter(({ back }) => back !== undefined)
    const undo = backs.length > 0 ? () => void takeBack(backs, doneText) : undefined
    if (failures.length > 0) setReport({ label: action.label, total, failures, undo })
    else if (undo) void alertSuccess(doneText, { label: t('Undo'), run: undo })
    else void alertSuccess(doneText)
    await queryClient.invalidateQueries()
  }
  const cancel = () => {
    isStopped.current = true
  }
  return { progress, report, start, cancel, close: () => setReport(null) }
}
