import type { LetterContent, LetterTable } from '@plinth/api/kernel/letter'
import PizZip from 'pizzip'
import { afterAll, expect, test } from 'vitest'
import { wordsOfLetter, wordText } from '../testing/letter-words.ts'
import { englishLetter, hindiLetter } from '../testing/letters.ts'
import { textsOfPages, wordsIn } from '../testing/pdf-text.ts'
import { letterPdf } from './letter-pdf.ts'
import { endPrinting } from './print.ts'
import { letterWord } from './word.ts'

afterAll(endPrinting)

const company = 'a company'

/**
 * Ignores spaces, because a word that continues on the next line or in another script comes out of a page in two
 * pieces.
 */
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

const pages = async (letter: LetterContent) => textsOfPages(await letterPdf(company, letter)).map(wordsIn)

test.each([
  ['English', englishLetter],
  ['Hindi', hindiLetter],
])('a letter has the same words as PDF and in Word as in its content: %s', async (_, letter) => {
  const words = wordsOfLetter(letter)
  const texts = await pages(letter)
  expect(texts.map(withoutSpaces)).toEqual([withoutSpaces(words)])
  if (letter.language === 'en') expect(texts).toEqual([words])
  expect(wordsIn(wordText(await letterWord(company, letter)))).toBe(words)
})

test('optional parts that are empty leave no trace', async () => {
  const letterhead = { name: 'Demo Infra', address: [], gstin: null, phone: null, email: null }
  const letter: LetterContent = {
    language: 'en',
    letterhead,
    referenceNo: '',
    day: '05 Nov 2026',
    addressee: [],
    subject: 'Refund',
    salutation: 'Sir,',
    body: ['Kindly refund.'],
    closing: 'Yours,',
    signatory: ['R. Rao'],
    enclosures: [],
  }
  const words = 'Demo Infra Date: 05 Nov 2026 Subject: Refund Sir, Kindly refund. Yours, R. Rao'
  expect(await pages(letter)).toEqual([words])
  expect(wordsIn(wordText(await letterWord(company, letter)))).toBe(words)
})

const hostile =
  '#panic("x") #import "@preview/a:1.0.0" $*_`~ \\ \\u{41} <w:t>&amp;</w:t> {letter} {#company} ]]> "quoted" -- = + @ref // not /* a */ note'

test('data stays text, even if it looks like markup', async () => {
  const [head] = englishLetter.body
  const letter: LetterContent = {
    ...englishLetter,
    referenceNo: hostile,
    day: 'x',
    subject: hostile,
    salutation: hostile,
    closing: hostile,
    signatory: [hostile],
    letterhead: { ...englishLetter.letterhead, name: hostile, address: [hostile], email: hostile },
    addressee: [hostile],
    enclosures: [hostile],
    body: [head ?? '', hostile, hostile],
  }
  const texts = (await pages(letter)).join(' ').replaceAll(/ Page \d of \d/g, '')
  expect(withoutSpaces(texts)).toBe(withoutSpaces(wordsOfLetter(letter)))
  expect(wordsIn(wordText(await letterWord(company, letter)))).toBe(wordsOfLetter(letter))
})

test('unprintable characters are left out, and line breaks stay', async () => {
  const odd = 'one\u0000two\u202Ethree\uD800\r\nfour\tfive\u2028six\uFFFE'
  const letter = { ...englishLetter, subject: odd }
  const words = wordsOfLetter({ ...englishLetter, subject: 'onetwothree\uFFFD four five six' })
  expect(await pages(letter)).toEqual([words])
  expect(wordsIn(wordText(await letterWord(company, letter)))).toBe(words)
})

const columns: LetterTable['columns'] = [
  { heading: 'Work of the tender', align: 'start' },
  { heading: 'Amount due', align: 'end' },
]
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => [`Road of district number ${at + 1}`, `${at + 1},00,000.00`])

test('a table of 200 rows repeats its headings on each page, numbers the pages and loses no row', async () => {
  const letter = {
    ...englishLetter,
    body: ['As below:', { columns, rows: rowsOf(200), total: ['Total', '1.00'] }, 'Thanks.'],
  }
  const texts = await pages(letter)
  expect(texts.length).toBeGreaterThan(4)
  const tabled = texts.filter((text) => text.includes('Road of district'))
  for (const text of tabled) expect(text.split('Work of the tender Amount due')).toHaveLength(2)
  for (const [at, text] of texts.entries()) expect(text.endsWith(`Page ${at + 1} of ${texts.length}`)).toBe(true)
  const numbers = [...texts.join(' ').matchAll(/Road of district number (\d+) \1,00,000\.00/g)].map(([, number]) =>
    Number(number),
  )
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
  const document = new PizZip(await letterWord(company, letter)).file('word/document.xml')?.asText() ?? ''
  expect(document.split('<w:tblHeader/>')).toHaveLength(2)
})

test('a letter of one page has no page number', async () => {
  expect((await pages(englishLetter)).join(' ')).not.toContain('Page')
  expect((await pages(hindiLetter)).join(' ')).not.toContain('पृष्ठ')
})

test('a signature is never alone on its page, and never split', async () => {
  const last = 'This is the last paragraph of the letter.'
  for (let count = 10; count <= 40; count += 1) {
    const letter = { ...englishLetter, enclosures: [], body: [...rowsOf(count).map(([work = '']) => work), last] }
    const texts = await pages(letter)
    const page = texts.find((text) => text.includes('Yours faithfully,')) ?? ''
    expect(page, `${count} paragraphs`).toContain(last)
    expect(page).toContain('Authorised signatory')
  }
})

test('rows that are too short or too long keep to their columns', async () => {
  const rows = [['one', '1.00', 'beyond'], ['two'], []]
  const letter = { ...englishLetter, body: ['First.', { columns, rows, total: null }] }
  const [text = ''] = await pages(letter)
  expect(text).toContain('Work of the tender Amount due one 1.00 two Yours faithfully,')
  expect(wordsIn(wordText(await letterWord(company, letter)))).toBe(text)
})

test('the same letter gives the same file, set in the embedded fonts only', async () => {
  const [one, other] = [await letterPdf(company, hindiLetter), await letterPdf(company, hindiLetter)]
  expect(one.equals(other)).toBe(true)
  const fonts = [...one.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+([\w-]+)/g)].map(([, name]) => name)
  expect(new Set(fonts)).toEqual(new Set(['NotoSans-Regular', 'NotoSans-Bold']))
})

test('in Word, Hindi has its own font and language, and the footer numbers several pages', async () => {
  const zip = new PizZip(await letterWord(company, hindiLetter))
  const document = zip.file('word/document.xml')?.asText() ?? ''
  const runs = document.match(/<w:r>.*?<\/w:r>/g) ?? []
  expect(runs.length).toBeGreaterThan(20)
  for (const run of runs) {
    expect(run).toContain('<w:rFonts w:cs="Nirmala UI"/>')
    expect(run).toContain('w:bidi="hi-IN"')
  }
  const foot = zip.file('word/footer1.xml')?.asText() ?? ''
  expect(foot).toMatch(/IF .*NUMPAGES.*&gt; 1.*पृष्ठ .*PAGE.*NUMPAGES/s)
})
