import type { NoteKind } from '@plinth/api/documents/notes'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { type DayAt, earlier } from '../../sample-values.ts'
import { add } from './notes.queries.ts'

type Writer = 'tenders' | 'accounts'
/**
 * How many days ago, by whom, and on what: the contract of an indent, or one of its deposits that the department holds.
 */
type Row = readonly [
  daysAgo: number,
  by: Writer,
  indent: number,
  on: 'contract' | 'EMD' | 'Performance security' | 'Security deposit',
  kind: NoteKind,
  text: string,
]

const rows: readonly Row[] = [
  [
    61,
    'accounts',
    371,
    'EMD',
    'LETTER',
    'First letter asking for the EMD, by registered post to the Executive Engineer, Turuvekere.',
  ],
  [
    38,
    'accounts',
    371,
    'EMD',
    'CALL',
    'Spoke to Mr. Nagaraj, superintendent. He has not seen our letter and asks for a copy.\nSent the copy by courier the same day.',
  ],
  [
    9,
    'tenders',
    371,
    'EMD',
    'VISIT',
    'Met the divisional accountant. The file is with him; he waits for the tender committee’s minutes before he passes the refund.',
  ],
  [
    33,
    'accounts',
    986,
    'EMD',
    'CALL',
    'The superintendent says that the bill went to the treasury. He gives the token number when we come to the office.',
  ],
  [
    3,
    'tenders',
    2164,
    'EMD',
    'CALL',
    'Help desk of the portal: the refund is approved, the bank takes seven working days.',
  ],
  [
    41,
    'accounts',
    365,
    'Performance security',
    'LETTER',
    'Letter with the completion certificate handed in at the division, inward number on our copy.',
  ],
  [
    12,
    'accounts',
    365,
    'Performance security',
    'CALL',
    'Mrs. Shobha, case worker: the release order is typed and waits for the signature. Call again next week.',
  ],
  [
    6,
    'accounts',
    27,
    'Performance security',
    'CALL',
    'लेखा शाखा में श्री वर्मा से बात हुई। बैंक को पुष्टि का पत्र भेज दिया गया है, उत्तर आते ही बयाना राशि लौटाएँगे।',
  ],
  [
    20,
    'accounts',
    208,
    'Security deposit',
    'VISIT',
    'Nobody at the section could find the measurement book. Left a copy of the final bill with the case worker.',
  ],
  [
    4,
    'tenders',
    1846,
    'contract',
    'VISIT',
    'Walked km 3 to 14 with the section engineer. Two culverts near km 9 are worse than in the estimate.',
  ],
  [
    2,
    'tenders',
    773,
    'contract',
    'CALL',
    'The corrigendum on steel windows comes this week, says the technical section.',
  ],
  [
    8,
    'tenders',
    41,
    'contract',
    'CALL',
    'मंडल कार्यालय से बात हुई: ट्रैफ़िक ब्लॉक का आवेदन मिल गया है।\nअगली बैठक में तारीख़ तय होगी।',
  ],
  [
    1,
    'tenders',
    1793,
    'contract',
    'NOTE',
    'Without the shifting of the sewer nothing goes on here. Ask for an extension of time before the month ends.',
  ],
]

/** The id of a deposit that the department holds, and the day since when. */
const heldDeposit = (contractId: string, depositType: string) => sql<{ id: string; since: string }>`
  select id, deposit_submitted_date as since from security_deposits
  where contract_id = ${contractId} and deposit_type = ${depositType}
    and status in ('SUBMITTED', 'PENDING_REFUND', 'PENDING_RELEASE') order by instrument_no limit 1`

/**
 * Adds calls, visits and letters of the sample company, none after the database's own day or before the deposit was
 * handed in.
 */
export async function addSampleNotes(
  db: Db,
  contracts: ReadonlyMap<number, string>,
  people: Readonly<Record<Writer, string>>,
  dayAt: DayAt,
): Promise<void> {
  const today = earlier(await companyDay(db), dayAt(0))
  for (const [daysAgo, by, indent, on, kind, text] of rows) {
    await actAs(db, people[by])
    const contractId = contracts.get(indent) ?? ''
    const day = dayAt(-daysAgo)
    if (on === 'contract') {
      await add(db, { recordType: 'CONTRACT', recordId: contractId }, { kind, text, happenedOn: earlier(day, today) })
      continue
    }
    const [deposit] = (await heldDeposit(contractId, on).execute(db)).rows
    if (!deposit) throw new Error(`the contract of indent ${indent} has no ${on}`)
    const happenedOn = earlier(day > deposit.since ? day : deposit.since, today)
    await add(db, { recordType: 'DEPOSIT', recordId: deposit.id }, { kind, text, happenedOn })
  }
}
