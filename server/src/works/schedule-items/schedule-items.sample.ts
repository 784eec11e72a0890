import { scheduleItemInput } from '@plinth/api/works/schedule-items'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { earthwork } from './earthwork.sample.ts'
import { roadwork } from './roadwork.sample.ts'
import { create } from './schedule-items.queries.ts'

/** The section that a number lies in: 2.1 of 2.1.3. */
const above = (itemNo: string) => itemNo.split('.').slice(0, -1).join('.')

/** By the numbers of their agreements: what the department is billed for, and what the subcontractor is paid for. */
const schedules = { 'KPWD/HSN/EE/131': roadwork, 'WO/26/014': earthwork }

/** The schedules of two of the sample's agreements. */
export async function addSampleSchedules(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
): Promise<void> {
  await actAs(db, accounts)
  for (const [number, text] of Object.entries(schedules)) {
    const { id } = await db.selectFrom('agreements').select('id').where('number', '=', number).executeTakeFirstOrThrow()
    const sections = new Map<string, string>()
    for (const line of linesOf(text)) {
      const body = scheduleItemInput.parse({ ...line, parentId: sections.get(above(line.itemNo)) })
      sections.set(line.itemNo, (await create(db, id, body)).id)
    }
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
