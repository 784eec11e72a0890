import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportFormats, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes, namedFile } from '../kernel/files.ts'
import { message } from '../kernel/messages.ts'
import { sheetNote } from '../kernel/sheet-files.ts'
import { importFailure, importLimits } from '../platform/import-results.ts'
import { taskFields } from './tasks.ts'

export const about = 'A project’s tasks as a sheet: export and import.'

const base = '/project/api/tasks'

/** The most tasks in one sheet. */
export const maxSheetTasks = 10_000

const { parentId: _, ...sheetFields } = taskFields

/**
 * A task as a row of a sheet. `number` is its dotted number and the key: 1.2.3 is below 1.2 and after 1.2.2. `assignedTo` is the
 * user's e-mail address, else the mobile number; both are unique.
 */
export const sheetTask = z.object({ number: z.string(), ...sheetFields, assignedTo: f.optional(f.text(254)) })

const format = z._default(z.enum(exportFormats), 'xlsx')

export const exportTasks = endpoint({
  method: 'GET',
  path: `${base}/export`,
  summary: 'The whole task tree of a project as a sheet, which can be imported again unchanged',
  allow: { module: 'Project Tasks', can: 'canReport' },
  query: z.object({ projectId: f.id, format }),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const downloadTaskTemplate = endpoint({
  method: 'GET',
  path: `${base}/bulk-upload/template`,
  summary: 'An empty sheet with every column of a task, and an example',
  allow: { module: 'Project Tasks', can: 'canCreate' },
  query: z.object({ format }),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const uploadTasks = endpoint({
  method: 'POST',
  path: `${base}/bulk-upload`,
  summary:
    'Import a task tree from a CSV or Excel file: a known number changes its task, another number adds one. All rows are stored, or none',
  allow: { module: 'Project Tasks', can: 'canCreate' },
  /** A dry run checks every cell and stores nothing. */
  query: z.object({ projectId: f.id, dryRun: z.optional(z.enum(['true', 'false'])) }),
  upload: { field: 'file', maxBytes: importLimits.bytes, tooLarge: 'The file must be at most 20 MB.' },
  body: namedFile,
  response: z.object({
    message: z.string(),
    /** The parts of the message. */
    sentences: z.array(message),
    isDryRun: z.boolean(),
    fileName: z.string(),
    rowsRead: z.int(),
    /** The numbers of new, changed and unchanged tasks; for a dry run or a rejected file, the numbers that there would be. */
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** The number of rows with a fault. One such row is enough to store nothing of the file. */
    failed: z.int(),
    /** Headings of columns that are no field of a task; they are ignored. */
    ignoredColumns: z.array(z.string()),
    /** The first 1,000 rows with a fault; `refId` is the number. */
    failures: z.array(importFailure),
    /** Cells that were read as they are shown or meant, not as they are stored in the file. */
    notes: z.array(sheetNote),
  }),
})
