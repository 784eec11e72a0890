import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes, namedFile } from '../kernel/files.ts'
import { letterTypes } from '../kernel/letter.ts'

export const about = 'The Word file of a company that its letters are put into, in place of our own plain page.'

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
  summary: 'Which letterhead the letters of the company are put into',
  allow: { module: 'Contracts', can: 'canView' },
  response: letterhead,
})

export const downloadLetterhead = endpoint({
  method: 'GET',
  path: `${base}/file`,
  summary: 'The letterhead of the company as its letters are put into it; 404 where it has none',
  allow: { module: 'Contracts', can: 'canView' },
  download: [letterTypes.docx],
  response: fileBytes,
})

export const uploadLetterhead = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Have the letters put into a Word file of at most 2 MB with {letter} in a paragraph of its own, without its links, comments, macros and embedded files; it takes the place of the one there was',
  allow: { module: 'Contracts', can: 'canEdit' },
  upload: { field: 'file', maxBytes: maxLetterheadBytes, tooLarge: 'The letterhead must be at most 2 MB.' },
  body: namedFile,
  response: letterhead,
})

export const removeLetterhead = endpoint({
  method: 'DELETE',
  path: base,
  summary: 'Take the letterhead away: letters are on our plain page again',
  allow: { module: 'Contracts', can: 'canEdit' },
})
