import { type LetterContent, letterWords } from '@plinth/api/kernel/letter'
import PizZip from 'pizzip'
import { SaxesParser } from 'saxes'
import { textsOfPages, wordsIn } from './pdf-text.ts'

/** What stands in the body of a document, read as XML: anything not well-formed throws. */
export function wordText(document: Buffer, part = 'word/document.xml'): string {
  let [text, isText] = ['', false]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    isText = name === 'w:t'
    if (['w:p', 'w:br', 'w:tab'].includes(name)) text += ' '
  })
  parser.on('text', (piece) => {
    if (isText) text += piece
  })
  parser.on('closetag', () => {
    isText = false
  })
  parser.write(new PizZip(document).file(part)?.asText() ?? '').close()
  return text
}

export const signsIn = (text: string) => text.replaceAll(' ', '')

/** What the pages of a letter say, without their numbers, and with nothing between the words: a word may go over two lines. */
export const printed = (pdf: Buffer) =>
  signsIn(
    textsOfPages(pdf)
      .map((text) => wordsIn(text).replace(/(Page \d+ of \d+|पृष्ठ \d+ \/ \d+)$/, ''))
      .join(' '),
  )

/** Every word of a letter, in the order in which it is read. */
export function wordsOfLetter(letter: LetterContent): string {
  const words = letterWords[letter.language]
  const { letterhead: head, body } = letter
  const told = (['gstin', 'phone', 'email'] as const).flatMap((key) => (head[key] ? [words[key], head[key]] : []))
  const pieces = body.flatMap((piece) =>
    typeof piece === 'string'
      ? [piece]
      : [...piece.columns.map(({ heading }) => heading), ...piece.rows.flat(), ...(piece.total ?? [])],
  )
  const numbered = letter.referenceNo === '' ? [] : [words.reference, letter.referenceNo]
  const above = [...numbered, words.day, letter.day, ...letter.addressee]
  const below = [letter.closing, ...letter.signatory]
  const enclosed = letter.enclosures.flatMap((text, at) => [`${at + 1}.`, text])
  return wordsIn(
    [
      head.name,
      ...head.address,
      ...told,
      ...above,
      words.subject,
      letter.subject,
      letter.salutation,
      ...pieces,
      ...below,
      ...(enclosed.length > 0 ? [words.enclosures] : []),
      ...enclosed,
    ].join(' '),
  )
}
