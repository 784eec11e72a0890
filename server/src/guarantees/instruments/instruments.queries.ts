import { statesUnderWay } from '@plinth/api/guarantees/instrument-moves'
import {
  type countInstruments,
  type createInstrument,
  type exportInstruments,
  type filterInstruments,
  type Instrument,
  type InstrumentDeposit,
  type InstrumentQuickFilter,
  instrument,
  instrumentFields,
  instrumentGroups,
  type listInstrumentGroups,
  type updateInstrument,
} from '@plinth/api/guarantees/instruments'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isLive } from '../../deposits/deposits/deposit-figures.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, matchesOr, oneOf, oneOfIds, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { groupingsOf, inGroup } from '../../kernel/records/groups.ts'
import { everyRule, type QuickRules, today } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { departmentIs, officeOf, ofOffices } from '../../tenders/offices/office-conditions.queries.ts'

/** The condition for deposits `d` that an instrument of this table secures. */
const securedBy = (instruments: string) =>
  sql`d.tenant_id = ${sql.ref(`${instruments}.tenant_id`)} and d.instrument_id = ${sql.ref(`${instruments}.id`)} and d.deleted_at is null`
const secured = securedBy('instruments')

/** The bid IDs, else the names, of the contracts that an instrument of this table secures. */
export const securedFor = (instruments: string) =>
  sql`(select string_agg(distinct coalesce(nullif(c.bid_id, ''), c.contract_name), ', ') from security_deposits d
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id where ${securedBy(instruments)})`

const tooShort = (column: string) => sql`(select s.${sql.id(column)} from app.guarantees_too_short s
  where s.tenant_id = instruments.tenant_id and s.instrument_id = instruments.id)`

const liens = (end: string) => sql`(select coalesce(sum(l.amount), 0) from instrument_liens l
  where l.tenant_id = instruments.tenant_id and l.${sql.id(end)} = instruments.id and l.freed_on is null)`

export const instruments = records<Instrument>({
  table: 'instruments',
  fields: Object.keys(instrumentFields),
  fixed: ['state', 'staleOn', 'endsOn'],
  computed: {
    facilityName: sql`(select app.facility_name(f.bank, f.name) from bank_facilities f
      where f.tenant_id = instruments.tenant_id and f.id = instruments.facility_id)`,
    ...officeOf(sql.ref('instruments.tenant_id'), sql.ref('instruments.office_id')),
    neededUntil: tooShort('needed_until'),
    completesOn: tooShort('completes_on'),
    securedFor: securedFor('instruments'),
    deposits: sql`(select count(*) from security_deposits d where ${secured})`,
    securedAmount: sql`(select coalesce(sum(d.open_amount), 0) from security_deposits d
      where ${secured} and ${isLive(sql.ref('d.status'))})`,
    lienAmount: sql`${liens('guarantee_id')} + ${liens('receipt_id')}`,
    ...authorsOf('instruments'),
  },
})
const { column } = instruments

const hasState = (...states: Instrument['state'][]) => sql<SqlBool>`${column('state')} = any(${states}::text[])`
const isUnderWay = hasState(...statesUnderWay)
const runsOutWithin = (days: number) =>
  sql<SqlBool>`(${isUnderWay} and ${column('endsOn')} between ${today} and ${today} + ${sql.lit(days)})`
/** Whether an instrument of this kind is a guarantee, under which no money moves until it is claimed. */
export const isGuarantee = (kind: Expression<unknown>) => sql<SqlBool>`${kind} in ('BG', 'E_BG', 'SURETY_BOND')`

export const quickRules: QuickRules<InstrumentQuickFilter> = {
  UNDER_WAY: isUnderWay,
  RUNS_OUT_WITHIN_30_DAYS: runsOutWithin(30),
  RUNS_OUT_WITHIN_90_DAYS: runsOutWithin(90),
  RAN_OUT: sql`(${isUnderWay} and ${column('endsOn')} < ${today})`,
  CLAIMED: hasState('CLAIMED'),
  TO_DISCHARGE: sql`(${isGuarantee(column('kind'))} and ${hasState('LODGED', 'RETURNED')}
    and coalesce(${column('claimUntil')}, ${column('expiresOn')}) < ${today})`,
  WITHOUT_DEPOSIT: sql`(${isUnderWay} and not exists (select from security_deposits d where ${secured})
    and not exists (select from instrument_liens l where l.tenant_id = instruments.tenant_id and l.receipt_id = instruments.id
      and l.freed_on is null))`,
}

const groupings = groupingsOf(instrumentGroups, instrument, instruments.valueOf)
const searched = (['number', 'issuer', 'branch', 'favouring'] as const).map((name) => column(name))

const conditionsOf = (filter: Body<typeof countInstruments>) => [
  matchesOr(searched, filter.search, departmentIs(column('officeId'))),
  ...everyRule(quickRules, filter.quickFilters),
  oneOf(column('kind'), filter.kind),
  oneOf(column('state'), filter.state),
  oneOf(column('heldBy'), filter.heldBy),
  oneOfIds(column('facilityId'), filter.facilityId),
  contains(column('number'), filter.number),
  contains(column('issuer'), filter.issuer),
  contains(column('branch'), filter.branch),
  contains(column('favouring'), filter.favouring),
  ...ofOffices(column('officeId'), filter),
  within(column('createdAt'), filter.dateRange),
  inGroup(groupings, filter.group),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterInstruments>) =>
  instruments.search(db, {
    where: conditionsOf(filter),
    sort,
    pagination,
    total: sql`coalesce(sum(${column('amount')}), 0)`,
  })

