import { constants, deflateRawSync } from 'node:zlib'
import { listContractImports } from '@plinth/api/platform/contract-imports'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { readXls } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { dice } from '../../kernel/testing/dice.ts'
import { seedOf } from '../../kernel/testing/seed.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { refusedUpload, upload } from './contract-imports.factory.ts'
import { deflatedOver, inlineCell, oldWorkbook, oleOf, partsOfWorkbook, zipOf } from './workbooks.factory.ts'

const { server, owner } = await startSuite()

const megabyte = 1024 * 1024
const headingRow = `<row r="1">${inlineCell('A1', 'Contract name')}${inlineCell('B1', 'Bid percentage')}</row>`
const goodRow = `<row r="2">${inlineCell('A2', 'Road')}</row>`

/** Uploads a file; returns the answer and the megabytes by which the server grew meanwhile. */
async function answerTo(file: Buffer | Uint8Array | string) {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const answer = await refusedUpload(owner, file)
  clearInterval(watch)
  return { ...answer, grown: (most - before) / megabyte }
}

const manyRows = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`)
const filled = `<worksheet><sheetData>${headingRow}`

describe('a file that is no sheet', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  test.each([
    ['a picture called .csv', Buffer.from(png, 'base64')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n')],
    ['a web page', Buffer.from('\n<html><table><tr><td>Contract name</td></tr></table></html>')],
    ['a document', zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })],
    ['an OpenDocument sheet', zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' })],
    ['an .xlsb', zipOf({ 'xl/workbook.bin': '' })],
    ['an old document', oleOf('WordDocument', Buffer.alloc(8))],
  ])('%s is answered 415', async (_, bytes) => {
    expect(await answerTo(bytes)).toMatchObject({ status: 415, code: 'unsupported_type' })
  })

  test.each([
    ['a workbook behind a password', oleOf('EncryptedPackage', Buffer.alloc(8)), /password/],
    ['an old workbook behind a password', oldWorkbook([['Contract name'], ['A']], { isProtected: true }), /password/],
    ['a torn workbook', zipOf(partsOfWorkbook(headingRow)).subarray(0, 300), /damaged/],
    ['a workbook without its sheet', zipOf({ ...partsOfWorkbook(''), 'xl/worksheets/sheet1.xml': '' }), /nothing/],
    ['a torn old workbook', oldWorkbook([['Contract name'], ['A']]).subarray(0, 2000), /damaged/],
  ])('%s is answered 400', async (_, bytes, message) => {
    expect(await answerTo(bytes)).toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })

  test('an old workbook with a cycle is reported as damaged', async () => {
    const file = oldWorkbook([['Contract name'], ['A']])
    // The chain of the directory's sectors leads back to itself.
    file.writeUInt32LE(1, 512 + 4)
    expect(await answerTo(file)).toMatchObject({ status: 400, message: expect.stringContaining('damaged') })
  })

  test('the old workbook of these tests is readable by other programs', async () => {
    const { sheets } = await readXls(
      oldWorkbook([
        ['नाम', 'Straße'],
        [1.5, { number: 46_086, look: 1 }],
      ]),
    )
    expect(sheets[0]?.rows).toEqual([
      ['नाम', 'Straße'],
      [1.5, new Date('2026-03-05T00:00:00Z')],
    ])
  })
})

describe('a hostile file', () => {
  const bomb = { deflated: deflatedOver(Buffer.alloc(16 * megabyte, ' '), 640) }
  // Incompressible bytes make the rest look harmless.
  const roll = dice(seedOf('noise'))
  const bytes = Uint8Array.from({ length: 2 * megabyte }, () => roll(256))
  const noise = { 'xl/media/noise.bin': { deflated: deflateRawSync(bytes) } }
  const strings = `<sst>${'<si><t>x</t></si>'.repeat(60_000)}`
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
  const endless = [
    flushed(`${filled}<row r="2"><c r="A2" t="inlineStr"><is><t>`),
    ...Array.from({ length: 20 }, () => flushed('x'.repeat(megabyte))),
    deflateRawSync('</t></is></c></row></sheetData></worksheet>'),
  ]
  const longTexts = { deflated: deflatedOver(`<si><t>${'x'.repeat(megabyte - 20)}</t></si>`, 200) }
  test.each([
    ['a workbook that unpacks to 10 GB', () => zipOf(partsOfWorkbook(bomb)), /256 MB/],
    [
      'one whose other parts do',
      () => zipOf(partsOfWorkbook(headingRow + goodRow, { 'xl/media/a.bin': bomb })),
      /256 MB/,
    ],
    [
      'one of too many parts',
      () =>
        zipOf({
          ...partsOfWorkbook(headingRow),
          ...Object.fromEntries(manyRows.slice(0, 300).map((_, at) => [`p${at}`, ''])),
        }),
      /200 parts/,
    ],
    [
      'millions of shared texts',
      () =>
        zipOf(
          partsOfWorkbook(headingRow, { ...noise, 'xl/sharedStrings.xml': { deflated: deflatedOver(strings, 200) } }),
        ),
      /more text/,
    ],
    [
      'long shared texts',
      () => zipOf(partsOfWorkbook(headingRow, { ...noise, 'xl/sharedStrings.xml': longTexts })),
      /more text/,
    ],
    ['a million rows', () => zipOf(partsOfWorkbook(`${headingRow}${manyRows.join('')}`)), /more than 50,000 rows/],
    ['a million rows of text', () => `Contract name\n${'A\n'.repeat(1_000_000)}`, /more than 50,000 rows/],
    [
      'one merged cell over all',
      () =>
        zipOf(
          partsOfWorkbook('', {
            'xl/worksheets/sheet1.xml': `${filled}${goodRow}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
          }),
        ),
      /merged cell/,
    ],
    [
      'cells at opposite corners',
      () => zipOf(partsOfWorkbook(`${headingRow}<row r="1048576">${inlineCell('XFD1048576', 'x')}</row>`)),
      /column XFD/,
    ],
    [
      'entities',
      () =>
        zipOf(
          partsOfWorkbook(headingRow + goodRow, {
            'xl/workbook.xml':
              '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook>&e;</workbook>',
          }),
        ),
      /entities/,
    ],
    ['rows of one number', () => zipOf(partsOfWorkbook(headingRow + goodRow + goodRow)), /damaged/],
    [
      'a tag without an end',
      () => zipOf(partsOfWorkbook({ deflated: deflatedOver(`<row ${'x'.repeat(megabyte)}`, 20) })),
      /damaged/,
    ],
    [
      'tags within tags',
      () => zipOf(partsOfWorkbook({ deflated: deflatedOver('<a>'.repeat(10_000), 500) })),
      /damaged/,
    ],
    [
      'a text of 20 MB in a cell',
      () => zipOf(partsOfWorkbook('', { 'xl/worksheets/sheet1.xml': { deflated: Buffer.concat(endless) } })),
      /damaged/,
    ],
    ['a bare &', () => zipOf(partsOfWorkbook(headingRow + goodRow.replace('Road', 'Road & bridge'))), /damaged/],
    ['a part that is never closed', () => zipOf(partsOfWorkbook(`${headingRow}${goodRow}<row r="3">`)), /damaged/],
  ])('%s is answered 400, and costs little memory', { timeout: 60_000 }, async (_, made, message) => {
    const answer = await answerTo(made())
    expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(message) })
    expect(answer.grown).toBeLessThan(256)
  })

  test('with links to other places is read without following them', async () => {
    const external =
      '<Relationships><Relationship Id="rId9" Type="x/worksheet" Target="http://127.0.0.1:1/a.xml" TargetMode="External"/>' +
      '<Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>'
    const parts = partsOfWorkbook(headingRow + goodRow, { 'xl/_rels/workbook.xml.rels': external })
    expect((await upload(owner, zipOf(parts))).import.created).toBe(1)
  })

  test('is neither stored nor listed as an import', async () => {
    const { content } = await owner.ok(filterContracts, { body: {} })
    expect(content.map(({ contractName }) => contractName)).toEqual(['Road'])
    expect(await owner.ok(listContractImports, {})).toHaveLength(1)
  })
})

