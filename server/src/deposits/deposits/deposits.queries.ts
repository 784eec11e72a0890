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
  ownAmount,
  storedDeposits,
} from './deposit-figures.queries.ts'
import { depositQuickRules } from './deposit-quick-filters.queries.ts'
import { isLate, released, releasedConditions } from './deposit-release.queries.ts'
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

type ListFilter = Input<typeof listDeposits>['query']

const writtenConditions = (column: typeof deposits.column, filter: ListFilter) => [
  contains(column('depositType'), filter.depositType),
  contains(column('instrumentNo'), filter.instrumentNo),
  contains(column('bankName'), filter.bankName),
  contains(column('bankAccountNo'), filter.bankAccountNo),
  contains(column('accountHolderName'), filter.accountHolderName),
]

/** Throws 404 when the contract does not exist. */
export async function list(db: Db, contractId: string, filter: ListFilter): Promise<Deposit[]> {
  await sentIn(db, contracts.get(contractId))
  const ofContract = sql<SqlBool>`${deposits.column('contractId')} = ${contractId}`
  return deposits.list(
    db,
    [ofContract, ...writtenConditions(deposits.column, filter), oneOf(deposits.column('status'), filter.status)],
    { field: 'createdAt', direction: 'desc' },
  )
}

export const get = (db: Db, contractId: string, id: string) => deposits.get(db, { contractId, id })

/** Throws 404 when the contract does not exist, 409 when one of its deposits has the same number and the repeat is not confirmed. */
export async function create(
  db: Db,
  contractId: string,
  { isRepeatConfirmed, ...values }: output<typeof depositInput>,
): Promise<Deposit> {
  if (!isRepeatConfirmed)
    await requireNewNumber(db, { contractId, instrumentNo: values.instrumentNo, instrumentId: values.instrumentId })
  return deposits.insert(db, values, { contractId })
}

/** Throws 404 when the contract has no such deposit, 409 as `create` does when the instrument number is changed. */
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
  contractStatus: sql.ref('s.contract_status'),
}
/** The office that has a deposit: the deposit's own, else its contract's. */
export const depositOffice = sql.ref('s.office_id')
const ofItsInstrument = {
  instrumentKind: sql.ref('i.kind'),
  instrumentState: sql.ref('i.state'),
  instrumentEndsOn: sql.ref('i.ends_on'),
}
const register = records<RegisteredDeposit>({
  ...definition,
  computed: {
    ...definition.computed,
    ...ofItsContract,
    ...ofItsInstrument,
    ...officeOf(sql.ref('security_deposits.tenant_id'), depositOffice),
    ...released,
  },
  // Left joins, so that PostgreSQL leaves out those that a read does not need.
  joined: sql`left join contracts c on c.tenant_id = security_deposits.tenant_id and c.id = security_deposits.contract_id
    left join instruments i on i.tenant_id = security_deposits.tenant_id and i.id = security_deposits.instrument_id
    left join deposit_states s on s.tenant_id = security_deposits.tenant_id and s.deposit_id = security_deposits.id`,
})
const column = register.column

const daysOut = sql`(${column('depositeReturnedDate')} - ${column('depositSubmitedDate')})`
const money: DepositMoney = {
  amount: column('amount'),
  received: column('receivedAmount'),
  lost: column('lostAmount'),
  carried: column('carriedAmount'),
}
const figureColumns: DepositColumns & DepositMoney = {
  ...money,
  contractStatus: ofItsContract.contractStatus,
  status: column('status'),
  ...liveAndBack(column('status')),
  depositType: column('depositType'),
  isDated: sql`${daysOut} is not null`,
}

/** The conditions of the quick filters, on `security_deposits` joined with their contracts `c` and states `s`. */
export const quickRules = depositQuickRules({
  status: column('status'),
  instrument: column('instrumentId'),
  received: column('receivedAmount'),
  returnedDate: column('depositeReturnedDate'),
  contractStatus: ofItsContract.contractStatus,
  overSince: sql.ref('s.over_since'),
  statusSince: sql.ref('s.status_since'),
  isOverdue: isLate,
})

const groupings = groupingsOf(depositGroups, registeredDeposit, register.valueOf)

/** The columns of the one-line search, beside the department. */
const searched = [
  ofItsContract.bidId,
  ofItsContract.contractName,
  ...(['depositType', 'instrumentNo', 'bankName', 'accountHolderName'] as const).map((name) => column(name)),
]

type RegisterFilter = Filter<Body<typeof filterDeposits>>
type Column = Expression<unknown>

const statusConditions = (status: Column, contractStatus: Column, filter: RegisterFilter) => [
  oneOf(status, filter.status),
  oneOf(contractStatus, filter.contractStatus),
]
const otherConditions = (filter: RegisterFilter) => [
  matchesOr(searched, filter.search, departmentIs(depositOffice)),
  ...everyRule(quickRules, filter.quickFilters),
  ...ofDepositFigure(figureColumns, filter.figure, filter.figureKey),
  contains(ofItsContract.bidId, filter.bidId),
  contains(ofItsContract.contractName, filter.contractName),
  ...ofOffices(depositOffice, filter),
  ...writtenConditions(column, filter),
  oneOf(ofItsInstrument.instrumentKind, filter.instrumentKind),
  oneOf(column('purpose'), filter.purpose),
  ...releasedConditions(filter),
  within(column('createdAt'), filter.dateRange),
  inGroup(groupings, filter.group),
]
const registerConditions = (filter: RegisterFilter) => [
  ...statusConditions(column('status'), ofItsContract.contractStatus, filter),
  ...otherConditions(filter),
]

/** The deposits of all contracts. */
export function search(db: Db, { pagination, sort, ...filter }: Body<typeof filterDeposits>) {
  const total =
    filter.figure === 'average_refund_days'
      ? averageDays(sql`sum(${daysOut})`, sql`count(*)`)
      : sql`coalesce(sum(${filter.figure ? depositMeasures[filter.figure](money) : ownAmount(money)}), 0)`
  // With filters by status only, both totals are read from the stored figures instead of adding up rows.
  const isTotalStored = otherConditions(filter).every((condition) => condition === undefined)
  const statuses = statusConditions(sql.ref('status'), sql.ref('contract_status'), filter)
  const stored = isTotalStored ? storedDeposits(statuses) : undefined
  return register.search(db, { where: registerConditions(filter), sort, pagination, total, stored })
}

/** How many deposits of a search each quick filter finds, and their total in rupees. */
export const counts = (db: Db, filter: Body<typeof countDeposits>) =>
  register.counts(
    db,
    registerConditions(filter),
    quickRules,
    sql`case when ${quickRules.HELD} then ${column('openAmount')} else ${ownAmount(money)} end`,
  )

/** The groups that the deposits of a search fall into. */
export const groups = (db: Db, { by, ...filter }: Body<typeof listDepositGroups>) =>
  register.groups(db, registerConditions(filter), groupings[by], {
    amount: ownAmount(money),
    held: sql`case when ${quickRules.HELD} then ${column('openAmount')} end`,
  })

/** Throws 400 when more deposits meet the filters than an export may hold. */
export const exported = async (db: Db, { format, columns, sort, ...filter }: Body<typeof exportDeposits>) =>
  exportOf(register.walk(db, { where: registerConditions(filter), sort }), {
    name: 'Security deposits',
    entity: registeredDeposit,
    columns,
    format,
    by: await companyOf(db),
  })
