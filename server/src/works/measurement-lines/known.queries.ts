import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { LineReferences, UnitDecimals, WrittenLine } from './lines.rules.ts'

/** Reads the items of these lines, and the recorded lines that they correct. */
export async function readReferences(db: Db, lines: readonly WrittenLine[]): Promise<LineReferences> {
  const itemIds = lines.map(({ itemId }) => itemId)
  const corrected = lines.flatMap(({ correctsLineId }) => correctsLineId ?? [])
  type Item = { id: string; agreementId: string; kind: string; unit: string | null }
  const items = await sql<Item>`select i.id, i.agreement_id as "agreementId", i.kind, i.unit
    from schedule_items i where i.id = any(${itemIds}::uuid[]) and i.deleted_at is null`.execute(db)
  type Recorded = { id: string; agreementId: string; itemId: string } & UnitDecimals
  const recorded = corrected.length
    ? await sql<Recorded>`select l.id, s.agreement_id as "agreementId", l.item_id as "itemId", l.decimals,
          l.rule_id as "ruleId"
        from measurement_lines l join measurement_sheets s on s.tenant_id = l.tenant_id and s.id = l.sheet_id
        where l.id = any(${corrected}::uuid[]) and l.deleted_at is null and s.status = 'RECORDED'`.execute(db)
    : { rows: [] }
  return {
    items: new Map(items.rows.map(({ id, ...item }) => [id, item])),
    recorded: new Map(recorded.rows.map(({ id, ...line }) => [id, line])),
  }
}
