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
    select s.due_on as "dueOn", late.days as "daysOverdue", s.next_step as "nextStep", s.next_on as "nextOn",
      s.owner_id as "ownerId",
      (select u.username from users u where u.tenant_id = s.tenant_id and u.id = s.owner_id) as "ownerName",
      s.office_id as "officeId", o.department, app.office_name(o.designation, o.name) as "officeName",
      s.basis, s.days, s.basis_on as "basisOn", s.rule_id as "ruleId", s.outcome as "ruleOutcome", s.source, s.is_sure as "isSure",
      s.expected_on as "expectedOn", s.limitation_on as "limitationOn",
      s.request_id as "requestId", s.request_number as "requestNumber", s.asked_on as "askedOn",
      s.last_contact_on as "lastContactOn", s.contacts, f.interest_percent as "interestPercent",
      round(${openAmount}::numeric * f.interest_percent * coalesce(late.days, 0) / 36500, 2) as "costOfWaiting"
    from app.deposit_releases s
    join app.deposit_settings_in_force f on f.tenant_id = s.tenant_id
    left join offices o on o.tenant_id = s.tenant_id and o.id = s.office_id
    cross join lateral (select ${daysLate} as days) late
    where s.deposit_id = ${id}`.execute(db)
  const [release] = found.rows
  if (!release) throw new Error('a deposit without a release')
  return { ...release, ownNextStep: ownNextStep || null }
}

/** The users who can own a deposit: those who may view contracts. */
export const owners = (db: Db) => viewersOf(db, 'Contracts')
