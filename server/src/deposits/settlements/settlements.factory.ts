import type { Deposit, DepositStatus } from '@plinth/api/deposits/deposits'
import { addSettlement, type Settlement } from '@plinth/api/deposits/settlements'
import type { CallInput } from '@plinth/api/kernel/client'
import { type ContractStatus, statusesOfCategory } from '@plinth/api/tenders/contracts'
import { type adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type SettlementBody = CallInput<typeof addSettlement>['body']

/** A partial receipt of today. */
export const settlementBody = (overrides: Partial<SettlementBody> = {}): SettlementBody => ({
  kind: 'RECEIVED',
  amount: 1_000,
  settledOn: dayInIndia(new Date()),
  ...overrides,
})

export const newSettlement = (
  by: Client,
  { id: depositId, contractId }: Pick<Deposit, 'id' | 'contractId'>,
  overrides: Partial<SettlementBody> = {},
): Promise<Settlement> => by.ok(addSettlement, { params: { contractId, depositId }, body: settlementBody(overrides) })

export const testInputs: TestInputs = {
  make: {
    settlements: async ({ owner }, above) => {
      const [id, contractId] = [await above('security-deposit'), await above('contracts')]
      return (await newSettlement(owner, { id, contractId })).id
    },
  },
  bodies: {
    addSettlement: () => settlementBody({ reference: newId() }),
    addWriteOff: () => ({ amount: 10, settledOn: dayInIndia(new Date()), reason: 'Not worth a letter' }),
    cancelSettlement: () => ({}),
  },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0036_settlements.sql': () => `
    ${within(company.id)}
    insert into deposit_settlements (deposit_id, kind, amount, settled_on)
    select id, 'RECEIVED', 0.25, '2025-06-01' from security_deposits where instrument_no = 'DD-1';
    update deposit_settlements set cancelled_at = now(), cancelled_why = 'Booked twice' where source = 'ENTERED';`,
}

/** Deposits with their stored sums and the sums of their settlements, in paise. */
const settledRowsSql = `select d.id, c.status as "on", d.status, d.deposit_type as type, (d.amount * 100)::bigint::text as amount,
    (d.received_amount * 100)::bigint::text as "storedReceived", (d.lost_amount * 100)::bigint::text as "storedLost",
    (d.carried_amount * 100)::bigint::text as "storedCarried", (d.open_amount * 100)::bigint::text as "storedOpen",
    (coalesce(sum(s.amount) filter (where s.kind in ('RECEIVED', 'RELEASED')), 0) * 100)::bigint::text as received,
    (coalesce(sum(s.amount) filter (where s.kind in ('FORFEITED', 'DEDUCTED', 'WRITTEN_OFF')), 0) * 100)::bigint::text as lost,
    (coalesce(sum(s.amount) filter (where s.kind = 'CARRIED'), 0) * 100)::bigint::text as carried,
    (d.carried_in_amount * 100)::bigint::text as "storedCarriedIn",
    (coalesce((select sum(i.amount) from deposit_settlements i where i.tenant_id = d.tenant_id and i.into_deposit_id = d.id
      and i.cancelled_at is null), 0) * 100)::bigint::text as "carriedIn"
  from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  left join deposit_settlements s on s.tenant_id = d.tenant_id and s.deposit_id = d.id and s.cancelled_at is null
  where d.tenant_id = $1 and d.deleted_at is null group by d.tenant_id, d.id, c.status`

type Admin = Awaited<ReturnType<typeof adminClient>>
type Sums = 'amount' | 'received' | 'lost' | 'carried' | 'carriedIn'
type StoredSums = 'storedReceived' | 'storedLost' | 'storedCarried' | 'storedCarriedIn' | 'storedOpen'
type SettledRow = Record<Sums | StoredSums, string> & {
  id: string
  on: ContractStatus
  status: DepositStatus
  type: string
}

const isPaid = ({ status }: SettledRow) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(status)
const isBack = ({ status }: SettledRow) => ['REFUNDED', 'RETURNED', 'RELEASED'].includes(status)
const openOf = (row: SettledRow) => BigInt(row.amount) - BigInt(row.received) - BigInt(row.lost) - BigInt(row.carried)
const ownOf = (row: SettledRow) => BigInt(row.amount) - BigInt(row.carried)
/** The money paid in with a deposit: its amount without the part that was paid in with other deposits and carried into it. */
const paidInOf = (row: SettledRow) => BigInt(row.amount) - BigInt(row.carriedIn)

/**
 * Deposits whose stored sums differ from their settlements or whose status does not fit their open amount, and `identity` if the
 * money paid in is not the sum of received, lost and open.
 */
export async function faultsOf(admin: Admin, tenantId: string): Promise<string[]> {
  const { rows } = await admin.query<SettledRow>(settledRowsSql, [tenantId])
  const live = rows.filter(isPaid)
  const sum = (value: (row: SettledRow) => bigint) => live.reduce((total, row) => total + value(row), 0n)
  const isOver = (row: SettledRow) => isBack(row) || row.status === 'FORFEITED'
  const faults = rows.filter(
    (row) =>
      row.received !== row.storedReceived ||
      row.lost !== row.storedLost ||
      row.carried !== row.storedCarried ||
      row.carriedIn !== row.storedCarriedIn ||
      paidInOf(row) < 0n ||
      (!isPaid(row) && (row.carried !== '0' || row.carriedIn !== '0')) ||
      String(openOf(row)) !== row.storedOpen ||
      openOf(row) < 0n ||
      (openOf(row) === 0n) !== isOver(row),
  )
  const identity =
    sum(paidInOf) === sum((row) => BigInt(row.received)) + sum((row) => BigInt(row.lost)) + sum(openOf)
      ? []
      : ['identity']
  return [...faults.map((row) => JSON.stringify(row)), ...identity]
}

const rupees = (paise: bigint) => Number(paise) / 100

/** The deposit figures, counted again from the settlements, independently of the product. */
export async function recountSettled(admin: Admin, tenantId: string) {
  const { rows } = await admin.query<SettledRow>(settledRowsSql, [tenantId])
  const live = rows.filter(isPaid)
  const sum = (value: (row: SettledRow) => bigint, meets: (row: SettledRow) => boolean = () => true) =>
    rupees(live.filter(meets).reduce((total, row) => total + value(row), 0n))
  const received = (row: SettledRow) => BigInt(row.received)
  const on =
    (...statuses: ContractStatus[]) =>
    (row: SettledRow) =>
      statuses.includes(row.on)
  const held = (...statuses: ContractStatus[]) =>
    sum(
      (row) => ownOf(row) - received(row),
      (row) => !isBack(row) && on(...statuses)(row),
    )
  const types = [...new Set(live.map(({ type }) => type))].map((key) => ({
    key,
    value: sum(ownOf, ({ type }) => type === key),
  }))
  return {
    total_security_deposit: sum(ownOf),
    total_refunded: sum(received),
    refund_initiated: sum(openOf, ({ status }) => ['PENDING_REFUND', 'PENDING_RELEASE'].includes(status)),
    pending_refund: sum(
      openOf,
      (row) =>
        !isBack(row) &&
        row.status !== 'FORFEITED' &&
        on('COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED')(row),
    ),
    refunded_completed_project: sum(received, on('COMPLETED', 'CLOSED')),
    pre_project_deposit: held(...statusesOfCategory['Pre-Project']),
    unawarded_projects_deposit: held('REJECTED', 'CANCELLED'),
    terminated_projects_deposit: held('TERMINATED'),
    dispute_projects_deposit: held('DISPUTE'),
    deposit_by_type: types.sort((a, b) => b.value - a.value || (a.key < b.key ? -1 : 1)),
    total_open: sum(openOf),
    total_lost: sum((row) => BigInt(row.lost)),
  }
}
