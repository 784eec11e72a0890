import { isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import type { CellFault } from '@plinth/api/platform/import-results'
import type { Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { inRupees } from '../../kernel/rupees.ts'
import { cellFault, rowFault } from '../../kernel/sheets/sheet-columns.ts'
import { named } from '../../tenders/offices/offices.queries.ts'
import { officeFinder } from '../contract-imports/office-matching.rules.ts'
import type { Run } from '../contract-imports/uploading.queries.ts'
import { contractFinder } from './contract-matching.queries.ts'
import { depositSheet, type FieldName } from './deposit-sheet.rules.ts'
import { ownerFinder } from './owner-matching.queries.ts'
import {
  byKey,
  fingerprintOf,
  type KnownPaper,
  numbersIn,
  papersNumbered,
  receiptsOf,
  storedDeposits,
} from './register-matching.queries.ts'
import type { JudgedRow, Paper } from './rows.rules.ts'

/** A row with the company's records that it refers to. */
export interface PlacedRow extends JudgedRow {
  contractId: string | undefined
  officeId: string | undefined
  /** The office of its deposit, if it differs from its contract's. */
  ownOfficeId: string | undefined
  ownerId: string | undefined
  print: string | undefined
}

/** The results of a run's rows, as far as later rows depend on them. */
export interface Progress {
  /** The rejected rows: a receipt among them secures nothing. */
  failed: Set<number>
  /** Valid rows, keyed by fingerprint: rows that name a tender by another key may mean the same deposit. */
  prints: Map<string, number>
  /** The amounts that rows of a check take from the free amounts of registered instruments, by instrument id. */
  taken: Map<string, number>
}

const take = ({ taken }: Progress, known: KnownPaper, amount: number) =>
  taken.set(known.id, (taken.get(known.id) ?? 0) + amount)
/**
 * Amounts taken by earlier rows that are not in the register: all of them in a check, those of the same batch
 * otherwise.
 */
const reservedOf = ({ taken }: Progress, known: KnownPaper) => taken.get(known.id) ?? 0

type Fault = [field: FieldName, said: Message]

const past = ['issuedOn', 'submittedOn', 'receivedOn'] as const
const notAhead = messageOf('must not be after today')
/** An event cannot lie in the future; the days of a draft are plans and may. */
const daysAhead = ({ stored }: JudgedRow, today: string): Fault[] =>
  stored && stored.status !== 'DRAFT'
    ? past.filter((day) => (stored.paper.text[day] ?? '') > today).map((day): Fault => [day, notAhead])
    : []

/** Where the row differs from the register about an instrument: only an event or a correction may change it there. */
function differences({ text }: Paper, known: KnownPaper): Fault[] {
  return (['issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const).flatMap((day): Fault[] =>
    text[day] && known[day] && text[day] !== known[day]
      ? [[day, messageOf('is {day} in the register of instruments: enter there what changed', { day: known[day] })]]
      : [],
  )
}

const already = (row: number | null | undefined) =>
  rowFault(
    row
      ? messageOf('This instrument is in the register already (row {row})', { row })
      : messageOf('This instrument is in the register already'),
  )

/** Why the receipt that a row names cannot secure its guarantee. */
function marginFault({ margin }: Paper, receipts: Map<string, KnownPaper[]>, progress: Progress): Fault | undefined {
  if (!margin) return undefined
  const [known, another] = receipts.get(margin.receiptNo.toUpperCase()) ?? []
  const fault = (message: Message): Fault => ['marginReceiptNo', message]
  if (another) return fault(messageOf('is what two receipts of the register are numbered'))
  if (known) {
    const free = Math.max(known.free - reservedOf(progress, known), 0)
    if (paiseOf(free) < paiseOf(margin.amount))
      return fault(messageOf('has only {free} free', { free: inRupees(free) }))
    take(progress, known, margin.amount)
    return undefined
  }
  if (margin.row === undefined)
    return fault(messageOf('is no receipt of this sheet or of the register: enter its own row'))
  return progress.failed.has(margin.row)
    ? fault(messageOf('is the receipt of row {row}, which is not stored', { row: margin.row }))
    : undefined
}

const isOver = ({ state }: KnownPaper) => state === 'RETURNED' || state === 'PAID_OUT' || state === 'CLOSED'

interface Register {
  papers: Map<string | undefined, KnownPaper>
  receipts: Map<string, KnownPaper[]>
  told: Map<string, number | null>
}

/** The conflicts of a row with the register of instruments and deposits, for its cells and for the whole row. */
function registerFaults(
  { stored, print, isMargin }: PlacedRow,
  { papers, receipts, told }: Register,
  run: Run<FieldName>,
  progress: Progress,
): { faults: Fault[]; whole: CellFault[] } {
  if (!stored) return { faults: [], whole: [] }
  const { paper, whereabouts, amount } = stored
  const known = paper.key === undefined ? undefined : papers.get(paper.key)
  if (isMargin && known) return { faults: [], whole: [already(known.importRow)] }
  if (print !== undefined && told.has(print)) return { faults: [], whole: [already(told.get(print))] }
  const twin = print === undefined ? undefined : progress.prints.get(print)
  if (twin !== undefined)
    return { faults: [], whole: [rowFault(messageOf('The row is the same as row {row}', { row: twin }))] }
  const faults: Fault[] = []
  if (known && known.importId !== run.id) {
    faults.push(...differences(paper, known))
    const securedAmounts = [known.secured, reservedOf(progress, known), amount]
    if (isGuarantee(paper.kind) && whereabouts === 'LODGED' && sumInPaise(securedAmounts) > paiseOf(known.amount)) {
      const amounts = { amount: inRupees(known.amount) }
      faults.push([
        'instrumentNo',
        messageOf('is for {amount} in the register, less than its deposits come to', amounts),
      ])
    }
    if (whereabouts === 'LODGED' && isOver(known))
      faults.push([
        'status',
        messageOf('says that it is with the department, while its instrument is {state} in the register', {
          state: known.state,
        }),
      ])
    if (known.kind !== paper.kind) faults.push(['kind', messageOf('is another one in the register of instruments')])
    if (faults.length === 0 && isGuarantee(paper.kind) && whereabouts === 'LODGED') take(progress, known, amount)
  } else if (!known) {
    const fault = marginFault(paper, receipts, progress)
    if (fault) faults.push(fault)
  }
  return { faults, whole: [] }
}

/** The rows with the contracts and offices they name, and all their faults. */
export async function withPlaces(
  db: Db,
  run: Run<FieldName>,
  rows: readonly JudgedRow[],
  progress: Progress,
): Promise<PlacedRow[]> {
  const today = await companyDay(db)
  const contractOf = await contractFinder(db, rows)
  const officeOf = rows.some(({ office }) => office) ? officeFinder(await named(db)) : undefined
  const ownerOf = rows.some(({ owner }) => owner) ? await ownerFinder(db) : undefined
  const found = rows.map((row) => {
    const faults: Fault[] = daysAhead(row, today)
    const contract = row.isMargin || Object.keys(row.words).length === 0 ? undefined : contractOf(row.words)
    if (contract && 'fault' in contract) faults.push(contract.fault)
    const office = row.office && officeOf?.(row.office)
    if (office && 'fault' in office) faults.push(office.fault)
    const owner = row.owner ? ownerOf?.(row.owner) : undefined
    if (owner && 'fault' in owner) faults.push(owner.fault)
    const ownerId = owner && 'id' in owner ? owner.id : undefined
    const contractId = contract && 'id' in contract ? contract.id : undefined
    const ofContract = contract && 'id' in contract ? contract.officeId : undefined
    const officeId = (office && 'id' in office ? office.id : ofContract) ?? undefined
    const ownOfficeId = officeId === ofContract ? undefined : officeId
    const print = row.stored && contractId !== undefined ? fingerprintOf({ ...row.stored, contractId }) : undefined
    return { row: { ...row, contractId, officeId, ownOfficeId, ownerId, print }, faults }
  })
  const papers = await papersNumbered(db, numbersIn(rows))
  const register: Register = {
    papers: byKey(papers),
    receipts: receiptsOf(papers),
    told: await storedDeposits(
      db,
      found.flatMap(({ row }) => row.contractId ?? []),
      found.flatMap(({ row }) => row.print ?? []),
    ),
  }
  return found.map(({ row, faults }) => {
    const ofRegister = registerFaults(row, register, run, progress)
    const checked = withFaults(row, run, [...faults, ...ofRegister.faults], ofRegister.whole)
    if (checked.faults.length > 0) progress.failed.add(row.row)
    else if (row.print !== undefined) progress.prints.set(row.print, row.row)
    return checked
  })
}

const typedIn = (row: JudgedRow, field: FieldName): string => {
  const { words, office, owner, stored } = row
  const cellTexts: Partial<Record<FieldName, string | undefined>> = {
    ...stored?.paper.text,
    ...words,
    ...office,
    ownerName: owner,
  }
  return cellTexts[field] ?? ''
}

/** The row with these faults added, which reject it. */
function withFaults(
  row: PlacedRow,
  { names }: Run<FieldName>,
  faults: readonly Fault[],
  whole: CellFault[],
): PlacedRow {
  if (faults.length === 0 && whole.length === 0) return row
  const cellFaults = faults.map((fault) => cellFault(depositSheet, { names }, fault, typedIn(row, fault[0])))
  // From left to right, in the order of the row's own faults.
  const columns = Object.values(names)
  const placeOf = ({ column }: CellFault) => (columns.includes(column) ? columns.indexOf(column) : columns.length)
  const inPlaces = [...row.faults, ...cellFaults].toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...row, faults: [...inPlaces, ...whole], stored: undefined }
}
