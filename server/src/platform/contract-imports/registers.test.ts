import { uploadContracts } from '@plinth/api/platform/contract-imports'
import {
  type Contract,
  contractColumnLabels,
  contractShortLabels,
  filterContracts,
} from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fileOf, refusedUpload, upload } from './contract-imports.factory.ts'
import { contractSheet } from './contract-sheet.rules.ts'
import { contractSynonyms } from './contract-synonyms.rules.ts'
import { oldWorkbook, partsOfWorkbook, zipOf } from './workbooks.factory.ts'

/** Sheets as people keep them: with totals below, days in several orders, formulas, and their own headings. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const newOwner = async (): Promise<Client> => (await newCompany(server)).as()
const stored = async (by: Client): Promise<Contract[]> =>
  (await by.ok(filterContracts, { body: { pagination: { size: 200 }, sort: { field: 'createdAt' } } })).content
const reasonsOf = ({ failures }: Awaited<ReturnType<typeof upload>>) =>
  failures.map(({ row, reason }): [number, string] => [row, reason])

describe('a word for an empty cell', () => {
  const nothing = ['-', '—', '--', 'NA', 'N/A', 'n.a.', 'N. A.', 'Nil', 'NIL', 'TBD', 'tba', 'Not applicable', 'निरंक']
  const emptied = {
    'Paper cost': 'paperCost',
    'Bid percentage': 'tenderBidPercentage',
    'Closing date': 'closingDate',
    'Bid ID': 'bidId',
    'Reference no.': 'referenceNo',
    'License no.': 'licenseNo',
    'Further details': 'contractMetadata',
  } as const
  test('is empty in a column that may be empty', async () => {
    const owner = await newOwner()
    const headings = ['Contract name', 'Extension count', 'Status', ...Object.keys(emptied)]
    const rows = nothing.map((word, at) => [`Road ${at}`, ...headings.slice(1).map(() => word)].join(';'))
    expect(reasonsOf(await upload(owner, `${headings.join(';')}\n${rows.join('\n')}\n`))).toEqual([])
    const empty = Object.fromEntries(Object.values(emptied).map((field) => [field, null]))
    expect(await stored(owner)).toMatchObject(nothing.map(() => ({ ...empty, extensionCoun: 0, status: 'DRAFT' })))
  })

  test('is kept within a longer text and in a name', async () => {
    const owner = await newOwner()
    await upload(owner, 'Contract name,Bid ID,Comments,Description\nNA,NA,NA,-\nNil,NA,TBD,\n')
    expect(await stored(owner)).toMatchObject([
      { contractName: 'NA', bidId: null, comments: 'NA', description: '-' },
      { contractName: 'Nil', bidId: null, comments: 'TBD' },
    ])
  })

  test('is not the beginning of another word', async () => {
    const owner = await newOwner()
    const rows = ['Nilgiri', 'NA-7', '#N/A', 'TBD soon'].map((word) => `Road;${word};${word}`)
    const done = await upload(owner, `Contract name;Paper cost;Bid ID\n${rows.join('\n')}\nBridge;;NA-8\n`)
    expect(reasonsOf(done)).toEqual(
      rows.map((_, at) => [at + 2, expect.stringMatching(/^Paper cost must be an amount/)]),
    )
    expect(await stored(owner)).toMatchObject([{ bidId: 'NA-8' }])
  })
})

describe('a row of totals', () => {
  const isSum = expect.stringMatching(
    /^Contract name says that the row is a sum of others\. Please remove it\. A contract of that name needs its bid ID or/,
  )
  test.each([
    'Total',
    'TOTAL:',
    'Grand Total',
    'Sub-Total',
    'Subtotal (Rs.)',
    'Page total',
    'Total of page 3',
    'Total 2 works',
    'Net total amount in Rs',
    'C/F',
    'Carried forward',
    'b/f',
    'कुल',
    'कुल योग',
    'योग :',
    'महायोग',
    'कुल राशि (₹)',
  ])('labelled %s is not stored as a contract, and is reported', async (label) => {
    const owner = await newOwner()
    const done = await upload(owner, `Contract name;Paper cost;Bid value\nRoad;500;7\nBridge;700;8\n${label};1200;15\n`)
    expect(reasonsOf(done)).toEqual([[4, isSum]])
    expect(done.failures).toMatchObject([{ refId: 'Row 4', faults: [{ column: 'Contract name (A)', value: label }] }])
    expect((await stored(owner)).map(({ contractName }) => contractName)).toEqual(['Road', 'Bridge'])
  })

  test('is recognised by a cell beside an empty name, whatever else is wrong with it', async () => {
    const done = await upload(
      await newOwner(),
      'Sl no,Bid ID,Contract name,Closing date,Paper cost\n1,B-1,Road,05/03/2026,5\n,Total,,x,5\nGrand total,,,,5\n',
    )
    expect(reasonsOf(done)).toEqual([
      [3, isSum],
      [4, isSum],
    ])
  })

  test('is recognised by its figures when its label says more, among partial and grand totals', async () => {
    const owner = await newOwner()
    const rows = [
      'Road;500;1000.50',
      'Bridge;700;2000.25',
      'Total for the Nashik division;1200;3000.75',
      'Canal;100;10',
      'Weir;200;20',
      'Total for the Pune division;300;30',
      'Total of both divisions;1500;3030.75',
    ]
    const done = await upload(owner, `Contract name;Paper cost;Actual value\n${rows.join('\n')}\n`)
    expect(reasonsOf(done)).toEqual([4, 7, 8].map((row) => [row, isSum]))
    expect(await stored(owner)).toHaveLength(4)
  })

  test('is not a contract whose name begins so, or a row with a reference', async () => {
    const owner = await newOwner()
    const rows = [
      'Road;;;500',
      'Bridge;;;700',
      'Total station survey of SH-17;;;900',
      'Total rehabilitation of NH-44;;Awarded;1200',
      'कुल्लू bypass;;;5',
      'योग भवन निर्माण;;;6',
      'Totally new road;;;2100',
      'Summit road;;;7',
      'Total;B-7;;1200',
    ]
    const done = await upload(owner, `Contract name;Bid ID;Status;Paper cost\n${rows.join('\n')}\n`)
    expect(reasonsOf(done)).toEqual([])
    expect(await stored(owner)).toHaveLength(rows.length)
  })
})

describe('a column of days', () => {
  const headed = (rows: string[]) => `Contract name;Closing date;Awarded date\n${rows.join('\n')}\n`
  const yearFirst = 'Write it with the year first'

  test('in which one day has its month first is judged as a whole, also when that day comes last', async () => {
    const owner = await newOwner()
    const done = await upload(
      owner,
      headed([
        'A;3/5/2026;',
        'B;2026-03-05;',
        'C;4/4/2026;',
        'D;05 Mar 2026;',
        `${'E;1/2/26;\n'.repeat(1)}F;3/25/2026;`,
      ]),
    )
    expect(reasonsOf(done)).toEqual([
      [2, `Closing date may be 2026-05-03 or 2026-03-05, since row 7 has the month first (3/25/2026). ${yearFirst}`],
      [6, `Closing date may be 2026-02-01 or 2026-01-02, since row 7 has the month first (3/25/2026). ${yearFirst}`],
      [7, 'Closing date must be a day such as 05/03/2026, the day first'],
    ])
    expect((await stored(owner)).map(({ closingDate }) => closingDate)).toEqual([
      '2026-03-05',
      '2026-04-04',
      '2026-03-05',
    ])
  })

  test('is judged over the whole of a long file, before its first row is stored', async () => {
    const owner = await newOwner()
    const many = Array.from({ length: 1_200 }, (_, at) => `W${at};3/5/2026;`)
    const { import: run, failures } = await upload(owner, headed([...many, 'Last;3/25/2026;']))
    expect(run).toMatchObject({ created: 0, failed: 1_201 })
    expect(failures[0]?.reason).toContain('since row 1202 has the month first')
  })

  test('that is ambiguous itself is doubtful beside one with the month first, and sound by days of its own', async () => {
    const beside = await upload(await newOwner(), headed(['A;3/25/2026;4/6/2026', 'B;;6/6/2026']))
    expect(reasonsOf(beside)).toEqual([
      [
        2,
        'Closing date must be a day such as 05/03/2026, the day first; ' +
          `Awarded date may be 2026-06-04 or 2026-04-06, since row 2 has the month first (3/25/2026). ${yearFirst}`,
      ],
    ])
    const sound = await upload(await newOwner(), headed(['A;3/25/2026;4/6/2026', 'B;;25/6/2026']))
    expect(reasonsOf(sound).map(([, reason]) => reason)).toEqual([
      'Closing date must be a day such as 05/03/2026, the day first',
    ])
  })

  test('with days first, or entirely ambiguous, is read with the day first', async () => {
    const owner = await newOwner()
    expect(reasonsOf(await upload(owner, headed(['A;3/5/2026;', 'B;25/3/2026;1/2/2026'])))).toEqual([])
    expect(await stored(owner)).toMatchObject([
      { closingDate: '2026-05-03' },
      { closingDate: '2026-03-25', awardedDate: '2026-02-01' },
    ])
  })
})

/** A workbook whose cells have these number formats, chosen by index in `s`. */
function formatted(formats: readonly string[], rows: readonly string[], { is1904 = false } = {}) {
  const styles = `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${at + 170}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${at + 170}"/>`).join('')}</cellXfs></styleSheet>`
  const { 'xl/workbook.xml': book, ...parts } = partsOfWorkbook(
    rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join(''),
    {
      'xl/styles.xml': styles,
    },
  )
  const counted =
    is1904 && typeof book === 'string' ? book.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') : book
  return zipOf({ ...parts, 'xl/workbook.xml': counted ?? '' })
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const figure = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
const result = (value: number, style: number) => `<c s="${style}"><f>A1</f><v>${value}</v></c>`

describe('a number of which its cell shows fewer digits', () => {
  const headings = ['Contract name', 'Paper cost', 'Actual value', 'Bid value', 'Bid %'].map(text).join('')

  test('is stored as shown when the field takes no more digits, and the rounding is reported', async () => {
    const owner = await newOwner()
    const file = formatted(
      ['#,##0.00', '0', '0.00%', '0.00%;[Red]-0.00%', '&quot;₹&quot;#,##0.00_);\\(&quot;₹&quot;#,##0.00\\)'],
      [
        headings,
        text('Result') +
          result(1234.56789, 1) +
          result(1_000_000, 2) +
          result(957_812.345678, 0) +
          result(-0.042187654, 3),
        text('Typed') + figure(1234.5651, 5) + figure(999.4567, 2) + figure(12.25, 2) + figure(0.055, 3),
      ],
    )
    const { notes, failures } = await upload(owner, file)
    expect(failures).toEqual([])
    expect(await stored(owner)).toMatchObject([
      { paperCost: 1234.57, tenderActualValue: 1_000_000, tenderBidValue: 957_812.35 },
      { paperCost: 1234.57, tenderActualValue: 999, tenderBidValue: 12.25 },
    ])
    expect(notes).toEqual([
      { kind: 'ROUNDED', column: 'Paper cost (B)', rows: 2, row: 2, held: '1234.56789', stored: '1234.57' },
      { kind: 'ROUNDED', column: 'Bid value (D)', rows: 1, row: 2, held: '957812.345678', stored: '957812.35' },
      { kind: 'ROUNDED', column: 'Bid % (E)', rows: 1, row: 2, held: '-4.2187654%', stored: '-4.22' },
      { kind: 'ROUNDED', column: 'Actual value (C)', rows: 1, row: 3, held: '999.4567', stored: '999' },
    ])
  })

  test('is a fault when the cell shows, or somebody typed, more digits than the field takes', async () => {
    const owner = await newOwner()
    const file = formatted(
      ['0.000', '#,##0.0,'],
      [
        headings,
        text('Shown') + result(12.34567, 1),
        text('Typed') + figure(12.345, 0),
        text('In thousands') + figure(12.345, 2),
      ],
    )
    const { failures, notes } = await upload(owner, file)
    const tooMany = 'Paper cost must have at most 13 digits and 2 decimals'
    expect(failures.map(({ reason }) => reason)).toEqual([tooMany, tooMany, tooMany])
    expect(notes).toEqual([])
    const csv = await upload(owner, 'Contract name,Paper cost\nA,12.345\n')
    expect(reasonsOf(csv)).toEqual([[2, tooMany]])
  })

  test('is reported in a check too, and only for rows that are stored, and corrected rows come back as they were read', async () => {
    const owner = await newOwner()
    const file = formatted(['0.00'], [headings, text('A') + result(1.23456, 1), text('') + result(2.34567, 1)])
    for (const dryRun of ['true', undefined] as const) {
      const done = await upload(owner, file, dryRun ? { dryRun } : {})
      expect(done.notes).toMatchObject([{ rows: 1, row: 2, held: '1.23456', stored: '1.23' }])
      expect(done.failures).toMatchObject([{ row: 3, reason: 'Contract name is required' }])
    }
  })

  test('in a workbook of Excel 97 is read the same way', async () => {
    const owner = await newOwner()
    const { notes } = await upload(
      owner,
      oldWorkbook([
        ['Contract name', 'Bid percentage'],
        ['Road', { number: 0.05123456, look: 2 }],
      ]),
      {
        name: 'old.xls',
      },
    )
    expect(await stored(owner)).toMatchObject([{ tenderBidPercentage: 5.12 }])
    expect(notes).toMatchObject([{ kind: 'ROUNDED', held: '5.123456%', stored: '5.12' }])
  })
})

describe('a number in a column of days', () => {
  test('is the day that it counts, and is reported, also in a workbook that counts from 1904', async () => {
    const headings = text('Contract name') + text('Closing date')
    const rows = [headings, text('A') + figure(46_086, 0), text('B') + result(46_087.5, 0)]
    const owner = await newOwner()
    const { notes } = await upload(owner, formatted([], rows))
    expect(notes).toEqual([
      { kind: 'DAY_NUMBER', column: 'Closing date (B)', rows: 2, row: 2, held: '46086', stored: '2026-03-05' },
    ])
    await upload(owner, formatted([], [headings, text('C') + figure(44_624, 0)], { is1904: true }))
    expect((await stored(owner)).map(({ closingDate }) => closingDate)).toEqual([
      '2026-03-05',
      '2026-03-06',
      '2026-03-05',
    ])
  })
})

describe('headings', () => {
  const headings = [
    ...Object.entries(contractColumnLabels),
    ...Object.entries(contractShortLabels),
    ...Object.entries(contractSynonyms).flatMap(([field, words]) => words.map((word) => [field, word] as const)),
  ]

  test('of ours, of our lists and of registers match their fields, whatever their case and punctuation', () => {
    const known = new Map<string, string>()
    for (const [field, heading] of headings)
      for (const written of [
        heading,
        heading.toUpperCase(),
        `${heading.replaceAll(' ', '_')}:`,
        ` ${heading.replaceAll(' ', '  ')}. `,
      ]) {
        const letters = written
          .toLowerCase()
          .replaceAll('licence', 'license')
          .replaceAll('%', 'percent')
          .replace(/[^a-z]/g, '')
        expect([written, contractSheet.byHeading.get(letters) ?? contractSheet.bySynonym.get(letters)]).toEqual([
          written,
          field,
        ])
        expect(known.get(letters) ?? field).toBe(field)
        known.set(letters, field)
      }
  })

  test('of a tender register are read without their units; unknown ones are reported, and EMD is not a field', async () => {
    const owner = await newOwner()
    const { import: run, failures } = await upload(
      owner,
      'Sl. No.;NIT No.;Tender ID;Name of Work;Estimated Cost (Rs.);Tender fee (in ₹);EMD;Quoted amount (in lakhs);Bid %;Last date of submission;Remarks\n' +
        '1;NIT-3;2026_PWD_1;Widening of SH-17;1,00,00,000;5,000;2,00,000;95;-5 %;25/03/2026;NA\n',
    )
    expect(failures).toEqual([])
    expect(run.ignoredColumns).toEqual(['Sl. No.', 'EMD', 'Quoted amount (in lakhs)'])
    expect(await stored(owner)).toMatchObject([
      {
        contractName: 'Widening of SH-17',
        bidId: '2026_PWD_1',
        referenceNo: 'NIT-3',
        tenderActualValue: 10_000_000,
        tenderBidValue: 9_500_000,
        tenderBidPercentage: -5,
        paperCost: 5_000,
        closingDate: '2026-03-25',
        comments: 'NA',
      },
    ])
  })

  test('of ours win over those of registers, and two of registers for one field are rejected', async () => {
    const owner = await newOwner()
    const { import: run } = await upload(
      owner,
      'Name of work,Contract name,Remarks,Ref no,Reference no.\nX,Road,y,1,2\n',
    )
    expect(run.ignoredColumns).toEqual(['Name of work', 'Ref no'])
    expect(await stored(owner)).toMatchObject([{ contractName: 'Road', referenceNo: '2', comments: 'y' }])
    expect(await refusedUpload(owner, 'Contract name,NIT no,Tender no\nRoad,1,2\n')).toMatchObject({
      status: 400,
      message: 'Columns B and C may both be "Reference no.". Please name one of them so.',
    })
  })

  test('are the row with the most known headings, since a block above may name the work', async () => {
    const owner = await newOwner()
    await upload(owner, 'Name of work;Roads of the district\n;\nContract name;Paper cost\nRoad;5\n')
    expect(await stored(owner)).toMatchObject([{ contractName: 'Road', paperCost: 5 }])
  })
})

test('an answer matches its schema on the wire', async () => {
  const owner = await newOwner()
  const answer = await owner.ok(uploadContracts, { query: {}, body: fileOf('Contract name\nA\n') })
  expect(uploadContracts.response?.parse(answer)).toEqual(answer)
  expect(answer.notes).toEqual([])
})
