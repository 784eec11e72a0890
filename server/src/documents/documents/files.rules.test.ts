import { documentTypes } from '@plinth/api/documents/document-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { oleOf, zipOf } from '../../platform/contract-imports/workbooks.factory.ts'
import { fileNameOf } from './file-names.rules.ts'
import { bmp, folder, good, macros, pdf } from './files.factory.ts'
import { recognise } from './files.rules.ts'

let files: Awaited<ReturnType<typeof folder>>
beforeAll(async () => {
  files = await folder()
})
afterAll(() => files.remove())

const outcomeOf = async (name: string, bytes: Uint8Array | string) =>
  recognise(await files.put(bytes), name).catch(({ status, message }) => `${status} ${message}`)

describe('a file name', () => {
  test.each([
    ['../../etc/cron.d/x', 'x'],
    ['C:\\Users\\me\\Bill.pdf', 'Bill.pdf'],
    ['a/b\\c.pdf', 'c.pdf'],
    ['Bill.pdf/', 'Unnamed'],
    ['..', 'Unnamed'],
    ['', 'Unnamed'],
    [' . ', 'Unnamed'],
    ['.htaccess', 'htaccess'],
    ['Bill.pdf. . ', 'Bill.pdf'],
    ['Bill\r\nSet-Cookie: a=b.pdf', 'BillSet-Cookie: a=b.pdf'],
    ['Bill\u202Efdp.exe', 'Billfdp.exe'],
    ['a\u061Cb\u2028c\uFEFF.pdf', 'abc.pdf'],
    ['\uD800Bill.pdf', '\uFFFDBill.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1 .txt', '_com1 .txt'],
    ['Contract.pdf', 'Contract.pdf'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['बिल क्रमांक ५.pdf', 'बिल क्रमांक ५.pdf'],
    ['Cafe\u0301.pdf', 'Cafe\u0301.pdf'],
  ])('%j is stored as %j', (sent, stored) => {
    expect(fileNameOf(sent)).toBe(stored)
  })

  test('that is too long keeps its ending and is not cut within a character', () => {
    expect(fileNameOf(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`)
    expect(fileNameOf(`${'a'.repeat(250)}😀${'b'.repeat(50)}.pdf`)).toBe(`${'a'.repeat(250)}.pdf`)
    expect(fileNameOf(`b${'😀'.repeat(250)}.pdf`)).toBe(`b${'😀'.repeat(125)}.pdf`)
    expect(fileNameOf(`con.${'a'.repeat(300)}`)).toHaveLength(255)
  })

  // This takes minutes if the pattern tries every blank as the first of the trailing ones.
  test.each(['.', ' ', '\u00A0'])('with half a million %j between two letters is read quickly', (sign) => {
    expect(fileNameOf(`a${sign.repeat(500_000)}b.pdf`)).toBe('b.pdf')
  })
})

test('every accepted kind is recognised by its content', async () => {
  const kinds = await good()
  for (const [name, type, bytes] of kinds) expect([name, await outcomeOf(name, bytes)]).toEqual([name, type])
  expect(new Set(kinds.map(([, type]) => type))).toEqual(new Set(Object.keys(documentTypes)))
})

test('the content decides the kind, and a name of another kind is refused', async () => {
  const kinds = await good()
  for (const [name, type, bytes] of kinds) {
    // Behind a password only the name tells the kind.
    if (name === 'Locked.xlsx') continue
    const other = type === 'image/png' ? 'Other.jpg' : 'Other.png'
    const { label, endings } = documentTypes[type === 'text/csv' ? 'text/plain' : type] ?? { label: '', endings: [] }
    expect(await outcomeOf(other, bytes)).toBe(
      `415 “${other}” is of another kind than its name says (${label}). Rename it to “Other.${endings[0]}”.`,
    )
  }
})

const isProgram = /is a program or a script/
const isMarkup = /is a web page or made of markup/
const holdsMacros = /can hold macros/
const isOfNoKind = /^415 Files like “.*” are not kept/
const isDamaged = /is not what its name says \(.*\), or it is damaged/
const isNoText = /holds signs that no text has/

const elf = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(100)])
const exe = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(100)])
const macho = Buffer.concat([Buffer.from('cffaedfe07000001', 'hex'), Buffer.alloc(100)])
const zip = zipOf({ 'a.txt': 'a' })
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const html = '<!DOCTYPE html><script>alert(1)</script>'

test.each<[string, string, Uint8Array | string, RegExp]>([
  ['a program', 'Setup.exe', exe, isProgram],
  ['a program as an image', 'Site.png', exe, isProgram],
  ['a program as a text', 'Notes.txt', exe, isProgram],
  ['a program without an ending', 'Notes', elf, isProgram],
  ['a program of a Mac', 'Bill.pdf', macho, isProgram],
  ['commands', 'run.bat', 'del *.*', isProgram],
  ['a script', 'Notes.txt', '#!/bin/sh\nrm -rf /', isProgram],
  ['a script behind a mark', 'Notes.txt', '\uFEFF#!/bin/sh', isProgram],
  ['a Java program', 'Lib.zip', zipOf({ 'META-INF/MANIFEST.MF': 'Main: x' }), isProgram],
  ['a drawing for the web', 'Logo.svg', svg, isMarkup],
  ['one as an image', 'Logo.png', svg, isMarkup],
  ['one with a head', 'Logo.png', `<?xml version="1.0"?>${svg}`, isMarkup],
  ['a page', 'Bill.html', html, isMarkup],
  ['a page of a mail', 'Bill.mht', 'MIME-Version: 1.0\n\n<html>', isMarkup],
  ['a page as a text', 'Bill.txt', html, isMarkup],
  ['a page as a sheet', 'Bill.csv', html, isMarkup],
  ['a page as an old workbook', 'Bill.xls', '<table><tr><td>1</td></tr></table>', isMarkup],
  ['a page as a PDF', 'Bill.pdf', html, isMarkup],
  ['a page without an ending', 'Bill', html, isMarkup],
  ['a page behind a mark and blanks', 'Bill.txt', `\uFEFF${' \n'.repeat(300_000)}${html}`, isMarkup],
  ['a page behind a comment', 'Bill.txt', `<!-- ${'x'.repeat(9_000)} -->${html}`, isMarkup],
  ['a page in UTF-16', 'Bill.txt', Buffer.from(`\uFEFF${html}`, 'utf16le'), isMarkup],
  ['a page in UTF-16 the other way', 'Bill.txt', Buffer.from(`\uFEFF${html}`, 'utf16le').swap16(), isMarkup],
  ['a page with a byte that is no UTF-8', 'Bill.txt', Buffer.from(`${html}\xE9`, 'latin1'), isMarkup],
  ['a page with a mark and such a byte', 'Bill.txt', Buffer.from(`\xEF\xBB\xBF${html}\xE9`, 'latin1'), isNoText],
  ['macros', 'Letter.docm', macros('named'), holdsMacros],
  ['macros by the name alone', 'BOQ.xlsb', zip, holdsMacros],
  ['macros under another name', 'Letter.docx', macros('named'), holdsMacros],
  ['macros that are not declared', 'Letter.docx', macros('hidden'), holdsMacros],
  ['macros as an archive', 'Letter.zip', macros('named'), holdsMacros],
  ['a kind not in the table', 'Plan.mpp', oleOf('Props14', Buffer.alloc(4_096)), isOfNoKind],
  ['such a kind as text', 'Notes.json', '{}', isOfNoKind],
  ['such an archive', 'Drawings.7z', Buffer.from('377abcaf271c0004', 'hex'), isOfNoKind],
  ['an image without an ending', 'Scan', bmp, /another kind.*Rename it to “Scan.bmp”/],
  ['a PDF as a text', 'Bill.txt', pdf, /another kind.*Rename it to “Bill.pdf”/],
  ['a PDF not from the start', 'Bill.pdf', Buffer.concat([Buffer.from('\n\0junk'), pdf]), isDamaged],
  ['a PDF behind a mark', 'Bill.pdf', Buffer.concat([Buffer.from('\uFEFF'), pdf, Buffer.from([0])]), isDamaged],
  ['an image behind a tag', 'Site.bmp', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0'), bmp]), isDamaged],
  ['an archive with a program in front', 'Drawings.zip', Buffer.concat([exe, zip]), isProgram],
  ['a script that begins as an image', 'Site.gif', 'GIF89a/*1*/=1;alert(1)', /another kind.*\(Text\)/],
  ['a script that begins as a bitmap', 'Site.bmp', 'BM=1;alert(1)', /another kind.*\(Text\)/],
  ['an archive as a letter', 'Letter.docx', zip, isDamaged],
  ['an archive as an open letter', 'Letter.odt', zip, isDamaged],
  ['an old letter as an old workbook', 'BOQ.xls', oleOf('WordDocument', Buffer.alloc(4_096)), /\(Word document\)/],
  ['an installer as an old letter', 'Letter.doc', oleOf('Installer', Buffer.alloc(4_096)), isDamaged],
  ['a protected workbook as a PDF', 'BOQ.pdf', oleOf('EncryptedPackage', Buffer.alloc(4_096)), isDamaged],
  ['bytes as a text', 'Notes.txt', Buffer.from([65, 0, 66]), isNoText],
  ['bytes at the end of a text', 'Notes.txt', `${'a'.repeat(600_000)}\0`, isNoText],
  ['bytes as a sheet', 'Rates.csv', Buffer.from([1, 2, 3, 0x81]), isNoText],
  ['a byte that no code page has', 'Rates.csv', Buffer.from([65, 66, 0x81, 0x8d]), isNoText],
  ['half a sign of UTF-16', 'Notes.txt', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 65, 0]), isNoText],
  ['bytes without an ending', 'Notes', Buffer.from([1, 2, 3]), isOfNoKind],
])('%s is refused (%s)', async (_, name, bytes, sentence) => {
  const answer = await outcomeOf(name, bytes)
  expect(answer).toMatch(/^415 /)
  expect(answer).toMatch(sentence)
  expect(answer).toContain(`“${name}”`)
})

test.each<[string, string, Uint8Array | string, string]>([
  ['without an ending', 'README', 'Read me', 'text/plain'],
  ['that begins as a film does', 'Notes.txt', 'The free issue of steel', 'text/plain'],
  ['that begins as a bitmap does', 'Rates.csv', 'BM,Rate\n1,2', 'text/csv'],
  ['in UTF-16', 'Notes.txt', Buffer.from('\uFEFFनमस्ते', 'utf16le'), 'text/plain'],
  ['in UTF-16 the other way', 'Rates.csv', Buffer.from('\uFEFFa,b', 'utf16le').swap16(), 'text/csv'],
  ['with a sign across two pieces', 'Notes.txt', `${'a'.repeat(262_143)}₹`, 'text/plain'],
  ['as Excel writes it in the West', 'Rates.csv', Buffer.from('Caf\xE9 \x96 Pune,5', 'latin1'), 'text/csv'],
  ['with a page break', 'Notes.log', 'one\f\ttwo\r\n', 'text/plain'],
])('a text %s is accepted', async (_, name, bytes, type) => {
  expect(await outcomeOf(name, bytes)).toBe(type)
})

test('a cyclic directory in a compound file is read to an end, a broken one is refused as damaged', async () => {
  const loop = oleOf('WordDocument', Buffer.alloc(4_096))
  loop.writeUInt32LE(1, 512 + 4)
  loop.writeUInt32LE(1, 1_024 + 128 + 68)
  expect(await outcomeOf('Letter.doc', loop)).toBe('application/msword')
  const round = Buffer.alloc(4_096)
  round.writeUInt32LE(2, 508)
  const lists = oleOf('Workbook', round)
  lists.writeUInt32LE(2, 68)
  expect(await outcomeOf('BOQ.xls', lists)).toBe('application/vnd.ms-excel')
  expect(await outcomeOf('BOQ.xls', lists.subarray(0, 700))).toMatch(isDamaged)
  expect(await outcomeOf('BOQ.xls', lists.subarray(0, 40))).toMatch(isDamaged)
  const folderOnly = oleOf('WordDocument', round)
  folderOnly[1_024 + 128 + 66] = 1
  expect(await outcomeOf('Letter.doc', folderOnly)).toMatch(isDamaged)
})

test('endings are recognised in capitals, and an ending with blanks is none', async () => {
  const png = await plain().png().toBuffer()
  expect(await outcomeOf('PLAN.PNG', png)).toBe('image/png')
  expect(await outcomeOf('Bill No. 12', png)).toMatch(/Rename it to “Bill No. 12.png”/)
})
