import { requestOf } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { exportFormats } from '@plinth/api/kernel/exports'
import type { Kind } from '@plinth/api/kernel/kinds'
import { downloadContractTemplate, downloadImportFailures } from '@plinth/api/platform/contract-imports'
import {
  type Contract,
  contractColumnLabels,
  contractStatuses,
  createContract,
  exportContracts,
  filterContracts,
  officeColumnLabels,
} from '@plinth/api/tenders/contracts'
import fc from 'fast-check'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBlankWord } from '../../kernel/sheets/sheet-blanks.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { refusedUpload, upload } from './contract-imports.factory.ts'
import { contractSheet, fieldNames } from './contract-sheet.rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const newOwner = async () => (await newCompany(server)).as()
type Owner = Awaited<ReturnType<typeof newOwner>>

/** The bytes of a file that a call answers. */
async function download({ session }: Owner, call: Endpoint, input: object): Promise<Buffer> {
  const { method, url, body } = requestOf(call, input)
  const response = await fetch(server.url + url, {
    method,
    headers: { authorization: `Bearer ${session.accessToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

const stored = async (by: Owner) =>
  (await by.ok(filterContracts, { body: { pagination: { size: 200 }, sort: { field: 'createdAt' } } })).content
const fieldsOf = (contract: Contract) => Object.fromEntries(fieldNames.map((name) => [name, contract[name]]))

describe('the template', () => {
  const headings = fieldNames.map((name) => contractColumnLabels[name])
  const values: Partial<Record<string, CellValue>> = {
    contractName: 'Widening of SH-17',
    paperCost: 1_234_567.5,
    tenderBidPercentage: -4.25,
    status: 'Work order issued',
    closingDate: new Date('2026-03-05T00:00:00Z'),
    contractMetadata: 'Department: PWD; Lot: 2',
  }
  const filled = fieldNames.map((name) => values[name] ?? null)

  test('is no import while it is empty, since its example stands apart', async () => {
    const owner = await newOwner()
    for (const format of exportFormats) {
      const file = await download(owner, downloadContractTemplate, { query: { format } })
      expect((await refusedUpload(owner, file)).message).toBe('There are headings, but no rows below them.')
    }
  })

  test('is read in every column when it is filled, in the order of the form', async () => {
    const owner = await newOwner()
    const file = await download(owner, downloadContractTemplate, { query: { format: 'xlsx' } })
    const [sheet, help] = (await readXlsx(file)).sheets
    expect(sheet?.rows).toEqual([headings])
    expect(help?.rows.slice(1).map(([column]) => column)).toEqual(headings)
    const done = await upload(owner, await writeXlsx({ sheets: [{ name: 'Contracts', rows: [headings, filled] }] }))
    expect(done).toMatchObject({ failures: [], import: { ignoredColumns: [] } })
    expect(await stored(owner)).toMatchObject([
      {
        contractName: 'Widening of SH-17',
        paperCost: 1_234_567.5,
        tenderBidPercentage: -4.25,
        status: 'WORK_ORDER_ISSUED',
        closingDate: '2026-03-05',
        contractMetadata: { Department: 'PWD', Lot: '2' },
        extensionCoun: 0,
      },
    ])
  })

  test('shows by example what each column takes', async () => {
    const owner = await newOwner()
    const file = await download(owner, downloadContractTemplate, { query: { format: 'xlsx' } })
    const rows = (await readXlsx(file)).sheets[1]?.rows.slice(1) ?? []
    const example = await writeXlsx({ sheets: [{ name: 'A', rows: [headings, rows.map((row) => row[2] ?? null)] }] })
    expect(await upload(owner, example)).toMatchObject({ failures: [] })
  })
})

describe('the rejected rows', () => {
  const file =
    'Contract name;Bid ID;Paper cost;Site;Comments;Closing date\nRoad;B-1;5;;;\n;"\'=B-2";"12,34,567";here;"=1+1\nx";soon\nBridge;B-3;x;"a;b";;5/3/26\n'

  test.each(exportFormats)('as %s hold the cells as they came, and can be corrected and sent again', async (format) => {
    const owner = await newOwner()
    const { import: run, failures } = await upload(owner, file)
    expect(run).toMatchObject({ created: 1, failed: 2 })
    const bytes = await download(owner, downloadImportFailures, { params: { id: run.id }, query: { format } })
    if (format === 'csv') {
      expect(bytes.toString()).toContain(`,'=B-2,"12,34,567",here,"'=1+1\nx",soon,`)
      expect(bytes.toString()).toContain(failures[0]?.reason)
    }
    const again = await upload(owner, bytes)
    expect(again).toMatchObject({ import: { created: 0, failed: 2, ignoredColumns: ['Site'] } })
    expect(again.failures.map(({ reason }) => reason)).toEqual(failures.map(({ reason }) => reason))
    const mended = await mend(bytes, format)
    expect(await upload(owner, mended)).toMatchObject({ failures: [], import: { created: 2 } })
    expect((await stored(owner)).slice(1)).toMatchObject([
      { contractName: 'Mended', bidId: '=B-2', paperCost: 1_234_567, comments: '=1+1\nx', closingDate: null },
      { contractName: 'Bridge', bidId: 'B-3', paperCost: 7, closingDate: '2026-03-05' },
    ])
  })

  async function mend(bytes: Buffer, format: 'csv' | 'xlsx'): Promise<Buffer | Uint8Array> {
    if (format === 'csv')
      return Buffer.from(
        bytes.toString().replace(`\n,'=B-2`, `\nMended,'=B-2`).replace(',soon,', ',,').replace(',x,', ',7,'),
      )
    const rows = (await readXlsx(bytes)).sheets[0]?.rows ?? []
    const whole = { 1: { 0: 'Mended', 5: null }, 2: { 2: '7' } }
    const mended = rows.map((row, at) =>
      row.map((cell, column) => {
        const typed: Record<number, CellValue> = at === 1 ? whole[1] : at === 2 ? whole[2] : {}
        return column in typed ? (typed[column] ?? null) : cell
      }),
    )
    return writeXlsx({ sheets: [{ name: 'A', rows: mended }] })
  }
})

