import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import { sheetNote } from '../kernel/sheet-files.ts'
import { scheduleItemKinds } from '../money/agreement-choices.ts'
import { sheetOfUpload, uploading } from '../platform/import-results.ts'
import { scheduleItem } from './schedule-items.ts'

export const about =
  'The schedule of an agreement, read from the bill of quantities (BOQ) of its tender as the file is.'

const base = '/payment/api'
const allow = { module: 'Payments', can: 'canCreate' } as const

/**
 * The most rows of a sheet that are read, headings, totals and continued descriptions included (measurement to money, 11): as many
 * as a sheet of tasks may have, which one transaction stores, too.
 */
export const maxScheduleRows = 10_000

const { sorCode, unit, quantity, rate } = scheduleItem.shape

/** A section or an item as the sheet has it; null is what the sheet leaves empty or what has a fault. */
export const foundItem = z.object({
  /** The row in which it begins. */
  row: z.int(),
  kind: z.enum(scheduleItemKinds),
  /** 0 at the top. */
  level: z.int(),
  /** As it is stored: a sub-item (a) of item 5 is 5(a). */
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

/** A cell that keeps the whole sheet from being stored: where it is, what it is of an item, what it holds, what is wrong. */
export const scheduleFault = z.object({
  /** Such as D14. */
  cell: z.string(),
  row: z.int(),
  field: z.string(),
  value: z.string(),
  ...message.shape,
})
export type ScheduleFault = z.infer<typeof scheduleFault>

/** An amount of the file beside what its rows come to: every total, and the amounts of items that are not quantity by rate. */
export const fileAmount = z.object({
  cell: z.string(),
  row: z.int(),
  /** What stands beside it: Sub total, or the number of the item. */
  label: z.string(),
  amount: f.total,
  /** What the rows come to. */
  sum: f.total,
  agrees: z.boolean(),
})
export type FileAmount = z.infer<typeof fileAmount>

const { dryRun } = uploading.query.shape

export const uploadSchedule = endpoint({
  method: 'POST',
  path: `${base}/agreements/:agreementId/schedule-items/bulk-upload`,
  summary:
    'Enter the whole schedule of an agreement from the BOQ of its tender, a CSV or Excel file: all of it is stored, or nothing. A schedule with rows is not added to',
  allow,
  params: z.object({ agreementId: f.id }),
  /** A dry run judges every row and stores nothing. `acceptAmounts` stores a schedule from which amounts of the file differ. */
  query: z.object({ dryRun, acceptAmounts: dryRun }),
  upload: uploading.upload,
  body: uploading.body,
  response: z.object({
    message: z.string(),
    /** What the message is put together of. */
    sentences: z.array(message),
    /**
     * READY: a dry run found nothing wrong. FAULTY, AMOUNTS_DIFFER: nothing is stored. UNCHANGED: the schedule is what the file
     * says already.
     */
    outcome: z.enum(['READY', 'FAULTY', 'AMOUNTS_DIFFER', 'UNCHANGED', 'STORED']),
    fileName: z.string(),
    /** Rows that hold something, headings included. */
    rowsRead: z.int(),
    sections: z.int(),
    items: z.int(),
    /** Items without a rate. */
    withoutRate: z.int(),
    /** The sum of all amounts. */
    amount: f.total,
    /** Sections and items in the order of the sheet. */
    rows: z.array(foundItem),
    /** How many faults there are; `faults` has the first 1,000. */
    failed: z.int(),
    faults: z.array(scheduleFault),
    /** Compared once no cell has a fault. */
    amounts: z.array(fileAmount),
    /** Rows that are neither sections nor items, such as GST and signatures: they were not read. */
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
