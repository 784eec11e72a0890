import type { DepositMoney } from '@plinth/api/deposits/deposits-money'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { liveAndBack } from '../deposits/deposit-figures.queries.ts'
import { isLate } from '../deposits/deposit-release.queries.ts'

type Office = DepositMoney['offices'][number]
type Owner = DepositMoney['owners'][number]
type Sums = Omit<DepositMoney, 'offices' | 'owners' | 'identity'> & DepositMoney['identity']

const { isLive, isBack } = liveAndBack(sql.ref('d.status'))

/** The first day of the current financial year, 1 April. */
const yearBegan = sql`(date_trunc('year', ${today} - interval '3 months') + interval '3 months')::date`

/** The day a part of a deposit was lost; if it is not entered, the day on which the deposit was set to FORFEITED. */
const lostOn = sql`coalesce(s.settled_on, (select (max(h.changed_at) at time zone (select app.time_zone()))::date
  from status_changes h where h.record_type = 'security_deposits' and h.record_id = s.deposit_id
    and h.from_status is not null and h.to_status = 'FORFEITED'))`

/**
 * The money that departments hold: open, overdue and lost amounts, the cost of waiting, and the sums by office and by owner. One
 * statement reads it all, so that the sums agree with each other.
 */
export async function get(db: Db): Promise<DepositMoney> {
  const found = await sql<{ sums: Sums; offices: Office[]; owners: Owner[] }>`
    with live as materialized (
      select d.tenant_id, s.office_id, s.due_on, d.open_amount as open, d.amount - d.carried_amount as deposited, d.received_amount as received,
        d.lost_amount as lost, case when s.is_open then s.owner_id end as owner_id, s.is_open, ${isLate} as is_late,
        case when ${isBack} then d.deposit_returned_date - s.due_on end as took
      from security_deposits d join deposit_states s on s.tenant_id = d.tenant_id and s.deposit_id = d.id
      where d.deleted_at is null and ${isLive}),
    by_office as (
      select l.tenant_id, l.office_id, count(*) filter (where is_open) as deposits, coalesce(sum(open) filter (where is_open), 0) as open,
        count(*) filter (where is_late) as overdue_deposits, coalesce(sum(open) filter (where is_late), 0) as overdue,
        -- PostgreSQL rounds halves of a numeric away from zero, those of a double to the even number.
        round((percentile_cont(0.5) within group (order by took))::numeric) as median_days, count(took) as median_of
      from live l group by l.tenant_id, l.office_id),
    by_owner as (
      select l.tenant_id, l.owner_id, count(*) as deposits, sum(open) as open,
        count(*) filter (where is_late) as overdue_deposits, coalesce(sum(open) filter (where is_late), 0) as overdue
      from live l where is_open group by l.tenant_id, l.owner_id)
    select json_build_object(
        'deposits', count(*) filter (where is_open), 'open', coalesce(sum(open), 0),
        'overdueDeposits', count(*) filter (where is_late), 'overdue', coalesce(sum(open) filter (where is_late), 0),
        'costOfAMonth', round(coalesce(sum(open) filter (where is_late), 0) * (select f.interest_percent from app.deposit_settings_in_force f where f.tenant_id = app.tenant_id()) * 30 / 36500, 2),
        'deposited', coalesce(sum(deposited), 0), 'received', coalesce(sum(received), 0), 'lost', coalesce(sum(lost), 0),
        'lostThisYear', (select coalesce(sum(s.amount), 0) from deposit_settlements s
          join security_deposits d on d.tenant_id = s.tenant_id and d.id = s.deposit_id
          where s.kind in ('FORFEITED', 'DEDUCTED', 'WRITTEN_OFF') and s.cancelled_at is null and d.deleted_at is null
            and ${isLive}
            and ${lostOn} >= ${yearBegan})) as sums,
      (select coalesce(json_agg(json_build_object('officeId', b.office_id, 'department', o.department,
          'officeName', app.office_name(o.designation, o.name), 'deposits', b.deposits, 'open', b.open,
          'overdueDeposits', b.overdue_deposits, 'overdue', b.overdue, 'medianDays', b.median_days, 'medianOf', b.median_of)
          order by b.overdue desc, b.open desc, o.department nulls last, o.name), '[]')
        from by_office b left join offices o on o.tenant_id = b.tenant_id and o.id = b.office_id where b.deposits > 0) as offices,
      (select coalesce(json_agg(json_build_object('ownerId', b.owner_id, 'ownerName', u.username, 'deposits', b.deposits, 'open', b.open,
          'overdueDeposits', b.overdue_deposits, 'overdue', b.overdue) order by b.overdue desc, b.open desc, u.username nulls last), '[]')
        from by_owner b left join users u on u.tenant_id = b.tenant_id and u.id = b.owner_id) as owners
    from live`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error('a sum without a row')
  const { deposited, received, lost, ...sums } = row.sums
  return { ...sums, identity: { deposited, received, lost, open: sums.open }, offices: row.offices, owners: row.owners }
}
