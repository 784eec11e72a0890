import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import { sheetNote } from '../kernel/sheet-files.ts'
import { scheduleItemKinds } from '../money/agreement-choices.ts'
import { sheetOfUpload, uploading } from '../platform/import-results.ts'
import { scheduleItem } from './schedule-items.ts'

export const about =
  'The schedule of an agreement as a sheet: read from the bill of quantities (BOQ) of its tender, without changes to the file.'

const base = '/payment/api'
const allow = { module: 'Payments', can: 'canCreate' } as const

/**
 * The most rows of a sheet, including headings, totals and continued descriptions (measurement to money, 11). A task sheet has the
 * same limit; one transaction stores either.
 */
export const maxScheduleRows = 10_000

const { sorCode, unit, quantity, rate } = scheduleItem.shape

/** A section or an item of the sheet; null for a cell that is empty or has a fault. */
export const foundItem = z.object({
  /** Its first row. */
  row: z.int(),
  kind: z.enum(scheduleItemKinds),
  /** 0 at the top. */
  level: z.int(),
  /** The stored number: sub-item (a) of item 5 is 5(a). */
  itemNo: z.nullable(z.string()),
  sorCode,
  description: z.string(),
  unit,
  quantity,
  rate,
  /** Quantity by rate, to the paisa. */
  amount: z.nullable(f.total),
})
export type FoundItem = z.infer<typeof foundItem>

/** A cell that prevents the whole sheet from being stored: its address, field, value and fault. */
export const scheduleFault = z.object({
  /** Such as D14. */
  cell: z.string(),
  row: z.int(),
  field: z.string(),
  value: z.string(),
  ...message.shape,
})
export type ScheduleFault = z.infer<typeof scheduleFault>

/** An amount of the file next to the sum of its rows: every total, and the amounts of items that differ from quantity by rate. */
export const fileAmount = z.object({
  cell: z.string(),
  row: z.int(),
  /** The text of its row: Sub total, or the number of the item. */
  label: z.string(),
  amount: f.total,
  /** The sum of the rows. */
  sum: f.total,
  agrees: z.boolean(),
})
export type FileAmount = z.infer<typeof fileAmount>

const { dryRun } = uploading.query.shape

export const uploadSchedule = endpoint({
  method: 'POST',
  path: `${base}/agreements/:agreementId/schedule-items/bulk-upload`,
  summary:
    'Import the whole schedule of an agreement from the BOQ of its tender, a CSV or Excel file: all rows are stored, or none. A schedule that has rows is refused',
  allow,
  params: z.object({ agreementId: f.id }),
  /** A dry run checks every row and stores nothing. `acceptAmounts` stores a schedule even if amounts in the file differ from it. */
  query: z.object({ dryRun, acceptAmounts: dryRun }),
  upload: uploading.upload,
  body: uploading.body,
  response: z.object({
    message: z.string(),
    /** The parts of the message. */
    sentences: z.array(message),
    /**
     * READY: a dry run found no fault. FAULTY, AMOUNTS_DIFFER: nothing is stored. UNCHANGED: the schedule equals the file already.
     */
    outcome: z.enum(['READY', 'FAULTY', 'AMOUNTS_DIFFER', 'UNCHANGED', 'STORED']),
    fileName: z.string(),
    /** Rows that are not empty, headings included. */
    rowsRead: z.int(),
    sections: z.int(),
    items: z.int(),
    /** Items without a rate. */
    withoutRate: z.int(),
    /** The sum of all amounts. */
    amount: f.total,
    /** Sections and items in the order of the sheet. */
    rows: z.array(foundItem),
    /** The number of faults; `faults` has the first 1,000. */
    failed: z.int(),
    faults: z.array(scheduleFault),
    /** Empty as long as a cell has a fault. */
    amounts: z.array(fileAmount),
    /** Rows that are neither sections nor items, such as GST and signatures; they are ignored. */
    leftOut: z.array(z.object({ row: z.int(), text: z.string() })),
    /** Headings of columns that were not read. */
    ignoredColumns: z.array(z.string()),
    notes: z.array(sheetNote),
  }),
})

export const downloadScheduleTemplate = endpoint({
  method: 'GET',
  path: `${base}/schedule-items/bulk-upload/template`,
  summary: 'An empty sheet with every column of a schedule, and an example',
  allow,
  ...sheetOfUpload,
})
