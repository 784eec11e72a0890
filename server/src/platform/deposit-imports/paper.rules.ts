import { type InstrumentKind, isGuarantee, isReceipt, proposedKind } from '@plinth/api/guarantees/instrument-moves'
import { messageOf } from '@plinth/api/kernel/messages'
import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'
import type { FieldFault } from '../../kernel/sheets/sheet-columns.ts'
import { depositSheet, type FieldName } from './deposit-sheet.rules.ts'
import { kindIn } from './deposit-words.rules.ts'
import type { Whereabouts } from './standing.rules.ts'

type Fault = FieldFault<FieldName>

/** The sound cells of a row, as the wire carries them. */
export interface Values extends Partial<Record<Exclude<FieldName, 'amount'>, string>> {}
export interface RowValues {
  text: Values
  amount: number | undefined
  marginPercent: number | undefined
}

/** Cash and deductions from bills have no instrument and need no number. */
const hasNoPaper = (kind: InstrumentKind) => kind === 'CASH' || kind === 'BILL_DEDUCTION'

/** Identifies an instrument as the register of instruments does; undefined for what has none. */
export const paperKey = (kind: InstrumentKind, number: string | undefined, issuer: string | undefined) =>
  hasNoPaper(kind) || !number
    ? undefined
    : `${isGuarantee(kind)} ${(issuer ?? '').toLowerCase()} ${number.toUpperCase()}`

/** The kind of a row's instrument: by its word, else by the beginning of its number. */
export function kindOfRow(word: string | undefined, number: string | undefined): InstrumentKind | Fault {
  if (word) {
    const read = kindIn(word)
    return 'code' in read ? read.code : ['kind', read.fault]
  }
  const proposed = number && proposedKind(number)
  return proposed || ['kind', messageOf('is required: the number does not tell what it is')]
}

/** Days and other details that one instrument has once, however many deposits it secures. */
export const details = ['issuedOn', 'expiresOn', 'claimUntil', 'maturesOn', 'branch', 'marginReceiptNo'] as const
export type Detail = (typeof details)[number]

/** The number of a deposit whose instrument has none. */
export const numberOf = (kind: InstrumentKind, number: string | undefined) =>
  number ?? (kind === 'CASH' ? 'Cash' : kind === 'BILL_DEDUCTION' ? 'Kept from bills' : undefined)

const order: readonly (readonly [first: FieldName & keyof Values, last: FieldName & keyof Values])[] = [
  ['issuedOn', 'expiresOn'],
  ['expiresOn', 'claimUntil'],
  ['issuedOn', 'maturesOn'],
  ['submittedOn', 'receivedOn'],
]

const without = ({ expiresOn: _, ...text }: Values): Values => text

/** For a receipt, "Expires on" holds the day of maturity, unless that has its own cell. */
export const withMaturity = (kind: InstrumentKind, text: Values): Values =>
  isReceipt(kind) && text.expiresOn && !text.maturesOn ? { ...without(text), maturesOn: text.expiresOn } : text

const ofGuarantees = messageOf('is for guarantees and surety bonds')

/** Faults of filled cells that do not apply to an instrument of this kind. */
function strayFaults(kind: InstrumentKind, { text, marginPercent }: RowValues): Fault[] {
  const stray: (FieldName | false)[] = isGuarantee(kind)
    ? []
    : [
        text.expiresOn !== undefined && 'expiresOn',
        text.claimUntil !== undefined && 'claimUntil',
        marginPercent !== undefined && 'marginPercent',
        text.marginReceiptNo !== undefined && 'marginReceiptNo',
      ]
  const faults = stray.flatMap((field): Fault[] => (field ? [[field, ofGuarantees]] : []))
  if (text.maturesOn && !isReceipt(kind))
    faults.push(['maturesOn', messageOf('is for deposit receipts and certificates')])
  return faults
}

/** Faults of missing cells: an issued instrument needs its days and number. */
function missingFaults(kind: InstrumentKind, { text }: RowValues, whereabouts: Whereabouts): Fault[] {
  const required = messageOf('is required')
  const faults: Fault[] = numberOf(kind, text.instrumentNo) ? [] : [['instrumentNo', required]]
  if (whereabouts === 'DRAFT') return faults
  const isPaid = hasNoPaper(kind) || kind === 'ONLINE'
  if (!isPaid && !text.issuedOn) faults.push(['issuedOn', required])
  if (isGuarantee(kind) && !text.expiresOn) faults.push(['expiresOn', required])
  return faults
}

/** All faults of an instrument by itself, except for `faulty` cells, which have a fault already. */
export function paperFaults(
  kind: InstrumentKind,
  values: RowValues,
  whereabouts: Whereabouts,
  faulty: ReadonlySet<FieldName>,
): Fault[] {
  const inOrder = order.flatMap(([first, last]): Fault[] => {
    const [one, other] = [values.text[first], values.text[last]]
    return one && other && one > other
      ? [[last, messageOf('must not be before {field}', { field: depositSheet.labels[first] })]]
      : []
  })
  return [...strayFaults(kind, values), ...missingFaults(kind, values, whereabouts), ...inOrder].filter(
    ([field]) => !faulty.has(field),
  )
}

/** The part of an amount that is secured by its margin, half a paisa rounded up. */
export const marginOf = (amount: number, percent: number) => inRupees(percentOf(paiseOf(amount), percent))
