import { previewLimits } from '@plinth/api/documents/documents'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '../../kernel/files/storage.ts'
import { diskStorage } from '../../kernel/files/storage-disk.ts'
import { openSheet } from '../../kernel/sheets/sheets.ts'
import {
  deflatedOver,
  inlineCell,
  oldWorkbook,
  oleOf,
  partsOfWorkbook,
  zipOf,
} from '../../platform/contract-imports/workbooks.factory.ts'
import { folder } from './files.factory.ts'
import { recognise } from './files.rules.ts'
import { previewOf } from './preview.queries.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const xls = 'application/vnd.ms-excel'

let files: Awaited<ReturnType<typeof folder>>
let storage: Storage
beforeAll(async () => {
  files = await folder()
  storage = diskStorage(files.path)
})
afterAll(() => files.remove())

let count = 0
async function stored(bytes: Uint8Array | string, fileType: string, company = 'company') {
  const file = await files.put(bytes)
  const key = `${company}/document-${(count += 1)}`
  await storage.keep(key, file)
  return { key, fileType, size: file.size }
}
const preview = async (bytes: Uint8Array | string, fileType: string) =>
  previewOf(storage, await stored(bytes, fileType))
const cellsOf = async (bytes: Uint8Array | string, fileType: string) =>
  (await preview(bytes, fileType)).rows?.map(({ cells }) => cells)

const nothing = { sheet: null, rows: null, text: null, isCut: false, fault: null, faultParts: null }

test('a workbook preview shows the first sheet with content, its values as people write them', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Empty', rows: [] },
      {
        name: 'Rates',
        rows: [
          ['Item', 'Day', 'Share', 'Good', 'Rate'],
          [],
          ['Cement', new Date(Date.UTC(2026, 2, 5)), 0.05, true, 410.5],
          ['Steel', null, null, false, 1e21],
        ],
        cells: new Map([['2,2', { value: 0.05, style: { numFmt: '0%' } }]]),
      },
      { name: 'More', rows: [['x']] },
    ],
  })
  const file = await files.put(bytes)
  expect(await recognise(file, 'Rates.xlsx')).toBe(xlsx)
  expect(await preview(bytes, xlsx)).toEqual({
    ...nothing,
    sheet: 'Rates',
    rows: [
      { number: 1, cells: ['Item', 'Day', 'Share', 'Good', 'Rate'] },
      { number: 3, cells: ['Cement', '05 Mar 2026', '5%', 'Yes', '410.5'] },
      { number: 4, cells: ['Steel', '', '', 'No', '1000000000000000000000'] },
    ],
  })
})

test('error values and formulas without a result are shown as such, and one row is enough', async () => {
  const row = `<row r="7">${inlineCell('A7', 'Only')}<c r="B7" t="e"><v>#REF!</v></c><c r="C7"><f>A1+1</f></c></row>`
  expect(await preview(zipOf(partsOfWorkbook(row)), xlsx)).toEqual({
    ...nothing,
    rows: [{ number: 7, cells: ['Only', '#REF!', '(formula)'] }],
  })
})

test('an old workbook has a preview too', async () => {
  const bytes = oldWorkbook([
    ['Item', 'Day'],
    ['Cement', { number: 46_086, look: 1 }],
    ['Steel', { number: 0.18, look: 2 }],
  ])
  expect(await recognise(await files.put(bytes), 'Rates.xls')).toBe(xls)
  expect(await cellsOf(bytes, xls)).toEqual([
    ['Item', 'Day'],
    ['Cement', '05 Mar 2026'],
    ['Steel', '18%'],
  ])
})

