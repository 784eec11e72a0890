import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes, namedFile } from '../kernel/files.ts'
import { letterTypes } from '../kernel/letter.ts'

export const about = 'The Word file that a company’s letters are written into, instead of the plain page.'

const base = '/project/api/letterhead'

/** 2 MB. */
export const maxLetterheadBytes = 2 * 1024 * 1024

/** The letterhead of a company; nulls when it has none. */
export const letterhead = z.object({
  fileName: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.int()),
  updatedAt: z.nullable(f.moment),
  updatedByName: z.nullable(z.string()),
})
export type Letterhead = z.infer<typeof letterhead>

/** The labels of the fields in the audit trail. */
export const letterheadLabels = { fileName: 'File' } as const

export const audited = {
  letterheads: { record: letterhead, labels: letterheadLabels },
}

export const getLetterhead = endpoint({
  method: 'GET',
  path: base,
  summary: 'The letterhead of the company’s letters',
  allow: { module: 'Contracts', can: 'canView' },
  response: letterhead,
})

export const downloadLetterhead = endpoint({
  method: 'GET',
  path: `${base}/file`,
  summary: 'The file of the company’s letterhead; 404 if it has none',
  allow: { module: 'Contracts', can: 'canView' },
  download: [letterTypes.docx],
  response: fileBytes,
})

export const uploadLetterhead = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Replace the letterhead by a Word file of at most 2 MB with {letter} in a paragraph of its own; links, comments, macros and embedded files are removed',
  allow: { module: 'Contracts', can: 'canEdit' },
  upload: { field: 'file', maxBytes: maxLetterheadBytes, tooLarge: 'The letterhead must be at most 2 MB.' },
  body: namedFile,
  response: letterhead,
})

export const removeLetterhead = endpoint({
  method: 'DELETE',
  path: base,
  summary: 'Remove the letterhead: letters are on the plain page again',
  allow: { module: 'Contracts', can: 'canEdit' },
})
