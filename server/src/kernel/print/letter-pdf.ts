import type { LetterContent } from '@plinth/api/kernel/letter'
import { layOut } from './letter.ts'
import { printPdf } from './print.ts'

const template = new URL('./letter.typ', import.meta.url)

/** A letter as PDF on A4. Throws like `printPdf`. */
export const letterPdf = (party: string, content: LetterContent): Promise<Buffer> =>
  printPdf(party, template, layOut(content))
