import { textOf } from '@plinth/api/kernel/decimal'
import type { Answer, Body, FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { computeWork } from '@plinth/api/money/bill-engine/work'
import type { PreviousFigures } from '@plinth/api/money/bill-figures'
import { billInputOf, figuresOf, itemsInputOf, type StoredInput } from '@plinth/api/money/bill-input'
import {
  type Bill,
  type BillableAgreement,
  type BillQuickFilter,
  billFields,
  type countBills,
  type createBill,
  type exportBills,
  type filterBills,
  type getNextBill,
  type ListedBill,
  listedBill,
  type updateBill,
  type WorkSource,
} from '@plinth/api/money/bills'
import type { ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { equals, matches, oneOf, onOrAfter, onOrBefore, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { companyDay, everyRule, type QuickRules } from '../../kernel/records/quick-filters.ts'
import type { Definition } from '../../kernel/records/record-shape.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { get as getAgreement, holdAgreement } from '../agreements/agreements.queries.ts'
import { resolvedTermsOn } from '../bill-heads/bill-terms.queries.ts'
import { findPreviousBill, type PreviousBill, placeOf, storedFigures } from './bill-figures.queries.ts'
import { inputDigest } from './input-digest.rules.ts'
import {
  faultsOf,
  hasItems,
  itemsOf,
  itemsUntil,
  type MeasuredItem,
  sheetsOf,
  takeFreeSheets,
  unbilledSheets,
  workOf,
} from './item-work.queries.ts'

/** The fields of its agreement that a bill shows. */
type AgreementFields = Pick<ListedBill, 'agreementNumber' | 'agreementName' | 'partyName' | 'ourGstin'>

/** A field of the agreement: the present one for drafts and returned bills, otherwise the one at submission. */
const agreementField = (name: keyof AgreementFields, column: string) => sql`(select case
    when bills.status in ('DRAFT', 'RETURNED') or not bills.basis ? ${sql.lit(name)} then ${sql.ref(column)} else bills.basis ->> ${sql.lit(name)} end
  from agreements a join parties p on p.tenant_id = a.tenant_id and p.id = a.party_id
  where a.tenant_id = bills.tenant_id and a.id = bills.agreement_id)`
const agreementNumber = agreementField('agreementNumber', 'a.number')
const agreementName = agreementField('agreementName', 'a.name')
const partyName = agreementField('partyName', 'p.legal_name')
const name = sql`app.bill_name(bills.title, bills.number)`

const { typed: _, ...listedFields } = billFields
const listed = {
  table: 'bills',
  fields: Object.keys(listedFields),
  fixed: [
    'number',
    'agreementId',
    'workSource',
    'status',
    'netClaimed',
    'netPassed',
    'workPassed',
    'memoNo',
    'passedOn',
    'returnReason',
    'cancelReason',
    'takenBackReason',
  ],
  computed: {
    name,
    agreementNumber,
    agreementName,
    partyName,
    ourGstin: agreementField('ourGstin', 'a.our_gstin'),
    short: sql`(bills.net_claimed - bills.net_passed)`,
    ...authorsOf('bills'),
  },
} satisfies Definition<ListedBill>
const bills = records<ListedBill>(listed)
const { column } = bills

/** A bill with the fields that lists do not show: typed amounts, and the inputs of its submission. */
export type StoredBill = ListedBill &
  Pick<Bill, 'typed'> & {
    input: StoredInput | null
    /** Includes the agreement's fields at submission; bills submitted before these were stored show the present ones. */
    basis: (Pick<ResolvedTerms, 'place' | 'sources'> & Partial<AgreementFields>) | null
  }
export const storedBills = records<StoredBill>({
  ...listed,
  fields: Object.keys(billFields),
  fixed: [...listed.fixed, 'input', 'basis'],
})

const searched = [name, column('number'), column('memoNo'), agreementNumber, agreementName, partyName]

const quickRules: QuickRules<BillQuickFilter> = {
  DRAFTS: sql`(bills.status = 'DRAFT')`,
  WITH_DEPARTMENT: sql`(bills.status in ('SUBMITTED', 'RETURNED'))`,
  PASSED_SHORT: sql`(bills.net_passed < bills.net_claimed)`,
}

/** Restricts a search to the bill that contains a measurement sheet. */
const withSheet = (id: string | null | undefined) =>
  id
    ? sql<SqlBool>`exists (select from bill_sheets o where o.tenant_id = bills.tenant_id and o.bill_id = bills.id and o.sheet_id = ${id})`
    : undefined

const conditionsOf = (filter: Omit<Body<typeof exportBills>, 'sort' | 'format' | 'columns'>) => [
  matches(searched, filter.search),
  ...everyRule(quickRules, filter.quickFilters),
  oneOf(column('status'), filter.status),
  oneOf(column('kind'), filter.kind),
  equals(column('agreementId'), filter.agreementId),
  withSheet(filter.sheetId),
  onOrAfter(column('billDate'), filter.billFrom),
  onOrBefore(column('billDate'), filter.billTo),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterBills>) =>
  bills.search(db, { where: conditionsOf(filter), sort, pagination })

/** The number of bills in a search per quick filter. */
export const counts = (db: Db, filter: Body<typeof countBills>) => bills.counts(db, conditionsOf(filter), quickRules)

/** Throws 400 if more bills match the filters than an export may hold. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportBills>) {
  const found = bills.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Bills', entity: listedBill, columns, format, by: await companyOf(db) })
}

const findable = {
  name: sql`concat_ws(' / ', ${agreementNumber}, ${name})`,
  number: column('memoNo'),
  detail: sql`concat_ws(', ', ${agreementName}, ${partyName})`,
  status: column('status'),
}
export const find: Find = (db, sought) => findIn(db, 'bills', findable, sought)

/** The client deducts the tax, so the company tracks no tax year here. */
export const termsOf = (db: Db, agreementId: string, day: string, isFinal: boolean) =>
  resolvedTermsOn(db, agreementId, day, { isFinal, taxYear: { credited: '0.00', deducted: '0.00' } })

/** The present inputs of a bill that is not submitted; `input` is null if something is missing. */
export interface Claim {
  terms: ResolvedTerms
  previous: PreviousBill | undefined
  /** Empty if the work is typed. */
  items: MeasuredItem[]
  workFaults: FieldFault[]
  input: StoredInput | null
}

export async function claimOf(db: Db, bill: StoredBill): Promise<Claim> {
  const { agreementId, number, billDate, kind, workSource } = bill
  const terms = await termsOf(db, agreementId, billDate, kind === 'FINAL')
  const previous = await findPreviousBill(db, agreementId, number)
  const figures = previous?.figures ?? null
  const shared = { terms, previous }
  if (workSource === 'TYPED')
    return { ...shared, items: [], workFaults: [], input: terms.terms && billInputOf(bill, terms.terms, figures) }
  const items = await itemsOf(db, bill, figures?.items ?? {})
  const workFaults = faultsOf(items)
  const input = terms.terms && workFaults.length === 0 ? itemsInputOf(bill, terms.terms, figures, workOf(items)) : null
  return { ...shared, items, workFaults, input }
}

/** The figures as the API returns them: without items, since each item carries its own previous figures. */
const withoutItems = (figures: PreviousFigures | null | undefined) => (figures ? { ...figures, items: {} } : null)

export const isOpenToChange = ({ status }: Pick<StoredBill, 'status'>) => status === 'DRAFT' || status === 'RETURNED'

/** The whole bill: drafts and returned bills as they would be submitted now, all others as stored. */
export async function fullBill(db: Db, stored: StoredBill): Promise<Bill> {
  const { input, basis, ...bill } = { ...stored, ...(await placeOf(db, stored)) }
  const sheets = bill.workSource === 'ITEMS' ? await sheetsOf(db, bill.id) : []
  if (isOpenToChange(stored) || !input || !basis) {
    const claim = await claimOf(db, stored)
    return {
      ...bill,
      ...claim.terms,
      sheets,
      workFaults: claim.workFaults,
      claimed: claim.input && figuresOf(computeBill(claim.input)),
      passed: null,
      inputDigest: claim.input && inputDigest(stored, claim.input, sheets),
      previous: withoutItems(claim.previous?.figures),
      previousBill: claim.previous?.bill ?? null,
    }
  }
  const { workUpto, workPassed } = bill
  return {
    ...bill,
    ...basis,
    sheets,
    workFaults: [],
    terms: input.terms,
    faults: [],
    claimed: await storedFigures(db, bill.id, input, 'CLAIMED', workUpto ?? 0),
    passed: workPassed === null ? null : await storedFigures(db, bill.id, input, 'PASSED', workPassed),
    inputDigest: inputDigest(stored, input, sheets),
    previous: withoutItems(input.previous),
    previousBill: (await findPreviousBill(db, bill.agreementId, bill.number))?.bill ?? null,
  }
}

/** Throws 404. */
export const get = async (db: Db, id: string): Promise<Bill> => fullBill(db, await storedBills.get(db, { id }))

/** Throws 404. */
export async function history(db: Db, id: string) {
  await bills.get(db, { id })
  return statusHistory(db, 'bills', id)
}

/**
 * The inputs of the next bill of an agreement on a day, or of one of its bills that is not submitted. Throws 404; 409
 * for a work order, which has no bills, and for a submitted bill.
 */
export async function next(
  db: Db,
  agreementId: string,
  { day: requestedDay, uptoDate, billId }: Partial<Record<'day' | 'uptoDate' | 'billId', string | null | undefined>>,
): Promise<Answer<typeof getNextBill>> {
  const { direction } = await getAgreement(db, agreementId)
  if (direction !== 'RECEIVABLE') throw conflict('Only agreements with clients have bills.')
  const edited = billId ? await storedBills.get(db, { id: billId, agreementId }) : undefined
  if (edited && !isOpenToChange(edited)) throw conflict('This bill was submitted: its figures are kept.')
  const { rows } = await sql<{ last: number | null; draftId: string | null; workSource: WorkSource | null }>`
    select max(b.number) as last,
      max(b.work_source) filter (where b.status in ('SUBMITTED', 'RETURNED', 'PASSED')) as "workSource", (array_agg(b.id) filter (where b.status = 'DRAFT' and b.id is distinct from ${billId || null}))[1] as "draftId"
    from bills b where b.agreement_id = ${agreementId} and b.deleted_at is null`.execute(db)
  const [{ last, draftId, workSource: fixedSource } = { last: null, draftId: null, workSource: null }] = rows
  const number = edited?.number ?? (last ?? 0) + 1
  const day = requestedDay ?? edited?.billDate ?? (await companyDay(db))
  const previous = await findPreviousBill(db, agreementId, number)
  const terms = await termsOf(db, agreementId, day, edited?.kind === 'FINAL')
  const workSource = edited?.workSource ?? fixedSource
  return {
    day,
    number,
    isFirst: last === null,
    ...terms,
    previous: withoutItems(previous?.figures),
    previousBill: previous?.bill ?? null,
    draftId,
    workSource,
    byItems:
      workSource === 'TYPED'
        ? null
        : await byItems(db, { agreementId, number, day: uptoDate ?? day, edited }, terms, previous?.figures),
  }
}

interface ItemsRequest {
  agreementId: string
  number: number
  day: string
  edited: StoredBill | undefined
}

/** The number of sheets and the work of a bill by items; null if the agreement has no schedule. */
async function byItems(
  db: Db,
  { edited, ...request }: ItemsRequest,
  { terms }: ResolvedTerms,
  previous: PreviousFigures | undefined,
): Promise<Answer<typeof getNextBill>['byItems']> {
  if (!(await hasItems(db, request.agreementId))) return null
  const previousItems = previous?.items ?? {}
  const items = await (edited ? itemsOf(db, edited, previousItems) : itemsUntil(db, request, previousItems))
  const sheets = edited
    ? await sheetsOf(db, edited.id)
    : (await unbilledSheets(db, request.agreementId)).filter(({ measuredOn }) => measuredOn <= request.day)
  const faults = faultsOf(items)
  const isKnown = terms && faults.length === 0
  const work = isKnown && computeWork({ source: 'ITEMS', items: workOf(items) }, terms.tenderPercentage, previousItems)
  return { sheets: sheets.length, workUpto: work ? textOf(work.upto) : null, faults }
}

/** Body values for storing, with typed amounts as `jsonb`. */
const writable = <T extends { typed?: Bill['typed'] | undefined }>({ typed, ...values }: T) => ({
  ...values,
  ...(typed && { typed: sql`${JSON.stringify(typed)}::jsonb` }),
})

/**
 * Creates the draft of the next bill. Throws 400 for an unknown agreement, a work order and a number that is not the
 * next; 409 for a draft or closed agreement, if the agreement has a draft bill already, and after its final bill.
 */
export async function create(
  db: Db,
  { agreementId, number, workSource, ...values }: Body<typeof createBill>,
): Promise<Bill> {
  refuseTypedWork(workSource, values.workUpto, null)
  // Without this lock two concurrent requests would both take a shared lock on the agreement first, and deadlock.
  await sql`select from agreements where id = ${agreementId} for no key update`.execute(db)
  const fixed = { agreementId, workSource, number: number ?? null }
  const bill = await storedBills.insert(db, writable(values), fixed)
  if (workSource === 'TYPED') return fullBill(db, bill)
  await takeFreeSheets(db, bill)
  return fullBill(db, await storedBills.get(db, { id: bill.id }))
}

/** Throws 400 for typed work in a bill by items, unless it equals the stored work, which clients may send back. */
function refuseTypedWork(source: WorkSource, workUpto: number | null | undefined, stored: number | null): void {
  if (source === 'TYPED' || workUpto == null || workUpto === stored) return
  throw invalid([{ path: 'workUpto', ...messageOf('is computed from the items of this bill') }])
}

/** Locks the agreement of a bill and then the bill; all writers lock in this order. Throws 404. */
export async function lockBill(db: Db, id: string): Promise<StoredBill> {
  const { agreementId } = await bills.get(db, { id })
  await holdAgreement(db, agreementId)
  return storedBills.getForUpdate(db, { id })
}

/**
 * Throws 404; 400 for typed work in a bill by items; 409 for a bill that is with the department, passed or cancelled,
 * for a day before one of its sheets, and for a closed agreement; 412.
 */
export async function update(db: Db, id: string, values: Body<typeof updateBill>): Promise<Bill> {
  const { workSource, workUpto } = await lockBill(db, id)
  refuseTypedWork(workSource, values.workUpto, workUpto)
  const { workUpto: _, ...others } = values
  return fullBill(db, await storedBills.update(db, { id }, writable(workSource === 'ITEMS' ? others : values)))
}

/** Throws 404, 409 for a bill that was ever submitted. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockBill(db, id)
  await bills.remove(db, { id })
}

/** Agreements with clients that are signed, not closed, and have no final bill. */
export async function billable(db: Db): Promise<BillableAgreement[]> {
  const { rows } = await sql<BillableAgreement>`
    select a.id, a.number, a.name, p.legal_name as "partyName"
    from agreements a join parties p on p.tenant_id = a.tenant_id and p.id = a.party_id
    where a.deleted_at is null and a.direction = 'RECEIVABLE' and a.status in ('ACTIVE', 'SUSPENDED', 'COMPLETED')
      and not exists (select from bills b where b.tenant_id = a.tenant_id and b.agreement_id = a.id and b.deleted_at is null
        and b.kind = 'FINAL' and b.status in ('SUBMITTED', 'RETURNED', 'PASSED'))
    order by a.number, a.id`.execute(db)
  return rows
}
