import type { OverMeasured } from '@plinth/api/works/measurement-lines'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'

/**
 * The items on a sheet whose measured quantity, including this sheet if it is a draft, exceeds the agreed quantity plus its limit.
 */
export async function overMeasuredOf(db: Db, sheetId: string): Promise<OverMeasured[]> {
  const found = await sql<OverMeasured>`
    select * from (
      select i.id as "itemId", i.item_no as "itemNo", i.unit, i.quantity as "agreedQuantity",
        round(i.quantity * (100 + coalesce(i.limit_percent, 0)) / 100, 3) as "limitQuantity",
        coalesce(t.measured_quantity, 0) + coalesce(sum(l.contents) filter (where s.status = 'DRAFT'), 0) as "measuredQuantity"
      from measurement_lines l
      join measurement_sheets s on s.tenant_id = l.tenant_id and s.id = l.sheet_id
      join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
      left join item_totals t on t.tenant_id = i.tenant_id and t.item_id = i.id
      where l.sheet_id = ${sheetId} and l.deleted_at is null
      group by i.tenant_id, i.id, t.measured_quantity) measured
    where "measuredQuantity" > "limitQuantity" order by "itemNo"`.execute(db)
  return found.rows
}
