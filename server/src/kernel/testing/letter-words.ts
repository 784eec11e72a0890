import { type LetterContent, letterWords } from '@plinth/api/kernel/letter'
import PizZip from 'pizzip'
import { SaxesParser } from 'saxes'
import { textsOfPages, wordsIn } from './pdf-text.ts'

/** The text of a part of a Word document; throws if it is not well-formed XML. */
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

/** The text of a letter's pages without page numbers and spaces, because a word may continue on the next line. */
export const printed = (pdf: Buffer) =>
  signsIn(
    textsOfPages(pdf)
      .map((text) => wordsIn(text).replace(/(Page \d+ of \d+|पृष्ठ \d+ \/ \d+)$/, ''))
      .join(' '),
  )

/** Every word of a letter, in reading order. */
export function wordsOfLetter(letter: LetterContent): string {
  const words = letterWords[letter.language]
  const { letterhead: head, body } = letter
  const contact = (['gstin', 'phone', 'email'] as const).flatMap((key) => (head[key] ? [words[key], head[key]] : []))
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
      ...contact,
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
