import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportFormats, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes, namedFile } from '../kernel/files.ts'
import { message } from '../kernel/messages.ts'
import { sheetNote } from '../kernel/sheet-files.ts'
import { importFailure, importLimits } from '../platform/import-results.ts'
import { taskFields } from './tasks.ts'

export const about = 'A project’s tasks as a sheet, out and in again.'

const base = '/project/api/tasks'

/** The most tasks that one sheet may hold. */
export const maxSheetTasks = 10_000

const { parentId: _, ...sheetFields } = taskFields

/**
 * A task as a row of a sheet. `number` is its dotted number and the key: 1.2.3 stands under 1.2, behind 1.2.2. `assignedTo`
 * is the person's e-mail address, else the mobile number, which are theirs alone.
 */
export const sheetTask = z.object({ number: z.string(), ...sheetFields, assignedTo: f.optional(f.text(254)) })

const format = z._default(z.enum(exportFormats), 'xlsx')

export const exportTasks = endpoint({
  method: 'GET',
  path: `${base}/export`,
  summary: 'The whole task tree of a project as a sheet that an upload takes back unchanged',
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
    'Enter a task tree from a CSV or Excel file: a number the project has changes that task, another adds one. All of it is stored, or nothing',
  allow: { module: 'Project Tasks', can: 'canCreate' },
  /** A dry run judges every cell and stores nothing. */
  query: z.object({ projectId: f.id, dryRun: z.optional(z.enum(['true', 'false'])) }),
  upload: { field: 'file', maxBytes: importLimits.bytes, tooLarge: 'The file must be at most 20 MB.' },
  body: namedFile,
  response: z.object({
    message: z.string(),
    /** What the message is put together of. */
    sentences: z.array(message),
    isDryRun: z.boolean(),
    fileName: z.string(),
    rowsRead: z.int(),
    /** Tasks that are new, changed and as they were before; of a dry run or a refused file, those that would be. */
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Rows with a fault. One is enough, and nothing of the file is stored. */
    failed: z.int(),
    /** Headings of columns that are no field of a task: they were not read. */
    ignoredColumns: z.array(z.string()),
    /** The first 1,000 rows with a fault; `refId` is the number. */
    failures: z.array(importFailure),
    /** What was read of cells as it is shown or meant, not as they hold it. */
    notes: z.array(sheetNote),
  }),
})
