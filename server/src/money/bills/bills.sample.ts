import { passBill } from '@plinth/api/money/bill-engine/pass'
import { memorandumOf } from '@plinth/api/money/bill-input'
import { billInput } from '@plinth/api/money/bills'
import { memorandumInput } from '@plinth/api/money/memorandum-input'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { type DayAt, earlier } from '../../sample-values.ts'
import { pass, submit } from './bill-moves.queries.ts'
import { create, storedBills } from './bills.queries.ts'

/**
 * The bills of the sample's widened road, by items. In the second one the department cuts the sub-base and withholds
 * an amount. Days count from today.
 */
const roadBills = [
  {
    day: -110,
    entered: {},
    cuts: [],
    passed: -85,
    memorandum: { memoNo: 'EE/HSN/ACC/131/1', replaced: [] },
  },
  {
    day: -45,
    entered: {
      typed: [{ head: 'MATERIAL', since: 2_15_400, note: 'Bitumen issued by the department' }],
      comment: 'Subgrade and granular sub-base of both reaches.',
    },
    passed: -18,
    cuts: [{ itemNo: '2.1', cutQuantity: 184.5, reason: 'Thickness at km 14.2 to 14.6 to be checked by cores' }],
    memorandum: {
      memoNo: 'EE/HSN/ACC/131/2',
      replaced: [{ head: 'WITHHELD', since: 1_50_000, note: 'Cube tests of the box culvert are awaited' }],
    },
  },
] as const

/** Adds two running bills of an agreement with a client, both passed. */
export async function addSampleBills(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
  dayAt: DayAt,
): Promise<void> {
  await actAs(db, accounts)
  // The database allows no passing after its own today, whatever day the sample counts from.
  const today = await companyDay(db)
  const dayOf = (day: number) => earlier(today, dayAt(day))
  const agreements = await sql<{ id: string }>`select id from agreements where number = 'KPWD/HSN/EE/131'`.execute(db)
  const agreementId = agreements.rows[0]?.id
  if (!agreementId) throw new Error('the sample has no agreement for its bills')
  const items = await sql<{ id: string; itemNo: string | null }>`
    select id, item_no as "itemNo" from schedule_items where agreement_id = ${agreementId}`.execute(db)
  for (const { day, entered, passed, cuts, memorandum } of roadBills) {
    const dates = { billDate: dayOf(day), uptoDate: dayOf(day) }
    const body = billInput.parse({ agreementId, workSource: 'ITEMS', ...dates, ...entered })
    const { id, inputDigest } = await create(db, body)
    const seen = await submit(db, id, inputDigest ?? '')
    const { input } = await storedBills.get(db, { id })
    if (!input) throw new Error('a bill of the sample was submitted without its input')
    const cut = cuts.map(({ itemNo, ...one }) => ({
      ...one,
      itemId: items.rows.find((item) => item.itemNo === itemNo)?.id,
    }))
    const memo = memorandumInput.parse({
      ...memorandum,
      inputDigest: seen.inputDigest,
      cuts: cut,
      passedOn: dayOf(passed),
      net: 0,
    })
    const { netDifference } = passBill(input, memorandumOf(memo, input.work))
    await pass(db, id, { ...memo, net: -Number(netDifference) })
  }
  await actAs(db, owner)
}
