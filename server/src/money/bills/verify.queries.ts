import type { Bill, BillItem, Memorandum } from '@plinth/api/money/bill-engine/bill'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { rupeesText } from '@plinth/api/money/bill-engine/figures'
import { passBill } from '@plinth/api/money/bill-engine/pass'
import type { StoredInput } from '@plinth/api/money/bill-input'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { linesOf, type Stage } from './bill-figures.queries.ts'

interface SubmittedBill {
  id: string
  /** As fault messages name the bill. */
  name: string
  input: StoredInput
  memorandum: Memorandum | null
  netClaimed: number
  netPassed: number | null
  /** Null for claimed typed work: the entry may be changed after the bill was returned. */
  workClaimed: number | null
  workPassed: number | null
  /** The numbers of its items, by id. */
  itemNos: Record<string, string> | null
}

/** Figures by name. */
type NamedFigures = Map<string, string>

const textOf = (amount: number | null) => (amount === null ? 'none' : rupeesText(amount))

/** The stored figures of a stage. */
async function storedOf(db: Db, { id, ...bill }: SubmittedBill, stage: Stage): Promise<NamedFigures> {
  const isClaim = stage === 'CLAIMED'
  const { rows: items } = await sql<BillItem>`select i.item_id as id,
      jsonb_build_object('upto', i.quantity_upto::text, 'previous', i.quantity_previous::text, 'since', i.quantity_since::text) as quantity,
      jsonb_build_object('upto', i.amount_upto::text, 'previous', i.amount_previous::text, 'since', i.amount_since::text) as amount
    from bill_items i where i.bill_id = ${id} and i.stage = ${stage}`.execute(db)
  const net = isClaim ? bill.netClaimed : bill.netPassed
  const work = isClaim ? bill.workClaimed : bill.workPassed
  return nameFigures({
    items,
    lines: await linesOf(db, id, stage),
    net: textOf(net),
    work: work === null ? null : textOf(work),
  })
}

interface Figures extends Pick<Bill, 'items' | 'lines'> {
  net: string
  work: string | null
}

function nameFigures({ items, lines, net, work }: Figures): NamedFigures {
  const entries: [string, string][] = [['the net', net]]
  if (work !== null) entries.push(['the work', work])
  const values = ({ upto, previous, since }: Bill['net']) => `${upto}, ${previous} before, ${since} since`
  for (const { head, base, percent, ruleIds, replaced, ...figure } of lines)
    entries.push([head, `${values(figure)}${JSON.stringify([base, percent, ruleIds, replaced])}`])
  for (const { id, quantity, amount } of items) entries.push([id, `${values(quantity)}; ${values(amount)}`])
  return new Map(entries)
}

const computedOf = ({ items, lines, net, work }: Bill, hasStoredWork: boolean): NamedFigures =>
  nameFigures({ items, lines, net: net.since, work: hasStoredWork ? work.upto : null })

/** The differences in one bill, one sentence each. */
async function faultsOf(db: Db, bill: SubmittedBill): Promise<string[]> {
  const { input, memorandum } = bill
  const stages: [Stage, Bill][] = [['CLAIMED', computeBill(input)]]
  if (memorandum) stages.push(['PASSED', passBill(input, memorandum).bill])
  const faults: string[] = []
  for (const [stage, computed] of stages) {
    const stored = await storedOf(db, bill, stage)
    const found = computedOf(computed, stage === 'PASSED' || bill.workClaimed !== null)
    for (const key of new Set([...stored.keys(), ...found.keys()])) {
      const [storedValue, computedValue] = [stored.get(key) ?? 'nothing', found.get(key) ?? 'nothing']
      const name = bill.itemNos?.[key] === undefined ? key : `item ${bill.itemNos[key]}`
      if (storedValue !== computedValue)
        faults.push(`${bill.name} ${stage}: ${name} is stored as ${storedValue}, and computed as ${computedValue}`)
    }
  }
  return faults
}

async function checkBill(db: Db, id: string, company: string): Promise<string[]> {
  const { rows } =
    await sql<SubmittedBill>`select b.id, concat_ws(' / ', a.number, app.bill_name(b.title, b.number)) as name, b.input, b.memorandum,
      b.net_claimed as "netClaimed", b.net_passed as "netPassed", b.work_passed as "workPassed",
      case b.work_source when 'ITEMS' then b.work_upto end as "workClaimed",
      (select jsonb_object_agg(i.id, i.item_no) from schedule_items i where i.tenant_id = b.tenant_id and i.agreement_id = b.agreement_id
        and i.kind = 'ITEM' and b.work_source = 'ITEMS') as "itemNos"
    from bills b join agreements a on a.tenant_id = b.tenant_id and a.id = b.agreement_id where b.id = ${id}`.execute(
      db,
    )
  const [bill] = rows
  if (!bill) return []
  try {
    return (await faultsOf(db, bill)).map((fault) => `${company} ${fault}`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return [`${company} ${bill.name} cannot be computed: ${error.message}`]
  }
}

interface Findings {
  bills: number
  faults: string[]
}

/** Computes every submitted bill of every company from its stored input and compares the result with the stored figures. */
export async function verifyBills(door: Door): Promise<Findings> {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.companies() as id`.execute(db),
  )
  const found: Findings = { bills: 0, faults: [] }
  for (const { id: company } of companies) {
    const { rows } = await door.inTenant(company, null, (db) =>
      sql<{ id: string }>`select id from bills where input is not null order by id`.execute(db),
    )
    found.bills += rows.length
    for (const { id } of rows)
      found.faults.push(...(await door.inTenant(company, null, (db) => checkBill(db, id, company))))
  }
  return found
}
