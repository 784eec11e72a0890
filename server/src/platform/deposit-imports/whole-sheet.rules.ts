import { type InstrumentKind } from '@plinth/api/guarantees/instrument-moves'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { paiseOf } from '@plinth/api/kernel/paise'
import type { FilledRow } from '../../kernel/sheets/sheet-rows.ts'
import type { FieldName } from './deposit-sheet.rules.ts'
import { isMarginReceipt, statusIn } from './deposit-words.rules.ts'
import { type Detail, kindOfRow, paperKey, type Values } from './paper.rules.ts'
import { standingOf, type Whereabouts } from './standing.rules.ts'

/** What a whole sheet says of one instrument, whose rows add up to its amount. */
interface Paper {
  paise: bigint
  /** The row whose amount cannot be read: the amount of the instrument is then unknown. */
  unread: number | undefined
  whereabouts: Set<Whereabouts>
  /** The deposits it secures: a repeated one is not counted twice. */
  deposits: Set<string>
  /**
   * The first row of each group of deposits that are equal except for their tenders, and the key by which it names its
   * own.
   */
  alike: Map<string, { row: number; word: string | undefined }>
}

type Said = Partial<Record<FieldName, string>>

const words = ['bidId', 'referenceNo', 'contractName'] as const
/** The first key by which a row names its tender. */
const namedBy = (said: Said) => words.find((word) => said[word])

/** Distinguishes a deposit from others on the same tender. */
const partKey = ({ depositType, instrumentNo }: Said, amount: unknown) =>
  JSON.stringify([depositType?.toLowerCase(), instrumentNo?.toLowerCase(), amount])

/** Distinguishes a deposit from every other, by the words of a row. */
export function depositKey(said: Said, amount: unknown) {
  const word = namedBy(said)
  return JSON.stringify([word, word && said[word], partKey(said, amount)])
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Where all the deposits of an instrument together leave it: with the department as long as one of them is. */
export function whereaboutsOfAll(all: ReadonlySet<Whereabouts>): Whereabouts {
  const found = (['LODGED', 'BACK', 'LOST', 'OURS', 'DRAFT'] as const).find((one) => all.has(one))
  return found ?? 'LODGED'
}

/** Gathers what the rows of a whole sheet say of instruments, before the first row is validated. */
export function wholeSheet() {
  const papers = new Map<string, Paper>()
  const receipts = new Map<string, number>()

  function look({ given, typed, sumLabel }: FilledRow<FieldName>, row: number): void {
    if (sumLabel !== undefined) return
    const kind = kindOfRow(typed.kind, typed.instrumentNo)
    if (typeof kind !== 'string') return
    const key = paperKey(kind, typed.instrumentNo, typed.issuer)
    if (key === undefined) return
    if (kind === 'FDR' || kind === 'TDR') receipts.set((typed.instrumentNo ?? '').toUpperCase(), row)
    if (isMarginReceipt(typed.depositType ?? '', kind)) return
    const paper = papers.get(key) ?? {
      paise: 0n,
      unread: undefined,
      whereabouts: new Set(),
      deposits: new Set(),
      alike: new Map(),
    }
    papers.set(key, paper)
    const part = partKey(typed, given.amount)
    const alike = paper.alike.get(part) ?? { row, word: namedBy(typed) }
    paper.alike.set(part, alike)
    // A doubtful row is rejected, so its amount does not count for the instrument either.
    if (alike.word !== namedBy(typed)) return
    const deposit = depositKey(typed, given.amount)
    if (paper.deposits.has(deposit)) return
    paper.deposits.add(deposit)
    const amount = numberIn(given.amount)
    if (amount === undefined) paper.unread ??= row
    paper.paise += paiseOf(amount ?? 0)
    paper.whereabouts.add(whereaboutsIn(given, typed, kind))
  }

  return {
    look,
    paper: (key: string) => papers.get(key),
    /**
     * The row of an instrument that may describe the same deposit as this row, which names its tender by another key:
     * whether the instrument secures one deposit or two is unknown.
     */
    doubtful: (key: string, typed: Said, amount: unknown) => {
      const first = papers.get(key)?.alike.get(partKey(typed, amount))
      return first && first.word !== namedBy(typed) ? first.row : undefined
    },
    /** The row of a receipt of this number, anywhere in the sheet. */
    receiptRow: (number: string) => receipts.get(number.toUpperCase()),
  }
}

function whereaboutsIn(given: Partial<Record<FieldName, unknown>>, typed: Said, kind: InstrumentKind): Whereabouts {
  const status = typed.status ? statusIn(typed.status, kind) : undefined
  return standingOf({
    amount: numberIn(given.amount) ?? 0,
    receivedAmount: numberIn(given.receivedAmount) ?? 0,
    deduction: numberIn(given.deduction) ?? 0,
    receivedOn: undefined,
    status: status && 'code' in status ? status.code : undefined,
    isGuarantee: false,
  }).whereabouts
}

/** The details in the first row of each instrument: other rows repeat them or leave them out. */
export function firstDetails() {
  const first = new Map<
    string,
    { row: number; kind: InstrumentKind; text: Values; marginPercent: number | undefined }
  >()
  return function agreed(
    key: string,
    row: number,
    { kind, text, marginPercent }: { kind: InstrumentKind; text: Values; marginPercent: number | undefined },
    fields: readonly Detail[],
  ): { text: Values; marginPercent: number | undefined; faults: [FieldName, Message][] } {
    const known = first.get(key)
    if (!known) {
      first.set(key, { row, kind, text, marginPercent })
      return { text, marginPercent, faults: [] }
    }
    const differs = messageOf('differs from row {row}, which has the same instrument', { row: known.row })
    const faults: [FieldName, Message][] = known.kind === kind ? [] : [['kind', differs]]
    const agreedText: Values = { ...text }
    for (const field of fields) {
      const [own, other] = [text[field], known.text[field]]
      if (own === undefined && other !== undefined) agreedText[field] = other
      if (own !== undefined && other !== undefined && own !== other) faults.push([field, differs])
    }
    if (marginPercent !== undefined && known.marginPercent !== undefined && marginPercent !== known.marginPercent)
      faults.push(['marginPercent', differs])
    return { text: agreedText, marginPercent: marginPercent ?? known.marginPercent, faults }
  }
}
