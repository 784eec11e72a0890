import { downloadContractTemplate, listContractImports, uploadContracts } from '@plinth/api/platform/contract-imports'
import { importLimits } from '@plinth/api/platform/import-results'
import { type Contract, contractColumnLabels, filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fileOf, refusedUpload, upload, workbook } from './contract-imports.factory.ts'
import { oldWorkbook } from './workbooks.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const newOwner = async (): Promise<Client> => (await newCompany(server)).as()
const stored = async (by: Client): Promise<Contract[]> =>
  (await by.ok(filterContracts, { body: { pagination: { size: 200 }, sort: { field: 'createdAt' } } })).content

/** Imports one row; returns the stored contract, or why it was rejected. */
async function outcome(headings: string, row: string) {
  const owner = await newOwner()
  const { failures } = await upload(owner, `Contract name;${headings}\nRoad;${row}\n`)
  const [contract] = await stored(owner)
  return { contract, reason: failures[0]?.reason, faults: failures[0]?.faults }
}

describe('a cell', () => {
  test.each([
    ['12,34,567.50', 1_234_567.5],
    ['₹ 12,34,567/-', 1_234_567],
    ['Rs. 5,000', 5_000],
    ['Rs 5000/=', 5_000],
    ['INR 1,234,567', 1_234_567],
    ['.5', 0.5],
    ['0', 0],
    ['₹१२,३४,५६७.५०', 1_234_567.5],
  ])('with %s is that many rupees', async (typed, paperCost) => {
    expect((await outcome('Paper cost', typed)).contract).toMatchObject({ paperCost })
  })

  test.each(['1.234,56', '1234,56', '12,34', 'twelve', '5%', '1e5', '1,2,3', '12.345', '-5', '99999999999999'])(
    '%s is no amount',
    async (typed) => {
      const { contract, faults } = await outcome('Paper cost', typed)
      expect(contract).toBeUndefined()
      expect(faults).toMatchObject([{ field: 'Paper cost', column: 'Paper cost (B)', value: typed }])
    },
  )

  test.each([
    ['4.25', 4.25],
    ['4.25%', 4.25],
    ['-5 %', -5],
    ['−5', -5],
    ['+0.5 %', 0.5],
    ['-४.२५%', -4.25],
  ])('with %s is that many per cent', async (typed, tenderBidPercentage) => {
    expect((await outcome('Bid percentage', typed)).contract).toMatchObject({ tenderBidPercentage })
  })

  test.each([
    '2026-03-05',
    '05/03/2026',
    '5-3-26',
    '05 Mar 2026',
    '5.3.2026',
    '05/03/2026 00:00',
    '2026-03-05T00:00:00Z',
    '2026/03/05',
    '2026.3.5',
    '"Mar 5, 2026"',
    '"March 5, 2026"',
    'Mar 5 2026',
    '5-Mar-26',
    '5th March 2026',
    '०५/०३/२०२६',
    '46086',
    '46086.75',
  ])('with %s is the fifth of March', async (typed) => {
    expect((await outcome('Closing date', typed)).contract).toMatchObject({ closingDate: '2026-03-05' })
  })

  test.each([
    '03/13/2026',
    '31/02/2026',
    '2026',
    '5032026',
    '14610',
    '80000',
    '2026/13/05',
    'Mar 32, 2026',
    'soon',
    '05/03/1800',
  ])('with %s is no day', async (typed) => {
    expect((await outcome('Closing date', typed)).reason).toMatch(/^Closing date must/)
  })

  test.each(['WORK_ORDER_ISSUED', 'Work order issued', 'work ORDER issued', 'Work-Order Issued'])(
    '%s is a status',
    async (typed) => {
      expect((await outcome('Status', typed)).contract).toMatchObject({ status: 'WORK_ORDER_ISSUED' })
    },
  )

  test('with further details holds pairs or a JSON object', async () => {
    const pairs = await outcome('Further details', '"Department: PWD; Site: NH 44: km 12"')
    expect(pairs.contract?.contractMetadata).toEqual({ Department: 'PWD', Site: 'NH 44: km 12' })
    const object = await outcome('Further details', '"{""lots"":[1,{""deep"":null}]}"')
    expect(object.contract?.contractMetadata).toEqual({ lots: [1, { deep: null }] })
    for (const bad of ['"{""lots"":"', 'PWD', '"A: 1; A: 2"', '[1]'])
      expect((await outcome('Further details', bad)).reason).toMatch(/^Further details must be written as/)
  })

  // This takes minutes if the pattern tries every blank as the first of the trailing ones.
  test.each(['Paper cost', 'Bid percentage', 'Closing date', 'Extension count'])(
    'with a hundred thousand blanks in %s is rejected as no figure, quickly',
    async (heading) => {
      const { reason } = await outcome(heading, `1${' '.repeat(99_000)}2`)
      expect(reason).toMatch(/ must be /)
    },
  )

  test('that begins like a formula is text, and NUL or too long a text is rejected', async () => {
    const texts = ['=HYPERLINK("http://x.example")', '+1', '-1', '@SUM(A1)', "'plain", "''=1"]
    const owner = await newOwner()
    const rows = texts.map((text) => `"${text.replaceAll('"', '""')}"\n`).join('')
    await upload(owner, `Contract name\n${rows}"'=1"\n`)
    expect((await stored(owner)).map(({ contractName }) => contractName)).toEqual([...texts.slice(0, -1), "'=1", '=1'])
    expect((await outcome('Comments', 'a\u0000b')).reason).toBe('Comments contains a character that cannot be stored')
    expect((await outcome('Bid ID', 'x'.repeat(101))).reason).toBe('Bid ID must be at most 100 characters')
    expect((await outcome('Bid ID', 'x'.repeat(101))).faults?.[0]?.value).toHaveLength(100)
  })

  test('that is empty leaves the default of a new contract', async () => {
    expect((await outcome('Status;Extension count;Bid ID;Comments', ';;;')).contract).toMatchObject({
      status: 'DRAFT',
      extensionCoun: 0,
      bidId: null,
      comments: null,
    })
  })
})

