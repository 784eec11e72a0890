import { latinDigits } from '@plinth/api/kernel/amounts'
import { parseDay } from '@plinth/api/kernel/days'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { Cell, Row } from './sheet-values.ts'

/** Databases and spreadsheets append midnight to a day. */
const midnight = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?(?:\s*AM)?Z?$/i
const longestDay = 200

/** The day that a text names, the day first if the order is open; null if it names none. */
export const dayIn = (text: string) => (text.length > longestDay ? null : parseDay(text.trim().replace(midnight, '')))

const inFigures = /^(\d{1,2})([\s/.-]+)(\d{1,2})[\s/.-]+(\d{4}|\d{2})$/

interface Order {
  first: 'day' | 'month' | 'either'
  text: string
  /** The text with its first two figures swapped. */
  turned: string
}

/** The order of a text of three figures with the year last; undefined if both orders give the same day. */
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
 * Checks columns of days as a whole: other cells of the column decide whether 3/5/2026 has its day first. It is
 * doubtful if a cell of its column has the month first, and also if its column decides nothing and another column has a
 * cell with the month first.
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

    /** The fault of a cell that may be two different days; undefined if there is no doubt. */
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
