import { scheduleItemInput } from '@plinth/api/schedule-items'
import { actAs, type Db } from '../kernel/tenancy.ts'
import { earthwork } from './earthwork.sample.ts'
import { create } from './schedule-items.queries.ts'

/** The section that a number lies in: 2.1 of 2.1.3. */
const above = (itemNo: string) => itemNo.split('.').slice(0, -1).join('.')

/** The schedule of the sample's work order for earthwork. */
export async function addSampleSchedules(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
): Promise<void> {
  await actAs(db, accounts)
  const { id } = await db
    .selectFrom('agreements')
    .select('id')
    .where('number', '=', 'WO/26/014')
    .executeTakeFirstOrThrow()
  const sections = new Map<string, string>()
  for (const line of linesOf(earthwork)) {
    const body = scheduleItemInput.parse({ ...line, parentId: sections.get(above(line.itemNo)) })
    sections.set(line.itemNo, (await create(db, id, body)).id)
  }
  await actAs(db, owner)
}

/** The lines of a schedule: number and description, and of an item also unit, quantity and rate. */
const linesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [itemNo = '', description, unit, quantity, rate] = line.split(' | ')
    if (description === undefined) return []
    if (unit === undefined) return [{ kind: 'SECTION', itemNo, description }]
    return [{ kind: 'ITEM', itemNo, description, unit, quantity: Number(quantity), rate: Number(rate) }]
  })