const storableText = (max: number) =>
  fc
    .oneof(
      fc.string({ maxLength: max, unit: 'grapheme' }),
      fc.constantFrom(
        '=1+1',
        "'=1",
        "''",
        '"',
        'a,b;c\td|e',
        'line\nline',
        '0012',
        '1e5',
        '05/03/2026',
        '_x0041_',
        'मार्ग',
        '-',
        '-5',
      ),
    )
    .map((text) => text.trim().slice(0, max).trim())
    .filter((text) => text !== '' && text.isWellFormed() && !/[\p{Cc}\uFFFE\uFFFF]/u.test(text.replaceAll('\n', '')))

const money = fc.integer({ min: 0, max: 999_999_999_999_999 }).map((paise) => paise / 100)
const day = fc
  .integer({ min: 0, max: 109_500 })
  .map((days) => new Date(Date.UTC(1900, 0, 1 + days)).toISOString().slice(0, 10))
/** Values as users type them into the form: names and texts. */
const pairs = fc.dictionary(
  fc.stringMatching(/^[A-Za-z][\w ]{0,8}\w$/),
  storableText(30).filter((text) => !text.includes(';')),
  { minKeys: 1, maxKeys: 4 },
)
const byKind: Partial<Record<Kind, fc.Arbitrary<unknown>>> = {
  text: storableText(100),
  choice: fc.constantFrom(...contractStatuses),
  money,
  percent: fc.integer({ min: -1_000_000, max: 9_999_999 }).map((units) => units / 10_000),
  number: fc.integer({ min: 0, max: 10_000 }),
  day,
  pairs,
}
const { kinds } = contractSheet
/** A dash is no bid ID: in a sheet it means an empty cell, as another test checks. */
const isName = (text: unknown) => typeof text !== 'string' || !isBlankWord(text)
const anyField = Object.fromEntries(
  fieldNames.map((name) => {
    // An office is chosen, and is no field of the form.
    const values = (name in officeColumnLabels ? undefined : byKind[kinds[name]]) ?? fc.constant(null)
    return [name, fc.option(contractSheet.blankable.includes(name) ? values.filter(isName) : values, { freq: 3 })]
  }),
)
/** Distinguished by department and office, or by the designation alone. */
const offices = [
  { department: 'PWD', name: 'Hassan Division' },
  { department: 'CPWD', name: 'Hassan Division' },
  { department: 'PWD', name: 'Hassan Division', designation: 'Executive Engineer' },
  { department: 'NHAI', name: 'PIU Bengaluru', designation: 'Project Director' },
]
const officesOf = async (by: Owner) => Promise.all(offices.map((office) => newOffice(by, office)))

const withName = {
  ...anyField,
  office: fc.option(fc.nat(offices.length - 1)),
  contractName: storableText(300),
  status: fc.constantFrom(...contractStatuses),
  extensionCoun: fc.nat(10_000),
}

describe('contracts exported in the columns of the template', () => {
  test.each(exportFormats)(
    'as %s and imported into another company are the same',
    { timeout: 120_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.record(withName), { minLength: 5, maxLength: 20 }), async (rows) => {
          const [from, to] = [await newOwner(), await newOwner()]
          const [own] = await Promise.all([officesOf(from), officesOf(to)])
          for (const { office, ...row } of rows)
            await from.sendCall(createContract, {
              body: { ...row, officeId: office === null ? null : own[office]?.id },
            })
          const created = await stored(from)
          fc.pre(created.length > 0)
          const columns = fieldNames.map((field) => ({ field, label: contractColumnLabels[field] }))
          const sort = { field: 'createdAt', direction: 'asc' }
          const file = await download(from, exportContracts, { body: { format, columns, sort } })
          const distinct = new Set(created.map((contract) => JSON.stringify(fieldsOf(contract))))
          const { failures } = await upload(to, file)
          expect(failures.filter(({ reason }) => !reason.includes('the same as row'))).toEqual([])
          const copies = await stored(to)
          expect(new Set(copies.map((contract) => JSON.stringify(fieldsOf(contract))))).toEqual(distinct)
        }),
        { numRuns: 8 },
      )
    },
  )
})