test('the beginning of many rows, many columns and long texts is shown and marked as cut', async () => {
  const { rows, columns } = previewLimits
  const lines = Array.from({ length: rows + 1 }, (_, at) => `${at},a`)
  const many = await preview(lines.join('\n'), 'text/csv')
  expect([many.rows?.length, many.rows?.at(-1)?.number, many.isCut]).toEqual([rows, rows, true])
  const enough = await preview(lines.slice(1).join('\n'), 'text/csv')
  expect([enough.rows?.length, enough.isCut]).toEqual([rows, false])
  const wide = await preview(Array.from({ length: 300 }, (_, at) => at).join(','), 'text/csv')
  expect([wide.rows?.[0]?.cells.length, wide.isCut, wide.fault]).toEqual([columns, true, null])
  const long = await preview(`a,${'x'.repeat(500)}`, 'text/csv')
  expect([long.rows?.[0]?.cells[1], long.isCut]).toEqual([`${'x'.repeat(299)}…`, true])
  const far = await cellsOf(
    zipOf(partsOfWorkbook(`<row r="1">${inlineCell('A1', 'a')}${inlineCell('XFD1', 'z')}</row>`)),
    xlsx,
  )
  expect(far?.[0]?.slice(0, 2)).toEqual(['a', ''])
})

test.each([
  ['commas', 'Rates\nItem,Rate\n"Cement, grey",410', [['Rates'], ['Item', 'Rate'], ['Cement, grey', '410']]],
  ['semicolons', 'Rates\nItem;Rate\nCement;1,23,410', [['Rates'], ['Item', 'Rate'], ['Cement', '1,23,410']]],
  [
    'tabs',
    'Item\tRate\nCement\t410',
    [
      ['Item', 'Rate'],
      ['Cement', '410'],
    ],
  ],
  ['nothing between', 'Item\nCement', [['Item'], ['Cement']]],
  [
    'an inch',
    'Item,Size\nPipe,2" x 3"',
    [
      ['Item', 'Size'],
      ['Pipe', '2" x 3"'],
    ],
  ],
])('a CSV with %s is shown in its columns', async (_, text, cells) => {
  expect(await cellsOf(text, 'text/csv')).toEqual(cells)
})

test('a CSV in UTF-16 and one in a Western encoding are decoded', async () => {
  expect(await cellsOf(Buffer.from('\uFEFFनाम,₹', 'utf16le'), 'text/csv')).toEqual([['नाम', '₹']])
  expect(await cellsOf(Buffer.from('Caf\xE9,5', 'latin1'), 'text/csv')).toEqual([['Café', '5']])
})

test('a large CSV is shown by the whole lines of its beginning', async () => {
  const line = `${'नमस्ते '.repeat(40)},5\n`
  const bytes = Buffer.from(`"a"\n`.repeat(3) + `${'\n'.repeat(524_000)}` + line.repeat(2_000) + '"never closed')
  expect(bytes.length).toBeGreaterThan(524_288)
  const shown = await preview(bytes, 'text/csv')
  expect([shown.rows, shown.isCut, shown.fault]).toEqual([
    [1, 2, 3].map((number) => ({ number, cells: ['a'] })),
    true,
    null,
  ])
  const wide = Buffer.from(`\uFEFF${`${'ਊ'.repeat(20_000)},b\n`.repeat(60)}`, 'utf16le')
  const rows = (await preview(wide, 'text/csv')).rows ?? []
  expect(rows.map(({ cells }) => cells[1])).toEqual(Array.from({ length: 13 }, () => 'b'))
})

test.each<[string, Uint8Array | string, string, RegExp]>([
  ['a damaged workbook', zipOf(partsOfWorkbook('<row r="1">')).subarray(0, 300), xlsx, /damaged/],
  ['a workbook without a sheet', zipOf({ 'a.txt': 'a' }), xlsx, /./],
  [
    'one that unpacks to gigabytes',
    zipOf(partsOfWorkbook({ deflated: deflatedOver('<row/>'.repeat(200_000), 400) })),
    xlsx,
    /unpacks to far more/,
  ],
  ['one behind a password', oleOf('EncryptedPackage', Buffer.alloc(4_096)), xlsx, /protected by a password/],
  ['an old workbook that is none', oleOf('Workbook', Buffer.alloc(4_096)), xls, /./],
  ['an empty workbook', zipOf(partsOfWorkbook('')), xlsx, /holds nothing/],
  ['an empty CSV', '\n\n', 'text/csv', /holds nothing/],
  ['a CSV with a quotation mark that is never closed', '"a,b\n1,2', 'text/csv', /never closed/],
])('%s gives a fault in the preview and no server error', async (_, bytes, type, sentence) => {
  const shown = await preview(bytes, type)
  expect({ ...shown, fault: '', faultParts: null }).toEqual({ ...nothing, fault: '' })
  expect(shown.fault).toMatch(sentence)
})