describe('a row', () => {
  test('is rejected with every fault, in the words of the screen', async () => {
    const row = 'x;05/03/2026;04/03/2026;3.5;B-1'
    const { reason } = await outcome('Paper cost;Opening date;Closing date;Extension count;Bid ID', row)
    expect(reason).toBe(
      'Paper cost must be an amount such as 12,34,567.50; Closing date must not be before Opening date; ' +
        'Extension count must be a whole number',
    )
  })

  test('follows the percentage rule of the bid, as a single contract does', async () => {
    const { contract } = await outcome('Actual value;Bid percentage', '1000;-10')
    expect(contract).toMatchObject({ tenderBidValue: 900, tenderBidPercentage: -10 })
    const without = await outcome('Bid value', '6000')
    expect(without.contract).toMatchObject({ tenderBidValue: 6000, tenderBidPercentage: null, tenderActualValue: null })
    expect((await outcome('Bid percentage', '5')).contract).toMatchObject({
      tenderBidValue: null,
      tenderBidPercentage: 5,
    })
    expect((await outcome('Actual value', '5')).contract).toMatchObject({
      tenderBidValue: null,
      tenderBidPercentage: null,
    })
    expect((await outcome('Actual value;Bid percentage', '9999999999999.99;500')).reason).toMatch(
      /^Bid value as it follows from the others must have at most 13 digits/,
    )
    expect((await outcome('Actual value;Bid value', '0.01;9999999999999')).reason).toMatch(/^Bid percentage as it/)
  })

  test('is identified by its bid ID, else its reference no., else its number', async () => {
    const { failures } = await upload(
      await newOwner(),
      'Tender register of 2026,,\n\nContract name,Bid ID,Reference no.\n,B-1,R-1\n,,R-2\n\n,,,\n ,,\u00a0,x\n,x,',
    )
    expect(failures.map(({ refId, row }) => [refId, row])).toEqual([
      ['B-1', 4],
      ['R-2', 5],
      ['Row 8', 8],
      ['x', 9],
    ])
  })

  test('with a bid ID of another contract names that one, from the file or the company', async () => {
    const owner = await newOwner()
    await newContract(owner, { bidId: 'TAKEN' })
    await newContract(await newOwner(), { bidId: 'FREE' })
    const { failures, import: run } = await upload(
      owner,
      'Contract name,Bid ID,Paper cost\nA,TAKEN,\nB,TWICE,\nC, TWICE ,\nD,FREE,\nE,TAKEN,x\n',
    )
    expect(run).toMatchObject({ created: 2, failed: 3, rowsRead: 5, rowsExpected: 5, state: 'DONE' })
    expect(failures.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'Bid ID is already used by another contract'],
      [4, 'Bid ID is also that of row 3'],
      [
        6,
        'Bid ID is also that of row 2; Paper cost must be an amount such as 12,34,567.50; ' +
          'Bid ID is already used by another contract',
      ],
    ])
  })

  test('that equals another is not stored twice', async () => {
    const owner = await newOwner()
    const { failures } = await upload(owner, 'Contract name,Paper cost\nA,5\nA,"5.00"\nA,6\n')
    expect(failures.map(({ reason }) => reason)).toEqual(['The row is the same as row 2'])
    expect(await stored(owner)).toHaveLength(2)
  })
})

