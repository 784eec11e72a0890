import { textOf } from '@plinth/api/kernel/decimal'
import type { Answer, Body, FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { computeWork } from '@plinth/api/money/bill-engine/work'
import type { PreviousFigures } from '@plinth/api/money/bill-figures'
import { billInputOf, figuresOf, itemsInputOf, type KeptInput } from '@plinth/api/money/bill-input'
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
import { type Before, before, placeOf, storedFigures } from './bill-figures.queries.ts'
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

/** What a bill says of its agreement. */
type OfAgreement = Pick<ListedBill, 'agreementNumber' | 'agreementName' | 'partyName' | 'ourGstin'>

/** As the bill was submitted with it; of a draft and of what came back as it is now. */
const ofAgreement = (name: keyof OfAgreement, column: string) => sql`(select case
    when bills.status in ('DRAFT', 'RETURNED') or not bills.basis ? ${sql.lit(name)} then ${sql.ref(column)} else bills.basis ->> ${sql.lit(name)} end
  from agreements a join parties p on p.tenant_id = a.tenant_id and p.id = a.party_id
  where a.tenant_id = bills.tenant_id and a.id = bills.agreement_id)`
const agreementNumber = ofAgreement('agreementNumber', 'a.number')
const agreementName = ofAgreement('agreementName', 'a.name')
const partyName = ofAgreement('partyName', 'p.legal_name')
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
    ourGstin: ofAgreement('ourGstin', 'a.our_gstin'),
    short: sql`(bills.net_claimed - bills.net_passed)`,
    ...authorsOf('bills'),
  },
} satisfies Definition<ListedBill>
const bills = records<ListedBill>(listed)
const { column } = bills

/** A bill with what lists do not show: typed amounts, and what it was submitted with. */
export type StoredBill = ListedBill &
  Pick<Bill, 'typed'> & {
    input: KeptInput | null
    /** With what its agreement was then; bills that were submitted before that was kept have the agreement as it is. */
    basis: (Pick<ResolvedTerms, 'place' | 'sources'> & Partial<OfAgreement>) | null
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

/** The bill that a measurement sheet is in. */
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

/** How many bills of a search each quick filter leaves. */
export const counts = (db: Db, filter: Body<typeof countBills>) => bills.counts(db, conditionsOf(filter), quickRules)

/** Throws 400 when more bills meet the filters than an export may hold. */
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

/** The client deducts, and counts no tax year of the company. */
export const termsOf = (db: Db, agreementId: string, day: string, isFinal: boolean) =>
  resolvedTermsOn(db, agreementId, day, { isFinal, taxYear: { credited: '0.00', deducted: '0.00' } })

/** What a bill that is not submitted is computed from as things stand; without `input` where something is missing. */
export interface Claim {
  terms: ResolvedTerms
  before: Before | undefined
  /** Of a bill by items. */
  items: MeasuredItem[]
  workFaults: FieldFault[]
  input: KeptInput | null
}

export async function claimOf(db: Db, bill: StoredBill): Promise<Claim> {
  const { agreementId, number, billDate, kind, workSource } = bill
  const terms = await termsOf(db, agreementId, billDate, kind === 'FINAL')
  const stood = await before(db, agreementId, number)
  const figures = stood?.figures ?? null
  const ground = { terms, before: stood }
  if (workSource === 'TYPED')
    return { ...ground, items: [], workFaults: [], input: terms.terms && billInputOf(bill, terms.terms, figures) }
  const items = await itemsOf(db, bill, figures?.items ?? {})
  const workFaults = faultsOf(items)
  const input = terms.terms && workFaults.length === 0 ? itemsInputOf(bill, terms.terms, figures, workOf(items)) : null
  return { ...ground, items, workFaults, input }
}

/** As the wire has them: each item says its own previous figures. */
const withoutItems = (figures: PreviousFigures | null | undefined) => (figures ? { ...figures, items: {} } : null)

export const isOpenToChange = ({ status }: Pick<StoredBill, 'status'>) => status === 'DRAFT' || status === 'RETURNED'

/** The whole bill: of a draft and of what came back as it would be submitted now, else as it is stored. */
export async function whole(db: Db, stored: StoredBill): Promise<Bill> {
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
      previous: withoutItems(claim.before?.figures),
      previousBill: claim.before?.bill ?? null,
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
    previousBill: (await before(db, bill.agreementId, bill.number))?.bill ?? null,
  }
}

/** Throws 404. */
export const get = async (db: Db, id: string): Promise<Bill> => whole(db, await storedBills.get(db, { id }))

/** Throws 404. */
export async function history(db: Db, id: string) {
  await bills.get(db, { id })
  return statusHistory(db, 'bills', id)
}

/**
 * What the next bill of an agreement is computed from on a day, or one of its bills that is not submitted. Throws 404, 409 where nothing is
 * billed under the agreement (a work order) and for a bill that was submitted.
 */