/** How many instruments of a search each quick filter finds, and their total in rupees. */
export const counts = (db: Db, filter: Body<typeof countInstruments>) =>
  instruments.counts(db, conditionsOf(filter), quickRules, column('amount'))

/** The groups that the instruments of a search fall into. */
export const groups = (db: Db, { by, ...filter }: Body<typeof listInstrumentGroups>) =>
  instruments.groups(db, conditionsOf(filter), groupings[by], { amount: column('amount') })

/** Throws 400 when more instruments meet the filters than an export may hold. */
export const exported = async (db: Db, { format, columns, sort, ...filter }: Body<typeof exportInstruments>) =>
  exportOf(instruments.walk(db, { where: conditionsOf(filter), sort }), {
    name: 'Instruments',
    entity: instrument,
    columns,
    format,
    by: await companyOf(db),
  })

export const find: Find = (db, words) =>
  findIn(
    db,
    'instruments',
    {
      name: sql`coalesce(nullif(${column('number')}, ''), ${column('favouring')}, '')`,
      number: column('issuer'),
      detail: column('issuer'),
      status: column('state'),
    },
    words,
  )

/** Throws 404. */
export const get = (db: Db, id: string) => instruments.get(db, { id })

/**
 * Stores an instrument as a draft, and moves it to the given state by an event. Throws 400 for an office, limit, plan or deposit
 * that does not exist, 409 if the instrument is already in the register or is for less than its deposits.
 */
export async function create(
  db: Db,
  { state, happenedOn, depositIds, planId, ...values }: Body<typeof createInstrument>,
) {
  const { id } = await instruments.insert(db, values)
  if (state !== 'DRAFT')
    await sql`insert into instrument_events (instrument_id, kind, happened_on)
      values (${id}, ${state}, coalesce(${happenedOn ?? null}, ${state === 'ISSUED' ? (values.issuedOn ?? null) : null}, app.today()))`.execute(
      db,
    )
  if (values.heldBy && state !== 'DRAFT')
    await sql`update instruments set held_by = ${values.heldBy} where id = ${id}`.execute(db)
  if (planId) await issuePlan(db, planId, id)
  if (depositIds && depositIds.length > 0) await linkDeposits(db, id, depositIds)
  return get(db, id)
}

/** Marks the plan of this guarantee as issued, so that it counts no more. Throws 400 when there is no such planned guarantee. */
async function issuePlan(db: Db, planId: string, id: string): Promise<void> {
  const issued = await sql`update bg_plans set state = 'ISSUED', instrument_id = ${id}
    where id = ${planId} and state = 'PLANNED' and deleted_at is null returning id`.execute(db)
  if (issued.rows.length === 0)
    throw invalid([{ path: 'planId', message: 'must be a planned guarantee of your company' }])
}

/** Links the instrument to these deposits. Throws 400 when one of them does not exist. */
async function linkDeposits(db: Db, id: string, depositIds: readonly string[]): Promise<void> {
  const linked = await sql`update security_deposits set instrument_id = ${id}
    where id = any(${[...depositIds]}::uuid[]) and deleted_at is null returning id`.execute(db)
  if (linked.rows.length !== new Set(depositIds).size)
    throw invalid([{ path: 'depositIds', message: 'must be deposits of your company' }])
}

/** A deposit that an instrument secures, with its open amount in rupees; 0 if it was never paid. */
export interface SecuredDeposit {
  id: string
  openAmount: number
  submittedOn: string | null
}

/**
 * The deposits that an instrument secures, oldest first, locked until the transaction ends. They are locked before the instrument,
 * the same order in which settling or changing a deposit locks both, so that the transactions cannot deadlock.
 */
export async function lockDeposits(db: Db, id: string): Promise<SecuredDeposit[]> {
  const { rows } = await sql<SecuredDeposit>`select d.id, d.deposit_submitted_date as "submittedOn",
      case when ${isLive(sql.ref('d.status'))} then d.open_amount else 0 end as "openAmount"
    from security_deposits d where d.instrument_id = ${id} and d.deleted_at is null
    order by d.created_at, d.id for no key update`.execute(db)
  return rows
}

/** Throws 404, 400 and 409 as `create` does, 409 for fields that only events change, 412. */
export async function update(db: Db, id: string, values: Body<typeof updateInstrument>) {
  await lockDeposits(db, id)
  return instruments.update(db, { id }, values)
}

/** Throws 404, 409 while it has deposits or liens. */
export const remove = (db: Db, id: string) => instruments.remove(db, { id })

/** The deposits that an instrument secures, oldest first. Throws 404 when the instrument does not exist. */
export async function deposits(db: Db, id: string): Promise<InstrumentDeposit[]> {
  await get(db, id)
  const found = await sql<InstrumentDeposit>`select d.id, d.contract_id as "contractId", c.bid_id as "bidId",
      c.contract_name as "contractName", d.deposit_type as "depositType", d.status, d.amount, d.open_amount as "openAmount"
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where d.instrument_id = ${id} and d.deleted_at is null order by d.created_at, d.id`.execute(db)
  return found.rows
}
