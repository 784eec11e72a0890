import { type RuleKind, ruleKinds } from '@plinth/api/money/rule-kinds'
import { rulePlaceOf } from '@plinth/api/money/rule-places'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { statutoryRuleInForce } from '../../money/statutory-rules/statutory-rules.queries.ts'
import type { LockedSheet } from './drafts.queries.ts'
import type { LineReferences, UnitDecimals, WrittenLine } from './lines.rules.ts'

/** Quantities have three decimals at most; so do units without a rule. */
const maxDecimals = 3
const withoutRule: UnitDecimals = { decimals: maxDecimals, ruleId: null }

const kindOf = (unit: string): RuleKind | undefined =>
  ruleKinds.find((kind) => kind === `UNIT_${unit.trim().toUpperCase()}`)

/** Throws 409 where the rule of a unit is not confirmed yet. */
export async function decimalsOf(
  db: Db,
  units: Iterable<string | null>,
  { day, siteState }: { day: string | null; siteState: string | null },
): Promise<Map<string | null, UnitDecimals>> {
  const found = new Map<string | null, UnitDecimals>()
  for (const unit of new Set(units)) {
    const kind = kindOf(unit ?? '')
    const rule = kind && (await statutoryRuleInForce(db, kind, { day, place: rulePlaceOf(siteState) }))
    const ruled = Number(rule?.value['decimals'] ?? maxDecimals)
    found.set(unit, { decimals: Math.min(ruled, maxDecimals), ruleId: rule?.id ?? null })
  }
  return found
}

/**
 * Reads the rounding rules for these lines of a draft. The returned function gives the decimals of a line: those of the line that it
 * corrects, else those of its unit. Throws 409 where the rule of a unit is not confirmed yet.
 */
export async function decimalsOfLines(
  db: Db,
  sheet: LockedSheet,
  lines: readonly WrittenLine[],
  { items, recorded }: LineReferences,
): Promise<(line: WrittenLine) => UnitDecimals> {
  const unitOf = ({ itemId }: WrittenLine) => items.get(itemId)?.unit ?? null
  const rules = await decimalsOf(db, lines.map(unitOf), { day: sheet.measuredOn, siteState: sheet.siteState })
  return (line) => {
    const { decimals, ruleId } = recorded.get(line.correctsLineId ?? '') ?? rules.get(unitOf(line)) ?? withoutRule
    return { decimals, ruleId }
  }
}

/**
 * Rounds the lines of a draft by the rules of their units on its day; returns the ids of the rules used. A correction keeps the
 * rounding of the line that it corrects, so that the two can cancel out.
 */
export async function roundByUnits(
  db: Db,
  sheet: { id: string; measuredOn: string; siteState: string | null },
): Promise<string[]> {
  const measured = await sql<{ unit: string | null }>`select distinct i.unit from measurement_lines l
    join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
    where l.sheet_id = ${sheet.id} and l.deleted_at is null and l.corrects_line_id is null`.execute(db)
  const units = measured.rows.map(({ unit }) => unit)
  const rules = await decimalsOf(db, units, { day: sheet.measuredOn, siteState: sheet.siteState })
  for (const [unit, { decimals, ruleId }] of rules)
    await sql`update measurement_lines l set decimals = ${decimals}, rule_id = ${ruleId}
      from schedule_items i where l.sheet_id = ${sheet.id} and l.deleted_at is null
        and l.corrects_line_id is null and i.tenant_id = l.tenant_id
        and i.id = l.item_id and i.unit is not distinct from ${unit}
        and (l.decimals, l.rule_id) is distinct from (${decimals}::int, ${ruleId}::uuid)`.execute(db)
  return [...rules.values()].flatMap(({ ruleId }) => (ruleId === null ? [] : [ruleId]))
}
