import { latinDigits } from '@plinth/api/kernel/amounts'
import { parseDay } from '@plinth/api/kernel/days'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { Cell, Row } from './sheet-values.ts'

/** Databases and spreadsheets write midnight behind a day. */
const midnight = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?(?:\s*AM)?Z?$/i
const longestDay = 200

/** The day that a text names, the day first where that is all that is said; null when it names none. */
export const dayIn = (text: string) => (text.length > longestDay ? null : parseDay(text.trim().replace(midnight, '')))

const inFigures = /^(\d{1,2})([\s/.-]+)(\d{1,2})[\s/.-]+(\d{4}|\d{2})$/

interface Order {
  first: 'day' | 'month' | 'either'
  text: string
  /** The same with its first two figures in each other's place. */
  turned: string
}

/** A text of three figures, the year last, by what it tells of its order: nothing where both orders are the same day. */
function orderOf(cell: Cell | undefined): Order | undefined {
  if (typeof cell !== 'string' || cell.length > longestDay) return undefined
  const [, one, mark, two, year] = inFigures.exec(latinDigits(cell.trim()).replace(midnight, '')) ?? []
  if (one === undefined || two === undefined || Number(one) === Number(two)) return undefined
  const text = cell.trim()
  const turned = `${two}${mark}${one}${mark}${year}`
  const [asDay, asMonth] = [dayIn(text), dayIn(turned)]
  if (asDay) return { first: asMonth ? 'either' : 'day', text, turned }
  return asMonth ? { first: 'month', text, turned } : undefined
}

interface Seen {
  hasDayFirst: boolean
  /** The first text that can only have its month first. */
  monthFirst: { row: number; text: string } | undefined
}

/**
 * Judges columns of days as a whole: whether 3/5/2026 has its day first is told by the others of its column. Where one has
 * its month first it is doubtful, and also where a column that tells nothing itself stands beside such a column.
 */
export function dayOrder(columns: readonly number[]) {
  const seen = new Map(columns.map((at): [number, Seen] => [at, { hasDayFirst: false, monthFirst: undefined }]))
  return {
    look({ number, cells }: Row): void {
      for (const [at, column] of seen) {
        const order = orderOf(cells[at])
        if (order?.first === 'day') column.hasDayFirst = true
        if (order?.first === 'month') column.monthFirst ??= { row: number, text: order.text }
      }
    },

    /** What is wrong with a cell that could be two days; undefined where nothing is. */
    doubt(at: number, cell: Cell): Message | undefined {
      const order = orderOf(cell)
      const column = seen.get(at)
      if (order?.first !== 'either' || !column) return undefined
      const others = column.hasDayFirst ? [] : [...seen.values()]
      const witness = column.monthFirst ?? others.find(({ monthFirst }) => monthFirst)?.monthFirst
      if (!witness) return undefined
      return messageOf(
        'may be {one} or {other}, since row {row} has the month first ({text}). Write it with the year first',
        { one: dayIn(order.text) ?? '', other: dayIn(order.turned) ?? '', row: witness.row, text: witness.text },
      )
    },
  }
}
