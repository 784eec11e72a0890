import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { importLimits } from '@plinth/api/platform/import-results'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { type FoundItem, maxScheduleRows, type uploadSchedule } from '@plinth/api/works/schedule-sheets'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { nameable } from '../../kernel/files/file-names.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { templateOf } from '../../kernel/sheets/sheet-templates.ts'
import { openSent, type SentFile } from '../../kernel/sheets/sheets.ts'
import { byCount, outcomeOf } from '../../kernel/sheets/upload-outcomes.ts'
import { holdAgreement } from '../../money/agreements/agreements.queries.ts'
import { addAll, schedule, totals } from '../schedule-items/schedule-items.queries.ts'
import { scheduleSheet } from './headings.rules.ts'
import type { SheetFacts } from './structure.rules.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

type Outcome = Answer<typeof uploadSchedule>

export interface ScheduleUpload {
  agreementId: string
  isDryRun: boolean
  /** Stores the schedule even if amounts in the file differ from it. */
  acceptsAmounts: boolean
}

/** Reads every section and item of a file. Throws 400, 413 and 415 for a file that cannot be read. */
async function read(file: SentFile) {
  const opened = await openSent<SheetFacts, FoundItem>(file, rules, maxScheduleRows)
  try {
    const found: FoundItem[] = []
    for await (const batch of opened.batches()) found.push(...batch)
    return { found, facts: opened.facts, rowsRead: opened.rows, sheet: opened.sheet }
  } finally {
    await opened.close()
  }
}

const comparedFields = ['kind', 'level', 'itemNo', 'sorCode', 'description', 'unit', 'quantity', 'rate'] as const

/** Whether a stored item equals that of the file; a rate that the file leaves empty may have been typed since. */
const isAsFound = (item: ScheduleItem, found: FoundItem) =>
  comparedFields.every(
    (name) => (item[name] ?? null) === (found[name] ?? null) || (name === 'rate' && (found.rate ?? null) === null),
  )

const isSame = (stored: readonly ScheduleItem[], found: readonly FoundItem[]) =>
  stored.length === found.length &&
  stored.every((item, at) => {
    const one = found[at]
    return one !== undefined && isAsFound(item, one)
  })

/**
 * Stores the rows of a file in an empty schedule, under a lock on its agreement. Throws 404, and 409 for a schedule that has other
 * rows.
 */
async function apply(
  db: Db,
  options: ScheduleUpload,
  found: readonly FoundItem[],
  facts: SheetFacts,
): Promise<Outcome['outcome']> {
  await holdAgreement(db, options.agreementId)
  const { items } = await schedule(db, options.agreementId)
  if (items.length > 0 && facts.faults.length === 0 && isSame(items, found)) return 'UNCHANGED'
  if (items.length > 0)
    throw conflict(
      'This schedule has rows already, and they are not what the file says. Delete them first, or change them by hand.',
    )
  if (facts.faults.length > 0) return 'FAULTY'
  if (options.isDryRun) return 'READY'
  if (!options.acceptsAmounts && facts.amounts.some(({ agrees }) => !agrees)) return 'AMOUNTS_DIFFER'
  await addAll(db, options.agreementId, found)
  return 'STORED'
}

function sentenceOf(outcome: Outcome['outcome'], { items, failed }: Pick<Outcome, 'items' | 'failed'>): Message {
  const sentences = {
    READY: () => byCount(items, { one: '1 item can be stored.', many: '{count} items can be stored.' }),
    FAULTY: () =>
      byCount(failed, {
        one: '1 cell is to be mended in the file. Nothing was stored.',
        many: '{count} cells are to be mended in the file. Nothing was stored.',
      }),
    AMOUNTS_DIFFER: () => messageOf('Amounts of the file differ from the schedule. Nothing was stored.'),
    UNCHANGED: () => messageOf('The schedule is what the file says already. Nothing was changed.'),
    STORED: () => byCount(items, { one: '1 item was stored.', many: '{count} items were stored.' }),
  }
  return sentences[outcome]()
}

/**
 * Creates the schedule of an agreement from a file, all of it in one transaction or nothing; a dry run only checks. Throws 404 for
 * the agreement, 409 where it is closed or its schedule has other rows, and 400, 413 and 415 for a file that cannot be read.
 */
export async function upload({ stage }: StagedContext, file: SentFile, options: ScheduleUpload): Promise<Outcome> {
  await stage((db) => totals(db, options.agreementId))
  const { found, facts, rowsRead, sheet } = await read(file)
  const outcome = await stage((db) => apply(db, options, found, facts))
  const { faults, amount, ...otherFacts } = facts
  const items = found.filter(({ kind }) => kind === 'ITEM')
  const counts = { items: items.length, failed: faults.length }
  return {
    ...outcomeOf([sentenceOf(outcome, counts)], sheet),
    outcome,
    fileName: nameable(file.name),
    rowsRead,
    sections: found.length - items.length,
    ...counts,
    withoutRate: items.filter(({ rate }) => rate === null).length,
    amount,
    rows: found,
    faults: faults.slice(0, importLimits.listedFailures),
    ...otherFacts,
  }
}

/** An empty sheet with every column; the workbook explains how to fill it. */
export const template = (format: ExportFormat) =>
  templateOf(format, {
    name: 'Schedule',
    sheet: scheduleSheet,
    takes: {
      itemNo:
        'Its number in the agreement: 5.9.1 lies in section 5.9, (a) below the number above it. Leave the column formatted as text',
      sorCode: 'The number in the department’s schedule of rates. It may be left empty',
      description:
        'Text. A row with a description alone goes on with the row above it; one above items, without unit and quantity, is a section',
      unit: 'Text such as cum, sqm, m, kg, t or no; for one unit, not for 100',
      rate: 'Rupees for one unit, with four decimals at most. It may be left empty, and follow in the schedule',
      amount: 'Rupees. It may be left empty; it is compared with quantity by rate',
    },
    examples: {
      itemNo: '5.9.1',
      sorCode: '5.9.1',
      description: 'Centring and shuttering of foundations',
      unit: 'sqm',
      rate: 4_815.25,
      amount: 6_019_664.41,
    },
  })
