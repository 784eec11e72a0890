import { type GeneralTaskState, generalTaskInput, type RelatedRecord } from '@plinth/api/works/general-tasks'
import type { RepeatUnit } from '@plinth/api/works/repetition'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { create, get, setLine, setState } from './general-tasks.queries.ts'

type Person = 'owner' | 'tenders' | 'accounts' | 'site'
type Line = string | { text: string; isRequired?: true; isDone?: true }

interface Row {
  title: string
  by: Person
  for?: Person
  /** In how many days from the sample's own. */
  due?: number
  note?: string
  priority?: 'LOW' | 'HIGH'
  /** The contract of an indent, or what hangs on that. */
  about?: readonly [type: RelatedRecord, indent: number]
  every?: readonly [count: number, unit: RepeatUnit]
  lines?: readonly Line[]
  /** Where it is not open: done by whom it is for. */
  becomes?: GeneralTaskState
}

const rows: readonly Row[] = [
  {
    title: 'File GSTR-3B',
    by: 'owner',
    for: 'accounts',
    due: -3,
    priority: 'HIGH',
    every: [1, 'MONTHS'],
    lines: [
      { text: 'Match input credit with GSTR-2B', isRequired: true, isDone: true },
      { text: 'TDS certificates of the departments', isRequired: true },
      { text: 'Challan paid', isRequired: true },
    ],
  },
  {
    title: 'Deposit TDS of sub-contractors',
    by: 'accounts',
    for: 'accounts',
    due: 4,
    every: [1, 'MONTHS'],
    note: 'Section 194C: bills paid until the end of the month.',
  },
  {
    title: 'Provident fund and ESI of the month',
    by: 'owner',
    for: 'accounts',
    due: -12,
    every: [1, 'MONTHS'],
    lines: ['Attendance of all sites', { text: 'Challans on the portal', isRequired: true, isDone: true }],
    becomes: 'DONE',
  },
  {
    title: 'Ask Canara Bank for the margin that is free',
    by: 'owner',
    for: 'accounts',
    due: 0,
    about: ['CONTRACT', 365],
  },
  {
    title: 'Collect the refund order of the EMD in person',
    by: 'accounts',
    for: 'tenders',
    due: -5,
    priority: 'HIGH',
    about: ['DEPOSIT', 371],
  },
  {
    title: 'Renew the class I contractor registration',
    by: 'owner',
    for: 'tenders',
    due: 21,
    every: [5, 'YEARS'],
    lines: [
      { text: 'Turnover certificate of the chartered accountant', isRequired: true },
      { text: 'Solvency certificate', isRequired: true },
      { text: 'List of machinery' },
    ],
  },
  {
    title: 'Digital signature of the bidder: renew the token',
    by: 'tenders',
    for: 'tenders',
    due: 2,
    becomes: 'DOING',
  },
  {
    title: 'Go through the tender notices of the week',
    by: 'owner',
    for: 'owner',
    due: 0,
    every: [1, 'WEEKS'],
  },
  {
    title: 'Speak to the Superintending Engineer about hard rock',
    by: 'owner',
    for: 'owner',
    due: 1,
    about: ['PROJECT', 318],
    note: 'Take the level book and the photographs along.',
  },
  {
    title: 'Calibrate the batching plant',
    by: 'site',
    for: 'site',
    due: -1,
    every: [3, 'MONTHS'],
    lines: [
      'Cement scale',
      'Aggregate bins',
      'Water meter',
      { text: 'Certificate to the laboratory', isRequired: true },
    ],
  },
  {
    title: 'Licence for labour camp, canal site',
    by: 'owner',
    for: 'site',
    about: ['PROJECT', 318],
    priority: 'LOW',
  },
  {
    title: 'विभाग को मशीन खाली रहने का पत्र लिखें',
    by: 'owner',
    for: 'tenders',
    due: 6,
    about: ['PROJECT', 1793],
  },
]

/** The record of a contract that a task is about: itself, its first deposit that lies with the department, its project. */
const recordOf: Partial<Record<RelatedRecord, (contractId: string) => ReturnType<typeof sql<{ id: string }>>>> = {
  CONTRACT: (id) => sql`select id from contracts where id = ${id}`,
  DEPOSIT: (id) => sql`select id from security_deposits where contract_id = ${id}
    and status in ('SUBMITTED', 'PENDING_REFUND', 'PENDING_RELEASE') order by instrument_no limit 1`,
  PROJECT: (id) => sql`select id from projects where contract_id = ${id}`,
}

async function related(db: Db, contracts: ReadonlyMap<number, string>, { about }: Row) {
  if (!about) return {}
  const [recordType, indent] = about
  const found = await recordOf[recordType]?.(contracts.get(indent) ?? '').execute(db)
  const [record] = found?.rows ?? []
  if (!record) throw new Error(`the contract of indent ${indent} has no ${recordType}`)
  return { recordType, recordId: record.id }
}

const lineOf = (line: Line) =>
  typeof line === 'string' ? { text: line } : { text: line.text, isRequired: line.isRequired ?? false }
const isTicked = (line: Line | undefined) => typeof line === 'object' && line.isDone === true

/** What the people of the sample company have to do beside their projects. */
export async function addSampleGeneralTasks(
  db: Db,
  contracts: ReadonlyMap<number, string>,
  people: Readonly<Record<Person, string>>,
  dayAt: DayAt,
): Promise<void> {
  for (const row of rows) {
    const { title, note, priority, every, lines = [], due, becomes } = row
    await actAs(db, people[row.by])
    const about = await related(db, contracts, row)
    const { id } = await create(
      db,
      generalTaskInput.parse({
        title,
        note,
        ...(priority && { priority }),
        ...about,
        ...(row.for && { assigneeId: people[row.for] }),
        ...(due !== undefined && { dueOn: dayAt(due) }),
        ...(every && { repeatEvery: every[0], repeatUnit: every[1] }),
        lines: lines.map(lineOf),
      }),
    )
    if (row.for) await actAs(db, people[row.for])
    const stored = await get(db, id)
    for (const [at, line] of stored.lines.entries())
      if (isTicked(lines[at])) await setLine(db, { id, lineId: line.id }, true)
    if (becomes) await setState(db, id, { state: becomes })
  }
  await actAs(db, people.owner)
}
