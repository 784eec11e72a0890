import PizZip from 'pizzip'
import { afterAll, expect, test } from 'vitest'
import { englishLetter } from '../testing/letters.ts'
import { letterheadFile as letterhead } from '../testing/word-file.ts'
import { endPrinting } from './print.ts'
import { cleanLetterhead, letterWord } from './word.ts'

afterAll(endPrinting)

const company = 'a company'

const inBody = 'word/document.xml before <w:sectPr>'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

const refusal = (bytes: Uint8Array) =>
  cleanLetterhead(company, bytes).then(
    () => 'taken',
    ({ status, code, message }) => `${status} ${code} ${message}`,
  )

test('a letterhead is accepted, the letter stands at its mark, and the other names are filled in', async () => {
  const base = letterhead({ [inBody]: paragraph('{company} · {referenceNo} · {day}') })
  expect(await refusal(base)).toBe('taken')
  const printedLetter = new PizZip(await letterWord(company, englishLetter, base))
  const text = printedLetter.file('word/document.xml')?.asText() ?? ''
  expect(text).toContain('Dear Sir or Madam,')
  expect(text).toContain('Shree Balaji Infraprojects Pvt. Ltd. · SBI/EMD/2026-27/0142 · 25 Nov 2026')
  // The letterhead has a head of its own, so ours is left out.
  expect(text).not.toContain('Navi Mumbai 400 703')
})

test('a name that Word has split into several runs is found', async () => {
  const split = '<w:p><w:r><w:t>{comp</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>any}</w:t></w:r></w:p>'
  const printedLetter = new PizZip(await letterWord(company, englishLetter, letterhead({ [inBody]: split })))
  expect(printedLetter.file('word/document.xml')?.asText()).toContain('Shree Balaji Infraprojects')
})

const misplacedMark = '400 invalid The letterhead has a { or } that belongs to no name, or {letter}'
const oneMark = '400 invalid The letterhead has to have {letter} once'
const entities = '400 invalid The letterhead declares entities of its own'
const damaged = '400 invalid The letterhead is damaged'
const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>`, 'utf16le')

test.each<[string, string, Uint8Array]>([
  ['no file of Office', '400 invalid This is no Word document', Buffer.from('Dear Sir')],
  ['an old or a locked one', '400 invalid This is an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['entities', entities, letterhead({ 'word/styles.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
  ['a type of document of its own', entities, letterhead({ 'word/styles.xml': '<!DOCTYPE a SYSTEM "b.dtd"><a/>' })],
  ['entities in other letters', damaged, letterhead({}, { 'word/styles.xml': utf16 })],
  [
    'a text of another encoding',
    damaged,
    letterhead({ 'word/styles.xml': '<?xml version="1.0" encoding="utf-7"?><a/>' }),
  ],
  ['styles that are none', damaged, letterhead({ 'word/styles.xml': '<a/>' })],
  ['XML that is broken', damaged, letterhead({ 'word/styles.xml': '<a><b></a>' })],
  ['a part that leads out of it', damaged, letterhead({}, { '../a.xml': '<a/>' })],
  ['two parts of one name', damaged, letterhead({}, { 'Word/Document.xml': '<a/>' })],
  ['no document', '400 invalid This is no Word document', letterhead({ 'word/document.xml': null })],
  ['a workbook', '400 invalid This is no Word document', letterhead({ 'word/document.xml': '<workbook/>' })],
  [
    'no place for the letter',
    oneMark,
    letterhead({
      'word/document.xml before {letter}': '{day}</w:t></w:r></w:p><!--',
      'word/document.xml before <w:sectPr>': '-->',
    }),
  ],
  ['two places for it', oneMark, letterhead({ [inBody]: paragraph('{letter}') })],
  ['a place within a line', misplacedMark, letterhead({ [inBody]: paragraph('Text {letter}') })],
  ['a brace of no name', misplacedMark, letterhead({ [inBody]: paragraph('{company') })],
  [
    'a name that no letter has',
    '400 invalid The letterhead names {amout}, which is none of',
    letterhead({ [inBody]: paragraph('{amout}') }),
  ],
  ['an expression', '400 invalid The letterhead names {1+1}', letterhead({ [inBody]: paragraph('{1+1}') })],
  [
    'a property',
    '400 invalid The letterhead names {company.constructor}',
    letterhead({ [inBody]: paragraph('{company.constructor}') }),
  ],
  [
    'a repetition',
    '400 invalid The letterhead names {company}',
    letterhead({ [inBody]: paragraph('{#company}x{/company}') }),
  ],
  ['XML of its own', '400 invalid The letterhead names {company}', letterhead({ [inBody]: paragraph('{@company}') })],
  ['other braces', '400 invalid The letterhead names {=[[ ]]=}', letterhead({ [inBody]: paragraph('{=[[ ]]=}') })],
  [
    'a letter at its foot',
    '400 invalid {letter} belongs into the page',
    letterhead({ 'word/footer1.xml before </w:ftr>': paragraph('{letter}') }),
  ],
  ['more than 2 MB', '400 invalid The letterhead is larger than 2 MB.', Buffer.alloc(2 * 1024 * 1024 + 1)],
  [
    '20 MB in little',
    '400 invalid The letterhead unpacks to more than 20 MB.',
    letterhead({}, { 'word/media/a.png': new Uint8Array(21 * 1024 * 1024) }),
  ],
  ['the beginning of a file', damaged, letterhead().subarray(0, 2_000)],
])('a letterhead is refused with a sentence: %s', async (_, sentence, bytes) => {
  expect(await refusal(bytes)).toContain(sentence)
})

test('a part that declares a smaller size is counted in full', async () => {
  const packed = letterhead({}, { 'word/media/a.png': new Uint8Array(21 * 1024 * 1024) })
  const size = Buffer.alloc(4)
  size.writeUInt32LE(21 * 1024 * 1024)
  const lie = Buffer.from(packed)
  for (let at = lie.indexOf(size); at >= 0; at = lie.indexOf(size, at)) lie.writeUInt32LE(100, at)
  expect(await refusal(lie)).toContain('unpacks to more than 20 MB')
})

test('nothing is printed on a letterhead that cannot be read', async () => {
  const bad = letterhead({ 'word/styles.xml': '<a><b></a>' })
  await expect(letterWord(company, englishLetter, bad)).rejects.toMatchObject({ status: 400 })
})