test('a workbook of more than 20 MB is not read', async () => {
  const { key } = await stored(zipOf(partsOfWorkbook(`<row r="1">${inlineCell('A1', 'a')}</row>`)), xlsx)
  expect((await previewOf(storage, { key, fileType: xlsx, size: 20_971_520 })).fault).toBeNull()
  expect((await previewOf(storage, { key, fileType: xlsx, size: 20_971_521 })).fault).toMatch(/too large/)
})

test('the beginning of a text is shown in its encoding, never cut within a character', async () => {
  const { characters } = previewLimits
  const textOf = async (bytes: Uint8Array | string) => {
    const { text, isCut } = await preview(bytes, 'text/plain')
    return [text, isCut]
  }
  expect(await textOf('नमस्ते')).toEqual(['नमस्ते', false])
  expect(await textOf('\uFEFFनमस्ते')).toEqual(['नमस्ते', false])
  expect(await textOf(Buffer.from('\uFEFFनमस्ते', 'utf16le'))).toEqual(['नमस्ते', false])
  expect(await textOf(Buffer.from('\uFEFFनमस्ते', 'utf16le').swap16())).toEqual(['नमस्ते', false])
  expect(await textOf(Buffer.from('Caf\xE9', 'latin1'))).toEqual(['Café', false])
  expect(await textOf('')).toEqual(['', false])
  expect(await textOf('a'.repeat(characters))).toEqual(['a'.repeat(characters), false])
  expect(await textOf('a'.repeat(characters + 1))).toEqual(['a'.repeat(characters), true])
  expect(await textOf(`${'a'.repeat(characters - 1)}😀`)).toEqual(['a'.repeat(characters - 1), true])
  expect(await textOf(`a${'₹'.repeat(400_000)}`)).toEqual([`a${'₹'.repeat(characters - 1)}`, true])
  expect(await textOf('😀'.repeat(400_000))).toEqual(['😀'.repeat(characters / 2), true])
})

test('other kinds and missing files have no preview', async () => {
  for (const type of ['application/pdf', 'image/png', 'application/zip', 'unknown/kind'])
    await expect(preview('a', type)).rejects.toMatchObject({ status: 404 })
  for (const fileType of ['text/plain', 'text/csv', xlsx])
    await expect(previewOf(storage, { key: 'company/none', fileType, size: 5 })).rejects.toMatchObject({ status: 404 })
})

test('an imported sheet has a lower limit of columns than a preview', async () => {
  const rules = new URL('../../platform/contract-imports/rows.rules.ts', import.meta.url)
  const wide = (row: number) =>
    openSheet(
      Buffer.from(
        ['Contract Name', 'One', 'Two']
          .map((name, at) => (at === row ? `${name}${','.repeat(250)}a` : name))
          .join('\n'),
      ),
      rules,
      10,
    )
  for (const row of [0, 2]) await expect(wide(row)).rejects.toThrow('There is a cell in column IQ: at most 200 columns')
})

test('a company that opens many sheets at once is answered 429, and another still gets its preview', async () => {
  const document = await stored('a,b', 'text/csv')
  const other = await stored('c,d', 'text/csv', 'other')
  const requests = Array.from({ length: 12 }, () =>
    previewOf(storage, document).then(
      () => 200,
      ({ status }) => status,
    ),
  )
  const [shown, ...statuses] = await Promise.all([previewOf(storage, other), ...requests])
  expect(shown.rows?.[0]?.cells).toEqual(['c', 'd'])
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect((await previewOf(storage, document)).fault).toBeNull()
})