describe('the same file again', () => {
  test.each([
    ['with bid IDs', 'Contract name,Bid ID\nA,1\nB,2\n', 'Bid ID is already used by another contract'],
    ['without', 'Contract name,Status\nA,draft\nB,AWARDED\n', 'The same row was uploaded before'],
  ])('%s adds nothing, whatever became of its contracts', async (_, file, reason) => {
    const owner = await newOwner()
    expect((await upload(owner, file)).message).toBe('2 contracts were stored.')
    const [first] = await stored(owner)
    await owner.ok(updateContract, { params: { id: first?.id ?? '' }, body: { comments: 'seen' } })
    const again = await upload(owner, file)
    expect(again).toMatchObject({
      message: 'No contracts were stored. 2 rows were not.',
      failures: [{ reason }, { reason }],
    })
    expect(await stored(owner)).toHaveLength(2)
    const other = await newOwner()
    expect((await upload(other, file)).import.created).toBe(2)
  })

  test('checked first stores nothing, and returns the same reasons', async () => {
    const owner = await newOwner()
    const file = 'Contract name,Bid ID\nA,1\n,2\nC,1\nD,\n'
    const checked = await upload(owner, file, { dryRun: 'true' })
    expect(checked.message).toBe('2 rows can be stored. 2 rows cannot.')
    expect(checked.import).toMatchObject({ state: 'CHECKED', isDryRun: true, created: 2, failed: 2 })
    expect(await stored(owner)).toEqual([])
    const done = await upload(owner, file)
    expect(done.failures).toEqual(checked.failures)
    expect(done.message).toBe('2 contracts were stored. 2 rows were not.')
    expect((await owner.ok(listContractImports, {})).map(({ state }) => state)).toEqual(['DONE', 'CHECKED'])
  })
})

describe('headings', () => {
  test.each(['contractName', 'CONTRACT NAME', 'contract_name', ' Contract-Name: ', 'Contract  name *'])(
    '%s is the contract name',
    async (heading) => {
      expect((await upload(await newOwner(), `${heading}\nA\n`)).import.created).toBe(1)
    },
  )

  test('match a wire name or label, misspelt or not, in any order below a title', async () => {
    const owner = await newOwner()
    const file = `\uFEFFTender register\n,,\n"Agreement date",extensionCount,Licence no.,aggreementDates,createdAt,Updated by,Site,${contractColumnLabels.contractName}\n5/3/26,2,L-1,x,y,z,w,A\n`
    const { import: run } = await upload(owner, file)
    expect(run.ignoredColumns).toEqual(['aggreementDates', 'Site'])
    expect(await stored(owner)).toMatchObject([
      { aggreementDate: '2026-03-05', extensionCoun: 2, licenseNo: 'L-1', contractName: 'A' },
    ])
  })

  test('that mean the same field are rejected by their column letters, and a sheet without headings with the expected ones', async () => {
    const owner = await newOwner()
    const twice = await refusedUpload(owner, 'Contract name,x,Bid ID,bidId\nA,,1,2\n')
    expect(twice).toMatchObject({ status: 400, message: 'Columns C and D are both headed "Bid ID".' })
    const none = await refusedUpload(owner, 'Name,Cost\nA,1\n')
    expect(none).toMatchObject({ status: 400, message: expect.stringContaining('"Contract name"') })
    const late = await refusedUpload(owner, `${'x\n'.repeat(20)}Contract name\nA\n`)
    expect(late.status).toBe(400)
    const empty = await refusedUpload(owner, 'Contract name,Bid ID\n,\n\n')
    expect(empty).toMatchObject({ status: 400, message: 'There are headings, but no rows below them.' })
    expect(await owner.ok(listContractImports, {})).toEqual([])
  })
})

