import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { forViewers } from '../../kernel/http/permissions.ts'
import { companyDay, today } from '../../kernel/records/quick-filters.ts'
import { isCounted } from '../bg-plans/bg-plans.queries.ts'
import { securedFor } from '../instruments/instruments.queries.ts'
import type { Limit } from './limit.rules.ts'

/** Bank guarantees that use a limit: requested and not discharged, even after their last day. */
export const takesLimit = sql`i.deleted_at is null and i.kind in ('BG', 'E_BG')
  and i.state in ('REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED', 'PAID_OUT', 'RETURNED')`

/** Number and secured contracts of a guarantee; null for users who may not view contracts. */
const number = forViewers('Contracts', sql.ref('i.number'))
const secured = forViewers('Contracts', securedFor('i'))

/** The limits that are active or have guarantees or plans, with all that counts under each. */
export async function limits(db: Db): Promise<{ day: string; limits: Limit[] }> {
  const { rows } = await sql<Limit & { day: string }>`
    select ${today} as day, f.id as "facilityId", app.facility_name(f.bank, f.name) as "facilityName", f.limit_amount as "limitAmount",
      f.margin_percent as "marginPercent", f.commission_percent as "commissionPercent", f.commission_basis as "commissionBasis",
      f.min_charge as "minCharge", f.frees_on as "freesOn", f.discharge_days as "dischargeDays", f.free_cash as "freeCash",
      f.free_cash_on as "freeCashOn", f.review_on as "reviewOn", f.is_active as "isActive",
      (select coalesce(json_agg(json_build_object('id', i.id, 'number', ${number}, 'amount', i.amount, 'state', i.state,
          'begins', coalesce(i.issued_on, (select max(e.happened_on) from instrument_events e
            where e.tenant_id = i.tenant_id and e.instrument_id = i.id and e.kind = 'REQUESTED'), ${today}),
          'expiresOn', i.expires_on, 'claimUntil', i.claim_until, 'marginPercent', i.margin_percent,
          'pledged', (select coalesce(sum(l.amount), 0) from instrument_liens l
            where l.tenant_id = i.tenant_id and l.guarantee_id = i.id and l.freed_on is null),
          'securedFor', ${secured}) order by i.created_at, i.id), '[]')
        from instruments i where i.tenant_id = f.tenant_id and i.facility_id = f.id and ${takesLimit}) as guarantees,
      (select coalesce(json_agg(json_build_object('id', p.id, 'contractId', p.contract_id, 'purpose', p.purpose, 'amount', p.amount,
          'neededOn', p.needed_on, 'untilOn', p.until_on, 'updatedAt', p.updated_at::text) order by p.needed_on, p.id), '[]')
        from bg_plans p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
        where p.tenant_id = f.tenant_id and p.facility_id = f.id and p.deleted_at is null and ${isCounted('p')}) as plans
    from bank_facilities f where f.deleted_at is null order by lower(f.bank), lower(f.name), f.id`.execute(db)
  const found = rows.filter(({ isActive, guarantees, plans }) => isActive || guarantees.length + plans.length > 0)
  return { day: rows[0]?.day ?? (await companyDay(db)), limits: found }
}
