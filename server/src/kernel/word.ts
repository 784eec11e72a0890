import type { LetterContent } from '@plinth/api/kernel/letter'
import { layOut } from './letter.ts'
import { letterBlocks } from './letter-blocks.ts'
import { printed } from './print.ts'

/**
 * A letter as a Word document: on the company's own letterhead, in which {letter} stands where the letter goes and {company},
 * {referenceNo}, {day} and {subject} may stand anywhere, or on our base, which has the letterhead of the content. Throws as
 * `printed` does: 400 where the letterhead is not as `judgeLetterhead` wants it.
 */
export function letterWord(
  party: string,
  content: LetterContent,
  letterhead: Uint8Array | null = null,
): Promise<Buffer> {
  const letter = layOut(content)
  const { referenceNo, day, subject } = letter
  return printed(party, {
    base: letterhead ? { letterhead } : { foot: letter.words.page },
    letter: letterBlocks(letter, letterhead === null),
    texts: { company: letter.letterhead.name, referenceNo, day, subject },
  })
}

/**
 * Judges a .docx that a company would have its letters on. Throws 400 with a sentence where it is larger than 2 MB (20 MB
 * unpacked), has macros, embedded files, entities or anything outside of itself, names what a letter has not, or has {letter}
 * not once in a paragraph of its own; else as `printed` does.
 */
export async function judgeLetterhead(party: string, bytes: Uint8Array): Promise<void> {
  await printed(party, { judged: bytes })
}
