import type { LetterContent } from '@plinth/api/kernel/letter'
import { layOut } from './letter.ts'
import { letterBlocks } from './letter-blocks.ts'
import { runPrintOrder } from './print.ts'

/**
 * A letter as a Word document: on the company's own letterhead, where {letter} marks its place and {company},
 * {referenceNo}, {day} and {subject} may stand anywhere, or on our base, which gets the letterhead of the content.
 * Throws like `runPrintOrder`: 400 if the letterhead cannot be read or has no place for the letter.
 */
export function letterWord(
  party: string,
  content: LetterContent,
  letterhead: Uint8Array | null = null,
): Promise<Buffer> {
  const letter = layOut(content)
  const { referenceNo, day, subject } = letter
  return runPrintOrder(party, {
    base: letterhead ? { letterhead } : { foot: letter.words.page },
    letter: letterBlocks(letter, letterhead === null),
    texts: { company: letter.letterhead.name, referenceNo, day, subject },
  })
}

/**
 * Cleans an uploaded letterhead and returns the file to store. Throws 400 with a sentence if it cannot be read, is too
 * large, declares entities, has an unknown name, or does not have {letter} once in a paragraph of its own; otherwise
 * like `runPrintOrder`.
 */
export const cleanLetterhead = (party: string, letterhead: Uint8Array): Promise<Buffer> =>
  runPrintOrder(party, { letterhead })
