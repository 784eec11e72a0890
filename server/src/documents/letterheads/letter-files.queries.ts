import { type LetterContent, type LetterFormat, letterTypes } from '@plinth/api/kernel/letter'
import { FileAnswer } from '../../kernel/files/file-answers.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { letterPdf } from '../../kernel/print/letter-pdf.ts'
import { letterWord } from '../../kernel/print/word.ts'
import * as letterheads from './letterheads.queries.ts'

/** The file name of a letter: its number or subject without characters that file names may not have. */
export const letterFileName = (title: string, format: LetterFormat) =>
  `${title.replaceAll(/[^\p{L}\p{M}\p{N}.-]+/gu, '-')}.${format}`

/** A letter as a file; a Word file is on the company's letterhead if there is one. Throws what printing throws. */
export async function letterFile(
  { stage, caller: { tenantId } }: Pick<StagedContext, 'stage' | 'caller'>,
  letter: LetterContent,
  title: string,
  format: LetterFormat,
): Promise<FileAnswer> {
  const bytes =
    format === 'pdf'
      ? await letterPdf(tenantId, letter)
      : await letterWord(tenantId, letter, (await stage(letterheads.file))?.content)
  return new FileAnswer(letterTypes[format], letterFileName(title, format), bytes)
}