describe('a text file', () => {
  const file = 'Contract name,Comments,Bid ID\n"Road\nof two lines","He said ""no""",1\n\nStraße नया,x,2\n,,3\n\n\n'
  const windows = Buffer.from(file.replace('नया', 'neu'), 'latin1')
  const wide = Buffer.from(`\uFEFF${file}`, 'utf16le')
  const encodings: [string, Buffer, string][] = [
    ['UTF-8', Buffer.from(file), 'Straße नया'],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${file}`), 'Straße नया'],
    ['UTF-16 LE', wide, 'Straße नया'],
    ['UTF-16 BE', Buffer.from(wide).swap16(), 'Straße नया'],
    ['Windows-1252', windows, 'Straße neu'],
    ['lines ended as Windows does', Buffer.from(file.replaceAll('\n', '\r\n')), 'Straße नया'],
    ['lines ended as old Macs did', Buffer.from(file.replaceAll('\n', '\r')), 'Straße नया'],
    ...[';', '\t', '|'].map((mark): [string, Buffer, string] => [
      `cells set off by ${mark}`,
      Buffer.from(file.replaceAll(',', mark)),
      'Straße नया',
    ]),
  ]
  test.each(encodings)('in %s is read', async (_, bytes, name) => {
    const owner = await newOwner()
    const { failures } = await upload(owner, bytes)
    expect(failures).toMatchObject([{ refId: '3', row: 5 }])
    const [first, second] = await stored(owner)
    expect(first).toMatchObject({
      comments: 'He said "no"',
      contractName: expect.stringMatching(/^Road(\r\n|\n|\r)of/),
    })
    expect(second?.contractName).toBe(name)
  })

  test('uses the delimiter of its headings, whatever its amounts contain', async () => {
    const owner = await newOwner()
    await upload(owner, 'Contract name;Paper cost\nRoad, wide, long;12,34,567.00\n')
    expect(await stored(owner)).toMatchObject([{ contractName: 'Road, wide, long', paperCost: 1_234_567 }])
  })

  test.each([
    ['Contract name,Comments\nA,"open\nB,x\n', 'begins on line 2,'],
    ['Contract name,Comments\n"A\nB",x\nC,"open\nD,x\n', 'begins on line 4,'],
    ['Contract name,Comments\nA,x\n"Old" bridge,x\nB,"y"\nC,x\n', 'begins on line 3,'],
  ])('with a quotation mark that is never closed is rejected with its line', async (text, line) => {
    expect(await refusedUpload(await newOwner(), text)).toMatchObject({
      status: 400,
      message: expect.stringContaining(line),
    })
  })

  test('is read in pieces, and records longer than a piece stay complete', async () => {
    const owner = await newOwner()
    const note = `"${'one line\r\nand ""another"", longer\r\n'.repeat(10_000)}"`
    const rows = ['A', 'B', 'C'].map((name) => `${note},${name}\r\n`).join('')
    await upload(owner, `Site,Contract name\r\n${rows}`)
    expect((await stored(owner)).map(({ contractName }) => contractName)).toEqual(['A', 'B', 'C'])
  })

  test('stays complete when a piece ends behind a quotation mark, or within a line break', async () => {
    const owner = await newOwner()
    const start = 'Contract name,Site\r\nA,"'
    const piece = 262_144
    await upload(owner, `${start}${'x'.repeat(piece - start.length - 2)}"\r\nB,"y"\r\n`)
    expect((await stored(owner)).map(({ contractName }) => contractName)).toEqual(['A', 'B'])
  })

  test('keeps a quotation mark within a cell, which means an inch', async () => {
    const owner = await newOwner()
    await upload(owner, 'Contract name,Comments\nPipe 5" and 6",x\n')
    expect(await stored(owner)).toMatchObject([{ contractName: 'Pipe 5" and 6"', comments: 'x' }])
  })
})

