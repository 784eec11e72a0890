import { randomUUID } from 'node:crypto'
import { type SentLine, sentLines } from '@plinth/api/works/measurement-lines'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { type DayAt, earlier } from '../../sample-values.ts'
import { send } from '../measurement-lines/sending.queries.ts'
import { get } from './measurement-sheets.queries.ts'
import { record } from './recording.queries.ts'

type Measured = Pick<SentLine, 'description' | 'length' | 'breadth' | 'depth' | 'typed'> & {
  itemNo: string
  isDeduction?: boolean
  /** The number of the line on the sheet before that this line corrects. */
  corrects?: number
}

interface Sheet {
  daysAgo: number
  location: string
  page: string
  lines: Measured[]
}

/** The sheets that the department is billed by; the third corrects the second. */
const road: Sheet[] = [
  {
    daysAgo: 114,
    location: 'km 12.400 to 16.600',
    page: '3',
    lines: [
      { itemNo: '1.1', description: 'Cutting, both sides', length: 4200, breadth: 7.4, depth: 1.25 },
      { itemNo: '1.2', description: 'Filling, both sides', length: 4200, breadth: 9.2, depth: 0.85 },
      { itemNo: '4.1', description: 'Raft and walls of culvert 13/2', length: 12, breadth: 6.4, depth: 2.15 },
    ],
  },
  {
    daysAgo: 62,
    location: 'km 12.400 to 16.600',
    page: '9',
    lines: [
      { itemNo: '2.1', description: 'Sub-base, left side', length: 4200, breadth: 3.85, depth: 0.2 },
      { itemNo: '2.1', description: 'Sub-base, right side', length: 3900, breadth: 3.85, depth: 0.2 },
      { itemNo: '4.2', description: 'Bars of culvert 13/2, by the bending schedule', length: 9.842 },
    ],
  },
  {
    daysAgo: 48,
    location: 'km 16.600 to 18.900',
    page: '14',
    lines: [
      { itemNo: '1.1', description: 'Cutting, both sides', length: 2300, breadth: 7.4, depth: 1.1 },
      {
        itemNo: '2.1',
        description: 'Gap at the culvert',
        length: 24,
        breadth: 3.85,
        depth: 0.2,
        isDeduction: true,
        corrects: 1,
      },
    ],
  },
]

/** The measurement book of the sample's earthwork: two recorded sheets, the second of which corrects the first, and a draft. */
const earthwork: Sheet[] = [
  {
    daysAgo: 40,
    location: 'Chainage 1+200 to 1+450, left side',
    page: '11',
    lines: [
      { itemNo: '2.1.1', description: 'Cutting, mean of three cross sections', length: 250, breadth: 8.25, depth: 1.1 },
      {
        itemNo: '2.1.1',
        description: 'Rock, measured apart',
        length: 14.5,
        breadth: 3.2,
        depth: 1.1,
        isDeduction: true,
      },
      { itemNo: '2.2', description: 'Rock at 1+310', length: 14.5, breadth: 3.2, depth: 1.1 },
    ],
  },
  {
    daysAgo: 12,
    location: 'Chainage 1+450 to 1+700, left side',
    page: '12',
    lines: [
      {
        itemNo: '2.1.1',
        description: 'Cutting',
        length: 250,
        breadth: 8.3,
        depth: 1.15,
        typed: { breadth: '(8.20+8.40)/2' },
      },
      {
        itemNo: '2.2',
        description: 'Depth taken again',
        length: 14.5,
        breadth: 3.2,
        depth: 0.1,
        isDeduction: true,
        corrects: 3,
      },
    ],
  },
  {
    daysAgo: 1,
    location: 'Chainage 1+700 to 1+800, left side',
    page: '13',
    lines: [{ itemNo: '2.1.1', description: 'Cutting', length: 100, breadth: 8.25, depth: 0.95 }],
  },
]

/** Keyed by agreement number. */
const books = {
  'KPWD/HSN/EE/131': { book: 'MB 188', sheets: road },
  'WO/26/014': { book: 'MB 214', sheets: earthwork },
}

/**
 * Adds the measurements of the sample's engineer: for the department, and for the work order of the earthwork, whose last sheet stays
 * a draft.
 */
export async function addSampleMeasurements(
  db: Db,
  { owner, site }: { owner: string; site: string },
  dayAt: DayAt,
): Promise<void> {
  const today = await companyDay(db)
  await actAs(db, site)
  for (const [number, { book, sheets }] of Object.entries(books)) {
    const { rows } = await sql<{ agreementId: string; itemNo: string; id: string }>`
      select i.agreement_id as "agreementId", i.item_no as "itemNo", i.id from schedule_items i
      join agreements a on a.tenant_id = i.tenant_id and a.id = i.agreement_id where a.number = ${number}`.execute(db)
    const items = new Map(rows.map(({ itemNo, id }) => [itemNo, id]))
    let previousLines: readonly { id: string }[] = []
    for (const { daysAgo, location, page, lines } of sheets) {
      const body = sentLines.parse({
        sheet: {
          agreementId: rows[0]?.agreementId,
          deviceKey: randomUUID(),
          measuredOn: earlier(today, dayAt(-daysAgo)),
          location,
          present: ['S. Patil, Assistant Engineer'],
          book,
          page,
        },
        lines: lines.map(({ itemNo, corrects, ...line }) => ({
          ...line,
          id: randomUUID(),
          itemId: items.get(itemNo),
          ...(corrects && { correctsLineId: previousLines[corrects - 1]?.id }),
        })),
      })
      const sent = await send(db, body)
      const rejected = sent.lines.filter(({ outcome }) => outcome !== 'STORED')
      if (rejected.length > 0) throw new Error(`${location}: ${JSON.stringify(rejected)}`)
      if (daysAgo > 1) await record(db, sent.sheetId)
      previousLines = (await get(db, sent.sheetId)).lines
    }
  }
  await actAs(db, owner)
}
