import PizZip from 'pizzip'
import { afterAll, expect, test } from 'vitest'
import { endPrinting } from './print.ts'
import { englishLetter } from './testing/letters.ts'
import { letterheadFile as letterhead } from './testing/word-file.ts'
import { judgeLetterhead, letterWord } from './word.ts'

afterAll(endPrinting)

const company = 'a company'

const inBody = 'word/document.xml before <w:sectPr>'
const inRelations = 'word/_rels/document.xml.rels before </Relationships>'
const inTypes = '[Content_Types].xml before </Types>'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const relation = (attributes: string) => `<Relationship Id="rId9" ${attributes}/>`
const field = (code: string) => `<w:p><w:r><w:instrText>${code}</w:instrText></w:r></w:p>`
const picture = Buffer.from('89504e470d0a1a0a', 'hex')

const refusal = (bytes: Uint8Array) =>
  judgeLetterhead(company, bytes).then(
    () => 'taken',
    ({ status, code, message }) => `${status} ${code} ${message}`,
  )

test('a letterhead is taken, and the letter stands where it says, with its other names filled', async () => {
  const base = letterhead(
    { [inBody]: paragraph('{company} · {referenceNo} · {day}') },
    { 'word/media/logo.png': picture },
  )
  expect(await refusal(base)).toBe('taken')
  const made = new PizZip(await letterWord(company, englishLetter, base))
  const text = made.file('word/document.xml')?.asText() ?? ''
  expect(text).toContain('Dear Sir or Madam,')
  expect(text).toContain('Shree Balaji Infraprojects Pvt. Ltd. · SBI/EMD/2026-27/0142 · 25 Nov 2026')
  // It has a head of its own: ours would be a second one.
  expect(text).not.toContain('Navi Mumbai 400 703')
  expect(Buffer.from(made.file('word/media/logo.png')?.asUint8Array() ?? []).equals(picture)).toBe(true)
})

test('a name that Word has split into several runs is found', async () => {
  const split = '<w:p><w:r><w:t>{comp</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>any}</w:t></w:r></w:p>'
  const made = new PizZip(await letterWord(company, englishLetter, letterhead({ [inBody]: split })))
  expect(made.file('word/document.xml')?.asText()).toContain('Shree Balaji Infraprojects')
})

const outside = '400 invalid The letterhead refers to something outside of itself'
const active = '400 invalid The letterhead holds macros or embedded files.'
const misplaced = '400 invalid The letterhead has a { or } that belongs to no name, or {letter}'
const once = '400 invalid The letterhead has to have {letter} once'
const entities = '400 invalid The letterhead declares entities of its own'
const damaged = '400 invalid The letterhead is damaged'
const type = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>`, 'utf16le')

test.each<[string, string, Uint8Array]>([
  ['no file of Office', '400 invalid This is no Word document', Buffer.from('Dear Sir')],
  ['an old or a locked one', '400 invalid This is an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  [
    'a picture to be fetched',
    outside,
    letterhead({ [inRelations]: relation(`${type}image" Target="https://a.example/b.png" TargetMode="External"`) }),
  ],
  [
    'a document beside it',
    outside,
    letterhead({ [inRelations]: relation(`${type}subDocument" Target="a.docx" TargetMode="External"`) }),
  ],
  [
    'a link in other words',
    outside,
    letterhead({ [inRelations]: relation(`${type}image" Target="file:///etc/passwd"`) }),
  ],
  [
    'a template of another server',
    outside,
    letterhead({
      [inRelations]: relation(`${type}attachedTemplate" Target="\\\\server\\a.dotm" TargetMode=" external "`),
    }),
  ],
  ['a field that starts a program', outside, letterhead({ [inBody]: field('DDEAUTO c:\\\\cmd.exe "/k calc"') })],
  [
    'a field in pieces',
    outside,
    letterhead({ [inBody]: field('INCLUDE</w:instrText></w:r><w:r><w:instrText>PICTURE "http://a.example"') }),
  ],
  ['a simple field', outside, letterhead({ [inBody]: '<w:p><w:fldSimple w:instr="INCLUDETEXT a.docx"/></w:p>' })],
  ['macros', active, letterhead({}, { 'word/vbaProject.bin': 'x' })],
  [
    'macros by their type',
    active,
    letterhead({
      [inTypes]: '<Override PartName="/a.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
    }),
  ],
  ['an embedded workbook', active, letterhead({}, { 'word/embeddings/a.xlsx': 'x' })],
  ['a page brought along', active, letterhead({ [inBody]: '<w:altChunk/>' })],
  [
    'a program among its parts',
    '400 invalid The letterhead holds files that are neither',
    letterhead({}, { 'word/a.exe': 'x' }),
  ],
  ['entities', entities, letterhead({ 'word/styles.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
  ['a type of document of its own', entities, letterhead({ 'word/styles.xml': '<!DOCTYPE a SYSTEM "b.dtd"><a/>' })],
  ['entities in other letters', damaged, letterhead({}, { 'word/extra.xml': utf16 })],
  [
    'XML under another name',
    damaged,
    letterhead({ [inTypes]: '<Override PartName="/word/a.png" ContentType="application/xml"/>' }),
  ],
  ['XML that is broken', damaged, letterhead({ 'word/styles.xml': '<a><b></a>' })],
  ['a part that leads out of it', damaged, letterhead({}, { '../a.xml': '<a/>' })],
  ['no document', '400 invalid This is no Word document', letterhead({ 'word/document.xml': null })],
  ['a workbook', '400 invalid This is no Word document', letterhead({ '[Content_Types].xml': '<Types/>' })],
  ['no place for the letter', once, letterhead({ 'word/document.xml': '<a/>' })],
  ['two places for it', once, letterhead({ [inBody]: paragraph('{letter}') })],
  ['a place within a line', misplaced, letterhead({ [inBody]: paragraph('Text {letter}') })],
  ['a brace of no name', misplaced, letterhead({ [inBody]: paragraph('{company') })],
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
])('a letterhead is refused in a sentence: %s', async (_, sentence, bytes) => {
  expect(await refusal(bytes)).toContain(sentence)
})

test('a part that says it is small is counted all the same', async () => {
  const packed = letterhead({}, { 'word/media/a.png': new Uint8Array(21 * 1024 * 1024) })
  const size = Buffer.alloc(4)
  size.writeUInt32LE(21 * 1024 * 1024)
  const lie = Buffer.from(packed)
  for (let at = lie.indexOf(size); at >= 0; at = lie.indexOf(size, at)) lie.writeUInt32LE(100, at)
  expect(await refusal(lie)).toContain('unpacks to more than 20 MB')
})

test('nothing is printed on a letterhead that is not taken', async () => {
  const bad = letterhead({}, { 'word/vbaProject.bin': 'x' })
  await expect(letterWord(company, englishLetter, bad)).rejects.toMatchObject({ status: 400 })
})
