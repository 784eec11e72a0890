import { decimal } from '@plinth/api/kernel/decimal'
import type { BillLine } from '@plinth/api/money/bill-engine/bill'
import { figureOf, percentText, rupees, rupeesText } from '@plinth/api/money/bill-engine/figures'
import { gstOf, sumsOf } from '@plinth/api/money/bill-engine/lines'
import type { BillFigures, PreviousFigures } from '@plinth/api/money/bill-figures'
import type { StoredInput } from '@plinth/api/money/bill-input'
import type { Bill } from '@plinth/api/money/bills'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'

export type Stage = 'CLAIMED' | 'PASSED'

/** The previous bill of another bill, and the figures that the other bill starts from. */
export interface PreviousBill {
  bill: NonNullable<Bill['previousBill']>
  figures: PreviousFigures
}

/**
 * The bill that a bill with this number starts from: the last one before it that was submitted, with its passed
 * figures or, until it is passed, its claimed ones. Undefined for a first bill.
 */
export async function findPreviousBill(db: Db, agreementId: string, number: number): Promise<PreviousBill | undefined> {
  interface PreviousBillRow {
    id: string
    name: string
    isProvisional: boolean
    work: string
    variation: string
    items: PreviousFigures['items']
    heads: Record<string, string>
    taxed: Pick<BillLine, 'head' | 'percent' | 'ruleIds'>[]
  }
  const { rows } =
    await sql<PreviousBillRow>`select b.id, app.bill_name(b.title, b.number) as name, b.status <> 'PASSED' as "isProvisional",
      coalesce(b.work_passed::text, b.input #>> '{work,upto}', b.work_upto::text) as work, b.input ->> 'variationUpto' as variation,
      (select coalesce(jsonb_object_agg(i.item_id, jsonb_build_object('quantity', i.quantity_upto::text, 'amount', i.amount_upto::text)), '{}')
        from bill_items i where i.tenant_id = b.tenant_id and i.bill_id = b.id
          and i.stage = case b.status when 'PASSED' then 'PASSED' else 'CLAIMED' end) as items,
      l.*
    from bills b, lateral (
      select jsonb_object_agg(l.head, l.upto::text) as heads,
        coalesce(jsonb_agg(jsonb_build_object('head', l.head, 'percent', trim_scale(l.percent)::text, 'ruleIds', l.rule_ids))
          filter (where l.percent is not null), '[]') as taxed
      from bill_lines l where l.tenant_id = b.tenant_id and l.bill_id = b.id
        and l.stage = case b.status when 'PASSED' then 'PASSED' else 'CLAIMED' end) l
    where b.agreement_id = ${agreementId} and b.number < ${number} and b.deleted_at is null
      and b.status in ('SUBMITTED', 'RETURNED', 'PASSED')
    order by b.number desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { work, variation, items, heads, taxed, ...bill } = row
  const { kind, percent, ruleIds } = gstOf(taxed)
  return { bill, figures: { work, variation, items, heads, gst: { kind, percent, ruleIds: [...ruleIds] } } }
}

/** Whether billing has ended under a bill's agreement, and whether a later bill was submitted. */
export async function placeOf(
  db: Db,
  { id, agreementId, number, kind, status }: Pick<Bill, 'id' | 'agreementId' | 'number' | 'kind' | 'status'>,
): Promise<Pick<Bill, 'billingEnd' | 'hasLater'>> {
  const { rows } = await sql<{ isClosed: boolean; isEnded: boolean | null; hasLater: boolean | null }>`
    select a.status = 'CLOSED' as "isClosed", bool_or(b.kind = 'FINAL') as "isEnded", bool_or(b.number > ${number}) as "hasLater"
    from agreements a left join bills b on b.tenant_id = a.tenant_id and b.agreement_id = a.id and b.id <> ${id}
      and b.deleted_at is null and b.status in ('SUBMITTED', 'RETURNED', 'PASSED')
    where a.id = ${agreementId} group by a.tenant_id, a.id`.execute(db)
  const [{ isClosed, isEnded, hasLater } = { isClosed: false, isEnded: false, hasLater: false }] = rows
  const isFinal = isEnded === true || (kind === 'FINAL' && status === 'PASSED')
  return { billingEnd: isClosed ? 'CLOSED' : isFinal ? 'FINAL' : null, hasLater: hasLater === true }
}

/** The stored lines of a bill, in the order of the memorandum. */
export async function linesOf(db: Db, billId: string, stage: Stage): Promise<BillFigures['lines']> {
  const { rows } = await sql<
    BillFigures['lines'][number]
  >`select l.head, l.upto::text, l.previous::text, l.since::text, l.base::text, l.percent::text,
      l.rule_ids as "ruleIds", l.note as replaced
    from bill_lines l where l.bill_id = ${billId} and l.stage = ${stage} order by l.position`.execute(db)
  return rows.map((line) => ({ ...line, percent: line.percent && percentText(decimal(line.percent)) }))
}

/** Stores the lines of a bill. The caller must change the bill's status in the same transaction. */
export async function storeLines(db: Db, billId: string, stage: Stage, lines: readonly BillLine[]): Promise<void> {
  const rows = JSON.stringify(lines.map((line, position) => ({ ...line, position })))
  await sql`insert into bill_lines (bill_id, stage, head, position, base, percent, upto, previous, since, rule_ids, note)
    select ${billId}::uuid, ${stage}, l.head, l.position, l.base, l.percent, l.upto, l.previous, l.since, l."ruleIds", l.replaced
    from jsonb_to_recordset(${rows}::jsonb) as l (head text, position int, base numeric, percent numeric, upto numeric,
      previous numeric, since numeric, "ruleIds" uuid[], replaced text)`.execute(db)
}

/** The stored figures of a bill at a stage; `work` is the work up to date of that stage, in rupees. */
export async function storedFigures(
  db: Db,
  id: string,
  { previous, variationUpto }: StoredInput,
  stage: Stage,
  work: number,
): Promise<BillFigures> {
  const lines = await linesOf(db, id, stage)
  return {
    work: figureOf(rupees(rupeesText(work)), rupees(previous?.work ?? '0')),
    variation: figureOf(rupees(variationUpto), rupees(previous?.variation ?? '0')),
    lines,
    ...sumsOf(lines),
  }
}
