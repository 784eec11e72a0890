import { scheduleItemInput } from '@plinth/api/works/schedule-items'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { earthwork } from './earthwork.sample.ts'
import { roadwork } from './roadwork.sample.ts'
import { create } from './schedule-items.queries.ts'

/** The number of the enclosing section: 2.1 of 2.1.3. */
const parentNumberOf = (itemNo: string) => itemNo.split('.').slice(0, -1).join('.')

/**
 * The schedules by the numbers of their agreements: the one the department is billed for, and the one the subcontractor is paid for.
 */
const schedules = { 'KPWD/HSN/EE/131': roadwork, 'WO/26/014': earthwork }

/** Adds the schedules of two of the sample's agreements. */
export async function addSampleSchedules(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
): Promise<void> {
  await actAs(db, accounts)
  for (const [number, text] of Object.entries(schedules)) {
    const agreements = await sql<{ id: string }>`select id from agreements where number = ${number}`.execute(db)
    const agreementId = agreements.rows[0]?.id
    if (!agreementId) throw new Error(`the sample has no agreement ${number}`)
    const sections = new Map<string, string>()
    for (const line of linesOf(text)) {
      const body = scheduleItemInput.parse({ ...line, parentId: sections.get(parentNumberOf(line.itemNo)) })
      sections.set(line.itemNo, (await create(db, agreementId, body)).id)
    }
  }
  await actAs(db, owner)
}

/** Parses the lines of a schedule: number and description, and for items also unit, quantity and rate. */
const linesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [itemNo = '', description, unit, quantity, rate] = line.split(' | ')
    if (description === undefined) return []
    if (unit === undefined) return [{ kind: 'SECTION', itemNo, description }]
    return [{ kind: 'ITEM', itemNo, description, unit, quantity: Number(quantity), rate: Number(rate) }]
  })
