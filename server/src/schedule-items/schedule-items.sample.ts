import { scheduleItemInput } from '@plinth/api/schedule-items'
import { actAs, type Db } from '../kernel/tenancy.ts'
import { earthwork } from './earthwork.sample.ts'
import { create } from './schedule-items.queries.ts'

/** By the numbers of their agreements. */
const schedules = { 'WO/26/014': earthwork } as const

/** The section that a number lies in: 2.1 of 2.1.3. */
const above = (itemNo: string) => itemNo.split('.').slice(0, -1).join('.')

/** The schedules of two of the sample's agreements, which are known by their numbers. */
export async function addSampleSchedules(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
): Promise<void> {
  await actAs(db, accounts)
  const agreements = await db
    .selectFrom('agreements')
    .select(['id', 'number'])
    .where('number', 'in', Object.keys(schedules))
    .execute()
  for (const { id, number } of agreements) {
    const sections = new Map<string, string>()
    for (const line of linesOf(number)) {
      const body = scheduleItemInput.parse({ ...line, parentId: sections.get(above(line.itemNo)) })
      sections.set(line.itemNo, (await create(db, id, body)).id)
    }
  }
  await actAs(db, owner)
}

/**
 * The lines of a schedule: number and description, and of an item unit, quantity and rate; `net` stands behind what the tender
 * percentage is not put on.
 */
function linesOf(number: string) {
  const text = Object.entries(schedules).find(([known]) => known === number)?.[1] ?? ''
  return text.split('\n').flatMap((line) => {
    const [itemNo = '', description, unit, quantity, rate, net] = line.split(' | ')
    if (description === undefined) return []
    const kind = unit === undefined ? 'SECTION' : 'ITEM'
    const measured = unit === undefined ? {} : { unit, quantity: Number(quantity), rate: Number(rate) }
    return [{ kind, itemNo, description, ...measured, percentageApplies: net === undefined }]
  })
}