describe('a formula', () => {
  const cell = (content: string, type = 'n') => `<c r="B2" t="${type}" s="1">${content}</c>`
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>'
  const rowWith = (content: string, type?: string) =>
    zipOf(
      partsOfWorkbook(
        `${headingRow}<row r="2">${inlineCell('A2', `Road ${content.length} ${type}`)}${cell(content, type)}</row>`,
        {
          'xl/styles.xml': styles,
        },
      ),
    )
  test('counts by its result, in per cent where its cell is shown so', async () => {
    const company = await (await newCompany(server)).as()
    await upload(company, rowWith('<f>-1/20</f><v>-4.2500000000000003E-2</v>'))
    expect((await company.ok(filterContracts, { body: {} })).content).toMatchObject([{ tenderBidPercentage: -4.25 }])
  })

  test('without a result, or with an error as result, is a fault of its cell', async () => {
    const bare = await upload(owner, rowWith('<f>1+1</f>'))
    expect(bare.failures[0]?.reason).toBe('Bid percentage holds a formula without its result. Paste it as a value')
    const broken = await upload(owner, rowWith('<f>1/0</f><v>#DIV/0!</v>', 'e'))
    expect(broken.failures[0]?.reason).toBe('Bid percentage holds the fault #DIV/0!')
  })
})