export async function next(
  db: Db,
  agreementId: string,
  { day: asked, uptoDate, billId }: Partial<Record<'day' | 'uptoDate' | 'billId', string | null | undefined>>,
): Promise<Answer<typeof getNextBill>> {
  const { direction } = await getAgreement(db, agreementId)
  if (direction !== 'RECEIVABLE') throw conflict('Only agreements with clients have bills.')
  const edited = billId ? await storedBills.get(db, { id: billId, agreementId }) : undefined
  if (edited && !isOpenToChange(edited)) throw conflict('This bill was submitted: its figures are kept.')
  const { rows } = await sql<{ last: number | null; draftId: string | null; workSource: WorkSource | null }>`
    select max(b.number) as last,
      max(b.work_source) filter (where b.status in ('SUBMITTED', 'RETURNED', 'PASSED')) as "workSource", (array_agg(b.id) filter (where b.status = 'DRAFT' and b.id is distinct from ${billId || null}))[1] as "draftId"
    from bills b where b.agreement_id = ${agreementId} and b.deleted_at is null`.execute(db)
  const [{ last, draftId, workSource: settled } = { last: null, draftId: null, workSource: null }] = rows
  const number = edited?.number ?? (last ?? 0) + 1
  const day = asked ?? edited?.billDate ?? (await companyDay(db))
  const stood = await before(db, agreementId, number)
  const terms = await termsOf(db, agreementId, day, edited?.kind === 'FINAL')
  const workSource = edited?.workSource ?? settled
  return {
    day,
    number,
    isFirst: last === null,
    ...terms,
    previous: withoutItems(stood?.figures),
    previousBill: stood?.bill ?? null,
    draftId,
    workSource,
    byItems:
      workSource === 'TYPED'
        ? null
        : await byItems(db, { agreementId, number, day: uptoDate ?? day, edited }, terms, stood?.figures),
  }
}

interface ItemsAsked {
  agreementId: string
  number: number
  day: string
  edited: StoredBill | undefined
}

/** What a bill comes to by items; null of an agreement without a schedule. */
async function byItems(
  db: Db,
  { edited, ...asked }: ItemsAsked,
  { terms }: ResolvedTerms,
  previous: PreviousFigures | undefined,
): Promise<Answer<typeof getNextBill>['byItems']> {
  if (!(await hasItems(db, asked.agreementId))) return null
  const stood = previous?.items ?? {}
  const items = await (edited ? itemsOf(db, edited, stood) : itemsUntil(db, asked, stood))
  const sheets = edited
    ? await sheetsOf(db, edited.id)
    : (await unbilledSheets(db, asked.agreementId)).filter(({ measuredOn }) => measuredOn <= asked.day)
  const faults = faultsOf(items)
  const isKnown = terms && faults.length === 0
  const work = isKnown && computeWork({ source: 'ITEMS', items: workOf(items) }, terms.tenderPercentage, stood)
  return { sheets: sheets.length, workUpto: work ? textOf(work.upto) : null, faults }
}

/** What was entered, with typed amounts as they are stored. */
const writable = <T extends { typed?: Bill['typed'] | undefined }>({ typed, ...values }: T) => ({
  ...values,
  ...(typed && { typed: sql`${JSON.stringify(typed)}::jsonb` }),
})

/**
 * Begins the next bill. Throws 400 for no such agreement, a work order and another number than the next; 409 for an agreement that is a
 * draft or closed, where there is a draft of its next bill already, and after its final bill.
 */
export async function create(
  db: Db,
  { agreementId, number, workSource, ...values }: Body<typeof createBill>,
): Promise<Bill> {
  refuseTypedWork(workSource, values.workUpto, null)
  // Who is not alone would else share the agreement with others first, and each would wait for the other.
  await sql`select from agreements where id = ${agreementId} for no key update`.execute(db)
  const fixed = { agreementId, workSource, number: number ?? null }
  const bill = await storedBills.insert(db, writable(values), fixed)
  if (workSource === 'TYPED') return whole(db, bill)
  await takeFreeSheets(db, bill)
  return whole(db, await storedBills.get(db, { id: bill.id }))
}

/** Throws 400 for work that is typed of a bill by items; what is stored may be sent back. */
function refuseTypedWork(source: WorkSource, workUpto: number | null | undefined, stored: number | null): void {
  if (source === 'TYPED' || workUpto == null || workUpto === stored) return
  throw invalid([{ path: 'workUpto', ...messageOf('is computed from the items of this bill') }])
}

/** Holds the agreement of a bill, and then the bill itself, as every writer does. Throws 404. */
export async function held(db: Db, id: string): Promise<StoredBill> {
  const { agreementId } = await bills.get(db, { id })
  await holdAgreement(db, agreementId)
  return storedBills.getForUpdate(db, { id })
}

/**
 * Throws 404; 400 for typed work of a bill by items; 409 for what is with the department, passed or cancelled, for a day before a sheet
 * in it, and once the agreement is closed; 412.
 */
export async function update(db: Db, id: string, values: Body<typeof updateBill>): Promise<Bill> {
  const { workSource, workUpto } = await held(db, id)
  refuseTypedWork(workSource, values.workUpto, workUpto)
  const { workUpto: _, ...others } = values
  return whole(db, await storedBills.update(db, { id }, writable(workSource === 'ITEMS' ? others : values)))
}

/** Throws 404, 409 for what was submitted once. */
export async function remove(db: Db, id: string): Promise<void> {
  await held(db, id)
  await bills.remove(db, { id })
}

/** With a client, signed, not closed, and without a final bill. */
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
