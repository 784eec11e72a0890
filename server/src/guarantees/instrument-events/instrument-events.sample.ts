import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, earlier, type SamplePaper } from '../../sample-values.ts'
import { add } from './instrument-events.queries.ts'

/** Stores two events of the sample company: of its guarantees, oldest first, the second is called and the third extended. */
export async function addSampleEvents(
  db: Db,
  [, called, extended]: readonly SamplePaper[],
  dayAt: DayAt,
  today: string,
): Promise<void> {
  const recentDay = (days: number, { lodgedOn }: SamplePaper) => {
    const day = earlier(dayAt(-days), today)
    return day > lodgedOn ? day : lodgedOn
  }
  if (called)
    await add(db, called.id, {
      kind: 'EXTEND_OR_PAY',
      happenedOn: recentDay(6, called),
      reference: 'EE/HSN/BG/214',
      remark: 'To be extended by six months, or paid.',
    })
  if (extended)
    await add(db, extended.id, {
      kind: 'EXTENDED',
      happenedOn: recentDay(40, extended),
      expiresOn: daysAfter(dayAt(0), 64),
      charges: 7_434,
      remark: 'With the second extension of time.',
    })
}
