import { type LetterContent, type LetterFormat, letterTypes } from '@plinth/api/kernel/letter'
import { FileAnswer } from '../../kernel/files/file-answers.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { letterPdf } from '../../kernel/print/letter-pdf.ts'
import { letterWord } from '../../kernel/print/word.ts'
import * as letterheads from './letterheads.queries.ts'

/** What a letter is called as a file: its number or what it is about, with nothing that no file may be called. */
export const letterFileName = (called: string, format: LetterFormat) =>
  `${called.replaceAll(/[^\p{L}\p{M}\p{N}.-]+/gu, '-')}.${format}`

/** A letter as a file, in Word on the letterhead of the company where it has one. Throws what printing throws. */
export async function letterFile(
  { stage, caller: { tenantId } }: Pick<StagedContext, 'stage' | 'caller'>,
  letter: LetterContent,
  called: string,
  format: LetterFormat,
): Promise<FileAnswer> {
  const bytes =
    format === 'pdf'
      ? await letterPdf(tenantId, letter)
      : await letterWord(tenantId, letter, (await stage(letterheads.file))?.content)
  return new FileAnswer(letterTypes[format], letterFileName(called, format), bytes)
}
