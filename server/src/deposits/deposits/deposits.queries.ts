import {
  type countDeposits,
  type Deposit,
  type depositEdit,
  depositFields,
  depositGroups,
  type depositInput,
  type exportDeposits,
  type filterDeposits,
  type listDepositGroups,
  type listDeposits,
  type RegisteredDeposit,
  registeredDeposit,
  settledLabels,
} from '@plinth/api/deposits/deposits'
import type { Body, Input } from '@plinth/api/kernel/endpoint'
import { namesOf } from '@plinth/api/kernel/record'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, matchesOr, oneOf, within } from '../../kernel/records/conditions.ts'
import { groupingsOf, inGroup } from '../../kernel/records/groups.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import * as contracts from '../../tenders/contracts/contracts.queries.ts'
import { departmentIs, officeOf, ofOffices } from '../../tenders/offices/office-conditions.queries.ts'
import {
  averageDays,
  type DepositColumns,
  type DepositMoney,
  depositMeasures,
  liveAndBack,
  ofDepositFigure,
  own,
} from './deposit-figures.queries.ts'
import { depositQuickRules } from './deposit-quick-filters.queries.ts'
import { isOverdue, releasedConditions, releaseOf } from './deposit-release.queries.ts'
import { requireNewNumber } from './repeats.queries.ts'

type Filter<B> = Omit<B, 'pagination' | 'sort'>

const definition = {
  table: 'security_deposits',
  fields: Object.keys(depositFields),
  fixed: ['contractId', ...namesOf(settledLabels)],
  spelling: {
    depositSubmitedDate: 'deposit_submitted_date',
    depositeReturnedDate: 'deposit_returned_date',
    depositTransferedOwnAcDate: 'deposit_transferred_own_ac_date',
  },
  computed: authorsOf('security_deposits'),
} as const

export const deposits = records<Deposit>(definition)

type Sought = Input<typeof listDeposits>['query']

const ownConditions = (of: typeof deposits.column, filter: Sought) => [
  contains(of('depositType'), filter.depositType),
  contains(of('instrumentNo'), filter.instrumentNo),
  contains(of('bankName'), filter.bankName),
  contains(of('bankAccountNo'), filter.bankAccountNo),
  contains(of('accountHolderName'), filter.accountHolderName),
  oneOf(of('status'), filter.status),
]

/** Throws 404 when the contract is not there. */
export async function list(db: Db, contractId: string, filter: Sought): Promise<Deposit[]> {
  await sentIn(db, contracts.get(contractId))
  const ofContract = sql<SqlBool>`${deposits.column('contractId')} = ${contractId}`
  return deposits.list(db, [ofContract, ...ownConditions(deposits.column, filter)], {
    field: 'createdAt',
    direction: 'desc',
  })
}

export const get = (db: Db, contractId: string, id: string) => deposits.get(db, { contractId, id })

/**
 * Throws 404 when the contract is not there, 409 when one of its deposits has the same instrument number, unless that is
 * confirmed.
 */
export async function create(
  db: Db,
  contractId: string,
  { isRepeatConfirmed, ...values }: output<typeof depositInput>,
): Promise<Deposit> {
  if (!isRepeatConfirmed)
    await requireNewNumber(db, { contractId, instrumentNo: values.instrumentNo, instrumentId: values.instrumentId })
  return deposits.insert(db, values, { contractId })
}

/** Throws 404 when the contract has no such deposit, 409 when another one has the instrument number that is new in it. */
export async function update(
  db: Db,
  contractId: string,
  id: string,
  { isRepeatConfirmed, ...values }: output<typeof depositEdit>,
): Promise<Deposit> {
  if (!isRepeatConfirmed && (values.instrumentNo || values.instrumentId)) {
    const before = await get(db, contractId, id)
    const { instrumentNo = before.instrumentNo, instrumentId = before.instrumentId } = values
    if (instrumentNo !== before.instrumentNo || (instrumentId && instrumentId !== before.instrumentId))
      await requireNewNumber(db, { contractId, instrumentNo, instrumentId, id })
  }
  return deposits.update(db, { contractId, id }, values)
}

export const remove = (db: Db, contractId: string, id: string) => deposits.remove(db, { contractId, id })

/** Throws 404 when the contract has no such deposit. */
export async function history(db: Db, contractId: string, id: string) {
  await get(db, contractId, id)
  return statusHistory(db, 'security_deposits', id)
}

