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
  depositsTold,
  type KnownPaper,
  numbersIn,
  papersNumbered,
  printOf,
  receiptsOf,
} from './register-matching.queries.ts'
import type { JudgedRow, Paper } from './rows.rules.ts'

/** A row with what the company has of it. */
export interface PlacedRow extends JudgedRow {
  contractId: string | undefined
  officeId: string | undefined
  /** The office of its deposit, where that is not its contract's. */
  ownOfficeId: string | undefined
  ownerId: string | undefined
  print: string | undefined
}

/** What the rows of a run came to, as far as others depend on it. */
export interface Progress {
  /** The rows that are not stored: a receipt among them secures nothing. */
  failed: Set<number>
  /** The deposits that are in order, by their prints: rows that name a tender otherwise may tell of the same one. */
  prints: Map<string, number>
  /** What rows that are checked and never stored take of what instruments of the register have free, by their ids. */
  taken: Map<string, number>
}

const take = ({ taken }: Progress, known: KnownPaper, amount: number) =>
  taken.set(known.id, (taken.get(known.id) ?? 0) + amount)
/** What is left in a check, of which nothing is in the register; within a batch, of which nothing is there yet. */
const takenOf = ({ taken }: Progress, known: KnownPaper) => taken.get(known.id) ?? 0

type Fault = [field: FieldName, said: Message]

const past = ['issuedOn', 'submittedOn', 'receivedOn'] as const
const notAhead = messageOf('must not be after today')
/** What did not happen yet cannot have happened: a draft's days are plans. */
const daysAhead = ({ stored }: JudgedRow, today: string): Fault[] =>
  stored && stored.status !== 'DRAFT'
    ? past.filter((day) => (stored.paper.text[day] ?? '') > today).map((day): Fault => [day, notAhead])
    : []

/** What the register says of a paper otherwise than the row: an event or a correction changes it there. */
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

/** What keeps a guarantee from being secured by the receipt that its row names. */
function marginFault({ margin }: Paper, receipts: Map<string, KnownPaper[]>, progress: Progress): Fault | undefined {
  if (!margin) return undefined
  const [known, another] = receipts.get(margin.receiptNo.toUpperCase()) ?? []
  const fault = (said: Message): Fault => ['marginReceiptNo', said]
  if (another) return fault(messageOf('is what two receipts of the register are numbered'))
  if (known) {
    const free = Math.max(known.free - takenOf(progress, known), 0)
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

/** What of the register of instruments and deposits is in the way of a row: of its cells, and of it as a whole. */
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
    const taken = [known.secured, takenOf(progress, known), amount]
    if (isGuarantee(paper.kind) && whereabouts === 'LODGED' && sumInPaise(taken) > paiseOf(known.amount)) {
      const said = { amount: inRupees(known.amount) }
      faults.push(['instrumentNo', messageOf('is for {amount} in the register, less than its deposits come to', said)])
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

/** The rows with the contracts and offices that they name, and all that keeps them out. */
export async function placed(
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
    const print = row.stored && contractId !== undefined ? printOf({ ...row.stored, contractId }) : undefined
    return { row: { ...row, contractId, officeId, ownOfficeId, ownerId, print }, faults }
  })
  const papers = await papersNumbered(db, numbersIn(rows))
  const register: Register = {
    papers: byKey(papers),
    receipts: receiptsOf(papers),
    told: await depositsTold(
      db,
      found.flatMap(({ row }) => row.contractId ?? []),
      found.flatMap(({ row }) => row.print ?? []),
    ),
  }
  return found.map(({ row, faults }) => {
    const ofRegister = registerFaults(row, register, run, progress)
    const judged = withFaults(row, run, [...faults, ...ofRegister.faults], ofRegister.whole)
    if (judged.faults.length > 0) progress.failed.add(row.row)
    else if (row.print !== undefined) progress.prints.set(row.print, row.row)
    return judged
  })
}

const typedIn = (row: JudgedRow, field: FieldName): string => {
  const { words, office, owner, stored } = row
  const said: Partial<Record<FieldName, string | undefined>> = {
    ...stored?.paper.text,
    ...words,
    ...office,
    ownerName: owner,
  }
  return said[field] ?? ''
}

/** The row with these faults too, which keep it out. */
function withFaults(
  row: PlacedRow,
  { names }: Run<FieldName>,
  faults: readonly Fault[],
  whole: CellFault[],
): PlacedRow {
  if (faults.length === 0 && whole.length === 0) return row
  const told = faults.map((fault) => cellFault(depositSheet, { names }, fault, typedIn(row, fault[0])))
  // From left to right, as those of the row itself are.
  const columns = Object.values(names)
  const placeOf = ({ column }: CellFault) => (columns.includes(column) ? columns.indexOf(column) : columns.length)
  const inPlaces = [...row.faults, ...told].toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...row, faults: [...inPlaces, ...whole], stored: undefined }
}