describe('a workbook', () => {
  const sheet: CellValue[][] = [
    ['Register of tenders'],
    [],
    ['Contract name', 'Bid ID', 'Paper cost', 'Closing date', 'Status', 'Extension count'],
    ['Road', 12_345_678_901, 0.1 + 0.2, new Date('2026-03-05T00:00:00Z'), 'Awarded', 2],
    ['=1+1', '=x', '₹ 5,000/-', '5/3/2026', true, null],
    [],
    [false, 2.5e-7, 12.5, new Date('2026-03-05T18:29:00Z'), null, 1],
  ]

  test('is read by its cells, whatever its name', async () => {
    const owner = await newOwner()
    const { failures } = await upload(owner, await workbook(sheet), { name: 'tenders.csv' })
    expect(failures).toMatchObject([
      { row: 5, refId: '=x', faults: [{ field: 'Status', column: 'Status (E)', value: 'TRUE' }] },
    ])
    expect(await stored(owner)).toMatchObject([
      { contractName: 'Road', bidId: '12345678901', paperCost: 0.3, closingDate: '2026-03-05', status: 'AWARDED' },
      { contractName: 'FALSE', bidId: '0.00000025', paperCost: 12.5, closingDate: '2026-03-05', extensionCoun: 1 },
    ])
  })

  test('of Excel 97 is read the same way', async () => {
    const owner = await newOwner()
    const old = oldWorkbook([
      ['Contract name', 'Bid percentage', 'Closing date', 'Paper cost', 'Comments'],
      ['नया मार्ग', { number: -0.0425, look: 2 }, { number: 46_086, look: 1 }, 1234.5, 'Straße'],
    ])
    expect(await upload(owner, old, { name: 'old.xls' })).toMatchObject({ failures: [] })
    expect(await stored(owner)).toMatchObject([
      {
        contractName: 'नया मार्ग',
        tenderBidPercentage: -4.25,
        closingDate: '2026-03-05',
        paperCost: 1234.5,
        comments: 'Straße',
      },
    ])
  })

  test('of several sheets is read where the headings are, and the message says so', async () => {
    const sheets = [
      { name: 'Cover', rows: [['Tenders of 2026']] },
      { name: 'Empty', rows: [] },
      { name: 'May', rows: [['Contract name'], ['A']] },
      { name: 'June', rows: [['Contract name'], ['B'], ['C']] },
    ]
    const { message } = await upload(await newOwner(), await writeXlsx({ sheets }))
    expect(message).toBe('1 contract was stored. The sheet "May" was read.')
  })
})

describe('the upload form', () => {
  const form = (field: string, content: File | string) => {
    const data = new FormData()
    data.append(field, content)
    return data
  }
  test('must be a form, and hold a file of at most 20 MB in the field file', async () => {
    const owner = await newOwner()
    const send = async (body: string | FormData) => {
      const { status, text } = await owner.send('POST', uploadContracts.path, body)
      return { status, ...JSON.parse(text) }
    }
    expect((await send('{}')).status).toBe(415)
    expect(await send(form('document', fileOf('Contract name\nA\n')))).toMatchObject({
      status: 400,
      fields: [{ path: 'file', message: 'is required' }],
    })
    expect((await send(form('file', 'Contract name\nA\n'))).status).toBe(400)
    expect(await send(form('file', fileOf('')))).toMatchObject({ status: 400, message: 'file is empty' })
    expect(await send(form('file', fileOf(Buffer.alloc(importLimits.bytes + 1, 'a'))))).toMatchObject({
      status: 413,
      message: 'The file must be at most 20 MB.',
    })
    expect(await stored(owner)).toEqual([])
  })

  const sheet = 'Contract name\nA\n'
  test.each([
    ['tenders.csv', 'text/csv', 200],
    ['tenders.csv', 'text/plain', 200],
    ['TENDERS.CSV', 'application/vnd.ms-excel', 200],
    ['tenders.xls', 'application/vnd.ms-excel', 200],
    ['tenders.xlsx', 'application/octet-stream', 200],
    ['tenders', 'application/vnd.ms-excel', 200],
    ['tenders', 'text/csv', 200],
    ['tenders.txt', 'text/plain', 415],
    ['tenders.txt', 'text/csv', 415],
    ['tenders.csv.txt', 'application/vnd.ms-excel', 415],
    ['tenders.html', 'text/html', 415],
    ['tenders', 'text/plain', 415],
    ['', 'application/octet-stream', 415],
  ])('takes the file %j, declared as %s: %i [5.22]', async (name, type, status) => {
    const owner = await newOwner()
    const data = new FormData()
    data.append('file', new File([sheet], name, { type }))
    const answer = await owner.send('POST', uploadContracts.path, data)
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([
      status,
      status === 200 ? '1 contract was stored.' : 'Only CSV or Excel files are allowed.',
    ])
  })

  test('stores the name of the file, without characters that would reverse it', async () => {
    const owner = await newOwner()
    const named = await upload(owner, 'Contract name\nA\n', { name: 'निविदा\u202E 2026.csv' })
    expect(named.import.fileName).toBe('निविदा 2026.csv')
  })

  test('has a template that is rejected as an import before it is filled', async () => {
    const owner = await newOwner()
    for (const format of ['csv', 'xlsx'] as const) {
      const { status, headers } = await owner.sendCall(downloadContractTemplate, { query: { format } })
      expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining(format)])
    }
  })
})
