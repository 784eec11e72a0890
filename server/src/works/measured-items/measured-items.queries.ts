import type { Answer } from '@plinth/api/kernel/endpoint'
import type { listMeasurableAgreements, MeasurableItem } from '@plinth/api/works/measured-items'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { decimalsOf } from '../measurement-lines/unit-decimals.queries.ts'
import { inOrder } from '../schedule-items/schedule-items.queries.ts'

/** Agreements that are signed and not closed, the most recently measured first. */
export async function agreements(db: Db): Promise<Answer<typeof listMeasurableAgreements>> {
  const found = await sql<Answer<typeof listMeasurableAgreements>[number]>`
    select a.id, a.number, a.name, a.direction, p.legal_name as "partyName", count(s.id) as sheets,
      max(s.measured_on) as "measuredOn"
    from agreements a
    join parties p on p.tenant_id = a.tenant_id and p.id = a.party_id
    left join measurement_sheets s on s.tenant_id = a.tenant_id and s.agreement_id = a.id and s.status = 'RECORDED'
    where a.deleted_at is null and a.status in ('ACTIVE', 'SUSPENDED', 'COMPLETED')
    group by a.tenant_id, a.id, p.legal_name
    order by max(s.recorded_at) desc nulls last, a.created_at desc, a.id`.execute(db)
  return found.rows
}

/** The schedule in tree order, each section before its items, with the rounding that is in force on the day. Throws 404. */
export async function items(db: Db, agreementId: string, day: string | null | undefined): Promise<MeasurableItem[]> {
  const agreements = await sql<{ siteState: string | null }>`
    select site_state as "siteState" from agreements where id = ${agreementId} and deleted_at is null`.execute(db)
  const [agreement] = agreements.rows
  if (!agreement) throw notFound()
  const found = await sql<Omit<MeasurableItem, 'decimals'>>`
    select i.id, i.parent_id as "parentId", i.level, i.kind, i.item_no as "itemNo", i.description, i.unit, a.rounding,
      i.quantity as "agreedQuantity", i.limit_percent as "limitPercent", coalesce(t.measured_quantity, 0) as "measuredQuantity"
    from schedule_items i join agreements a on a.tenant_id = i.tenant_id and a.id = i.agreement_id
    left join item_totals t on t.tenant_id = i.tenant_id and t.item_id = i.id
    where i.agreement_id = ${agreementId} and i.deleted_at is null order by i.position, i.id`.execute(db)
  const units = found.rows.flatMap(({ unit }) => unit ?? [])
  const rules = await decimalsOf(db, units, { day: day ?? null, siteState: agreement.siteState })
  const withDecimals = found.rows.map((item) => ({
    ...item,
    decimals: item.kind === 'ITEM' ? (rules.get(item.unit)?.decimals ?? null) : null,
  }))
  return inOrder(withDecimals)
}
