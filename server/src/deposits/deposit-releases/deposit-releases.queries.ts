import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewersOf } from '../../kernel/http/permissions.ts'
import { daysLate } from '../deposits/deposit-release.queries.ts'
import { deposits } from '../deposits/deposits.queries.ts'

/** The due day of a deposit, the reason for it, and the next step. Throws 404 when the contract has no such deposit. */
export async function get(db: Db, contractId: string, id: string): Promise<DepositRelease> {
  const { ownNextStep, openAmount } = await deposits.get(db, { contractId, id })
  const found = await sql<Omit<DepositRelease, 'ownNextStep'>>`
    select r.due_on as "dueOn", late.days as "daysOverdue", r.next_step as "nextStep", r.next_on as "nextOn",
      r.owner_id as "ownerId",
      (select u.username from users u where u.tenant_id = r.tenant_id and u.id = r.owner_id) as "ownerName",
      r.office_id as "officeId", o.department, app.office_name(o.designation, o.name) as "officeName",
      r.basis, r.days, r.basis_on as "basisOn", r.rule_id as "ruleId", r.outcome as "ruleOutcome", r.source, r.is_sure as "isSure",
      r.expected_on as "expectedOn", r.limitation_on as "limitationOn",
      r.request_id as "requestId", r.request_number as "requestNumber", r.asked_on as "askedOn",
      r.last_contact_on as "lastContactOn", r.contacts, s.interest_percent as "interestPercent",
      round(${openAmount}::numeric * s.interest_percent * coalesce(late.days, 0) / 36500, 2) as "costOfWaiting"
    from app.deposit_releases r
    join app.deposit_settings_in_force s on s.tenant_id = r.tenant_id
    left join offices o on o.tenant_id = r.tenant_id and o.id = r.office_id
    cross join lateral (select ${daysLate} as days) late
    where r.deposit_id = ${id}`.execute(db)
  const [release] = found.rows
  if (!release) throw new Error('a deposit without a release')
  return { ...release, ownNextStep: ownNextStep || null }
}

/** The users who can own a deposit: those who may view contracts. */
export const owners = (db: Db) => viewersOf(db, 'Contracts')
