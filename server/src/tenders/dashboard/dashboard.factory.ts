import { type ContractStatus, contractStatuses, statusesOfCategory } from '@plinth/api/tenders/contracts'
import type { Kpis } from '@plinth/api/tenders/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { adminClient } from '../../kernel/testing/databases.ts'

interface CountedContract {
  status: ContractStatus
  awarded: boolean
  type: string
  cost: string
}
interface CountedDeposit {
  on: ContractStatus
  status: string
  type: string
  amount: string
  days: number | null
}

/** Paise as a JSON number of rupees. */
const rupees = (paise: bigint) => Number(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`)
const sumOf = <T>(rows: readonly T[], paise: (row: T) => string) =>
  rupees(rows.reduce((sum, row) => sum + BigInt(paise(row)), 0n))

function grouped<T extends { type: string }>(rows: readonly T[], paise: (row: T) => string) {
  const entries = [...new Set(rows.map((row) => row.type))].map((key) => ({
    key,
    value: sumOf(
      rows.filter((row) => row.type === key),
      paise,
    ),
  }))
  // By code point, as the database sorts text.
  return entries.sort((a, b) => b.value - a.value || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
}

/**
 * Computes the figures from the records themselves, following their definitions. Valid only if no deposit was settled
 * in part.
 */
export async function recount(admin: Awaited<ReturnType<typeof adminClient>>, tenantId: string): Promise<Kpis> {
  const contracts = await admin.query<CountedContract>(
    `select status, awarded_date is not null as awarded, coalesce(contract_type, '') as type,
       (coalesce(paper_cost, 0) * 100)::bigint::text as cost
     from contracts where tenant_id = $1 and deleted_at is null`,
    [tenantId],
  )
  const deposits = await admin.query<CountedDeposit>(
    `select c.status as on, d.status, d.deposit_type as type, (d.amount * 100)::bigint::text as amount,
       d.deposit_returned_date - d.deposit_submitted_date as days
     from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
     where d.tenant_id = $1 and d.deleted_at is null`,
    [tenantId],
  )
  const cost = (meets: (row: CountedContract) => boolean) => sumOf(contracts.rows.filter(meets), (row) => row.cost)
  const live = deposits.rows.filter((row) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(row.status))
  const isBack = (row: CountedDeposit) => ['REFUNDED', 'RETURNED', 'RELEASED'].includes(row.status)
  const amount = (meets: (row: CountedDeposit) => boolean) => sumOf(live.filter(meets), (row) => row.amount)
  const held = (...on: ContractStatus[]) => amount((row) => !isBack(row) && on.includes(row.on))
  const days = live.filter((row) => isBack(row) && row.days !== null).map((row) => row.days ?? 0)
  const settled = ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED']
  const before = ['DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED']
  return {
    total_security_deposit: amount(() => true),
    total_refunded: amount(isBack),
    pending_refund: amount((row) => !isBack(row) && row.status !== 'FORFEITED' && settled.includes(row.on)),
    refund_initiated: amount((row) => ['PENDING_REFUND', 'PENDING_RELEASE'].includes(row.status)),
    average_refund_days: days.length === 0 ? null : days.reduce((sum, one) => sum + one, 0) / days.length,
    paper_cost_rejected: cost((row) => row.status === 'REJECTED'),
    paper_cost_awarded: cost((row) => row.awarded || !before.includes(row.status)),
    paper_cost_pre_project: cost((row) => row.status === 'DRAFT' || row.status === 'SUBMITTED'),
    refunded_completed_project: amount((row) => isBack(row) && ['COMPLETED', 'CLOSED'].includes(row.on)),
    pre_project_deposit: held(...statusesOfCategory['Pre-Project']),
    unawarded_projects_deposit: held('REJECTED', 'CANCELLED'),
    terminated_projects_deposit: held('TERMINATED'),
    dispute_projects_deposit: held('DISPUTE'),
    contract_count_by_status: contractStatuses.map((key) => ({
      key,
      value: contracts.rows.filter((row) => row.status === key).length,
    })),
    paper_cost_by_contract_type: grouped(contracts.rows, (row) => row.cost),
    deposit_by_type: grouped(live, (row) => row.amount),
    total_open: amount((row) => !isBack(row) && row.status !== 'FORFEITED'),
    total_lost: amount((row) => row.status === 'FORFEITED'),
  }
}

/** Inserts this many contracts. Each column is an expression over the running number n. */
export const insertContracts = (count: number, columns: Record<string, string>): RawBuilder<unknown> =>
  sql`insert into contracts (contract_name, ${sql.raw(Object.keys(columns).join(', '))})
    select 'Contract ' || n, ${sql.raw(Object.values(columns).join(', '))} from generate_series(1, ${count}::int) n`

/**
 * Inserts this many deposits for each live contract. Each column is an expression over the contract c and the running
 * number n.
 */
export const insertDeposits = (each: number, columns: Record<string, string>): RawBuilder<unknown> =>
  sql`insert into security_deposits (contract_id, instrument_no, ${sql.raw(Object.keys(columns).join(', '))})
    select c.id, 'DD' || n, ${sql.raw(Object.values(columns).join(', '))}
    from contracts c, generate_series(1, ${each}::int) n where c.deleted_at is null`