const ofItsContract = {
  bidId: sql.ref('c.bid_id'),
  contractName: sql.ref('c.contract_name'),
  contractStatus: sql.ref('c.status'),
}
/** The office that a deposit lies with: its own, else its contract's. */
export const lyingWith = sql`coalesce(security_deposits.office_id, c.office_id)`
const ofItsInstrument = {
  instrumentKind: sql.ref('i.kind'),
  instrumentState: sql.ref('i.state'),
  instrumentEndsOn: sql.ref('i.ends_on'),
}
const release = releaseOf({ tenantId: sql.ref('security_deposits.tenant_id'), id: sql.ref('security_deposits.id') })
const register = records<RegisteredDeposit>({
  ...definition,
  computed: {
    ...definition.computed,
    ...ofItsContract,
    ...ofItsInstrument,
    ...officeOf(sql.ref('security_deposits.tenant_id'), lyingWith),
    ...release.computed,
  },
  beside: release.beside,
  joined: sql`join contracts c on c.tenant_id = security_deposits.tenant_id and c.id = security_deposits.contract_id
    left join instruments i on i.tenant_id = security_deposits.tenant_id and i.id = security_deposits.instrument_id`,
})
const of = register.column

const daysOut = sql`(${of('depositeReturnedDate')} - ${of('depositSubmitedDate')})`
const money: DepositMoney = {
  amount: of('amount'),
  received: of('receivedAmount'),
  lost: of('lostAmount'),
  carried: of('carriedAmount'),
}
const figured: DepositColumns & DepositMoney = {
  ...money,
  contractStatus: ofItsContract.contractStatus,
  status: of('status'),
  ...liveAndBack(of('status')),
  depositType: of('depositType'),
  isDated: sql`${daysOut} is not null`,
}

/** The day since when a record has the status that it has, as its history says. */
const statusSince = (
  table: string,
  id: Expression<unknown>,
) => sql`(select (max(h.changed_at) at time zone (select app.time_zone()))::date
  from status_changes h where h.record_type = ${sql.lit(table)} and h.record_id = ${id})`

/** Which deposits of the register each quick filter leaves: of `security_deposits` and their contracts, `c`. */
export const quickRules = depositQuickRules({
  status: of('status'),
  instrument: of('instrumentId'),
  received: of('receivedAmount'),
  returnedDate: of('depositeReturnedDate'),
  contractStatus: ofItsContract.contractStatus,
  overSince: sql`coalesce(case when ${ofItsContract.contractStatus} in ('REJECTED', 'CANCELLED') then c.result_date
    else c.actual_end_date end, ${statusSince('contracts', sql.ref('c.id'))})`,
  statusSince: statusSince('security_deposits', of('id')),
  isOverdue: isOverdue(of('id')),
})

const groupings = groupingsOf(depositGroups, registeredDeposit, register.valueOf)

/** What deposits are looked for by in one line. */
const searched = [
  ofItsContract.bidId,
  ofItsContract.contractName,
  ...(['depositType', 'instrumentNo', 'bankName', 'accountHolderName'] as const).map((name) => of(name)),
]

const registered = (filter: Filter<Body<typeof filterDeposits>>) => [
  matchesOr(searched, filter.search, departmentIs(lyingWith)),
  ...everyRule(quickRules, filter.quickFilters),
  ...ofDepositFigure(figured, filter.figure, filter.figureKey),
  contains(ofItsContract.bidId, filter.bidId),
  contains(ofItsContract.contractName, filter.contractName),
  oneOf(ofItsContract.contractStatus, filter.contractStatus),
  ...ofOffices(lyingWith, filter),
  ...ownConditions(of, filter),
  oneOf(ofItsInstrument.instrumentKind, filter.instrumentKind),
  oneOf(of('purpose'), filter.purpose),
  ...releasedConditions(of('id'), filter),
  within(of('createdAt'), filter.dateRange),
  inGroup(groupings, filter.group),
]

/** The deposits of all contracts. */
export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterDeposits>) =>
  register.search(db, {
    where: registered(filter),
    sort,
    pagination,
    total:
      filter.figure === 'average_refund_days'
        ? averageDays(sql`sum(${daysOut})`, sql`count(*)`)
        : sql`coalesce(sum(${filter.figure ? depositMeasures[filter.figure](money) : own(money)}), 0)`,
  })

/** How many deposits of a search each quick filter leaves, and what they come to. */
export const counts = (db: Db, filter: Body<typeof countDeposits>) =>
  register.counts(
    db,
    registered(filter),
    quickRules,
    sql`case when ${quickRules.HELD} then ${of('openAmount')} else ${own(money)} end`,
  )

/** The groups that the deposits of a search fall into. */
export const groups = (db: Db, { by, ...filter }: Body<typeof listDepositGroups>) =>
  register.groups(db, registered(filter), groupings[by], {
    amount: own(money),
    held: sql`case when ${quickRules.HELD} then ${of('openAmount')} end`,
  })

/** Throws 400 when more deposits meet the filters than an export may hold. */
export const exported = async (db: Db, { format, columns, sort, ...filter }: Body<typeof exportDeposits>) =>
  exportOf(register.walk(db, { where: registered(filter), sort }), {
    name: 'Security deposits',
    entity: registeredDeposit,
    columns,
    format,
    by: await companyOf(db),
  })
