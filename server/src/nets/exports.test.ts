import { endpoints, endpointsBySlice } from '@plinth/api'
import { exportUsers } from '@plinth/api/access/users'
import { requestOf } from '@plinth/api/kernel/client'
import { inWords } from '@plinth/api/kernel/code-words'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import { modulesOf } from '@plinth/api/kernel/permissions'
import { exportContracts } from '@plinth/api/tenders/contracts'
import { exportProjects, filterProjects } from '@plinth/api/works/projects'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import { newTenant } from '../access/tenants/tenants.factory.ts'
import { newUser } from '../access/users/users.factory.ts'
import { newDeposit } from '../deposits/deposits/deposits.factory.ts'
import { rupeeFormatOf } from '../kernel/sheets/rupee-formats.ts'
import { newClientAgreement, newWorkOrder } from '../money/agreements/agreements.factory.ts'
import { newBill, newBillable, newSubmitted, passAsClaimed } from '../money/bills/bills.factory.ts'
import { gstinOf, newParty, nextPan } from '../money/parties/parties.factory.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { graphOf } from '../testing/test-graph.ts'
import { type Company, newCompany, operatorCompany, startTestServer, type TestServer } from '../testing/test-server.ts'
import { newProject } from '../works/projects/projects.factory.ts'

/** An export equals its list: every list is read back from its files. */

type Person = Awaited<ReturnType<Company['as']>>
type Row = Record<string, unknown>

let server: TestServer
let ours: Company
let theirs: Company
let owner: Person
let operator: Person
let neighbour: Person
let operators: Company
/** Two companies with the records of the graph. */
let graphs: [Company, Company]
let owners: [Person, Person]

const onScreen = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/**
 * The text that a spreadsheet shows for a number by a format, as far as rupee formats go: sections, conditions, literal
 * commas.
 */
function shownBy(format: string, value: number): string {
  const sections = format.split(';').map((section) => /^(?:\[>=(\d+)\])?(.*)$/.exec(section) ?? [])
  const isConditional = sections.some(([, from]) => from !== undefined)
  const [, , code = ''] = isConditional
    ? (sections.find(([, from]) => from === undefined || value >= Number(from)) ?? [])
    : (sections[value < 0 ? 1 : 0] ?? [])
  const [whole = '', paise = ''] = Math.abs(value).toFixed(2).split('.')
  const sign = code.startsWith('\\-') ? '-' : ''
  if (code.includes('##,##0')) return `${sign}₹${Number(whole).toLocaleString('en-US')}.${paise}`
  const figures = whole.split('')
  const groups = code.match(/[#0]+/g)?.slice(0, -1) ?? []
  const shown = groups
    .toReversed()
    .map((group, at) => figures.splice(at === groups.length - 1 ? 0 : -group.length).join(''))
  return `${sign}₹${shown.toReversed().join(',')}.${paise}`
}

const rupees = '[>=10000000]"₹"##\\,##\\,##\\,##0.00;[>=100000]"₹"##\\,##\\,##0.00;"₹"##,##0.00'

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  ours = await newCompany(server)
  theirs = await newCompany(server)
  owner = await ours.as()
  operators = await operatorCompany(server)
  operator = await operators.as()
  const contracts = [
    await newContract(owner, {
      contractName: 'नहर lining, "phase 1"\nreach 2',
      bidId: '000123',
      tenderActualValue: 1_234_567.5,
      tenderBidValue: undefined,
      tenderBidPercentage: -4.25,
      openingDate: '2026-03-05',
      contractMetadata: { lane: 'two', 'length, km': 4.5, tags: ['a'], none: null },
    }),
    await newContract(owner, { contractName: '=1+1', openingDate: '2025-12-31' }),
  ]
  await newDeposit(owner, contracts[0]?.id ?? '', { amount: 12_345_678.9, depositSubmitedDate: '2026-12-31' })
  await newProject(owner, {
    projectName: 'Dam',
    status: 'IN_PROGRESS',
    projectActualValue: 5,
    givenStartDate: '1900-01-01',
  })
  await newProject(owner, { projectName: 'Adit', projectActualValue: 30_000_000, givenStartDate: '2199-12-31' })
  await newProject(owner, { projectName: 'Weir', projectActualValue: 700 })
  const gstins = [{ gstin: gstinOf(nextPan()) }]
  await newParty(owner, { kinds: ['VENDOR', 'TRANSPORTER'], gstTreatment: 'SEZ_LUT', gstins, state: '09' })
  await newParty(owner, { kinds: ['LABOUR_CONTRACTOR'], legalName: 'Shivanna K.', agreedDays: 15 })
  await newClientAgreement(owner, {
    pricing: 'PERCENTAGE_RATE',
    tenderPercentage: -4.25,
    value: 9_99_999.5,
    siteState: '29',
  })
  await newWorkOrder(owner, {
    number: '=WO',
    agreedOn: '2026-04-01',
    value: 1,
    status: 'ACTIVE',
    completedOn: '2027-01-31',
  })
  const billable = await newBillable(owner, { number: '=EE' })
  await passAsClaimed(owner, await newSubmitted(owner, billable.id, { title: '=RA' }))
  await newBill(owner, billable.id, { workUpto: 20_00_000.05, variationUpto: -1_500.5 })
  await newUser(owner, { username: '@Asha', mobileNo: '+919876543210', isActive: false })
  await newTenant(operator, { name: 'Gone, "Ltd"', status: 'SUSPENDED' })
  neighbour = await theirs.as()
  const { id } = await newContract(neighbour, { contractName: 'Theirs' })
  await newDeposit(neighbour, id)
  await newProject(neighbour, { projectName: 'Theirs' })
  await newWorkOrder(neighbour)
  await newBill(neighbour, (await newBillable(neighbour)).id)
  graphs = [await newCompany(server), await newCompany(server)]
  owners = [await graphs[0].as(), await graphs[1].as()]
  for (const one of owners) await graphOf({ owner: one, operator })
})
afterAll(() => server.stop())

async function download(person: Person, endpoint: Endpoint, body: object) {
  const { method, url, body: sent = null } = requestOf(endpoint, { body })
  const headers = { authorization: `Bearer ${person.session.accessToken}`, 'content-type': 'application/json' }
  const response = await fetch(server.url + url, { method, headers, body: sent })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

interface List {
  search: Endpoint
  export: Endpoint
  entity: { shape: ReturnType<typeof shapeOf> }
  by: () => Person
  company: () => Company
  /** Somebody of another company that has such records. */
  foreign: () => Person
  /** A filter that some of the rows match. */
  filter: object
  sort: { field: string; direction: string }
}

interface Narrowed {
  filter: object
  by: readonly [field: string, direction: string]
  /** The name of the sheet, where it is not that of the slice. */
  name?: string
}

/** By slice: the filter and the order of the lists whose rows are above. */
const narrowed: Record<string, Narrowed> = {
  contracts: { filter: { contractName: 'lining' }, by: ['tenderBidPercentage', 'asc'] },
  'contract-deposits': { filter: { depositType: 'D' }, by: ['totalAmount', 'desc'] },
  deposits: { filter: { contractName: 'lining' }, by: ['amount', 'asc'], name: 'Security deposits' },
  projects: { filter: { projectName: 'a' }, by: ['createdAt', 'desc'] },
  agreements: { filter: { pricing: ['PERCENTAGE_RATE'] }, by: ['value', 'asc'] },
  bills: { filter: { status: 'PASSED' }, by: ['netClaimed', 'desc'] },
  parties: { filter: { kind: 'TRANSPORTER' }, by: ['legalName', 'asc'] },
  users: { filter: { isActive: false }, by: ['username', 'desc'] },
  tenants: { filter: { status: ['SUSPENDED'] }, by: ['name', 'asc'] },
}
/** The lists of other slices have the records of the graph. */
const ofGraph: Narrowed = { filter: { dateRange: { from: '2020-01-01T00:00:00Z' } }, by: ['createdAt', 'desc'] }
/** Each export of the trail adds an entry to it; the others are sheets of what is no record. */
const noLists = ['audit-trail', 'reminder-coverage', 'task-sheets']

const elementOf = (schema: $ZodType | undefined) => (schema?._zod.def as { element?: $ZodType } | undefined)?.element

function listOf([slice, calls]: [string, Record<string, Endpoint>]): [name: string, List][] {
  const exported = Object.values(calls).find(({ download, path }) => download && path.endsWith('/export'))
  if (!exported || noLists.includes(slice)) return []
  const paths = ['filter', 'search'].map((end) => exported.path.replace(/export$/, end))
  const search = Object.values(calls).find(({ path }) => paths.includes(path)) ?? expect.fail(slice)
  const {
    filter,
    by: [field, direction],
    name = inWords(slice.replaceAll('-', '_')),
  } = { ...ofGraph, ...narrowed[slice] }
  const whose =
    slice === 'tenants'
      ? { by: () => operator, company: () => operators, foreign: () => operator }
      : slice in narrowed
        ? { by: () => owner, company: () => ours, foreign: () => neighbour }
        : { by: () => owners[0], company: () => graphs[0], foreign: () => owners[1] }
  const { content = search.response } = shapeOf(search.response)
  const entity = { shape: shapeOf(elementOf(content)) }
  return [[name, { search, export: exported, entity, ...whose, filter, sort: { field, direction } }]]
}
const lists = Object.fromEntries(Object.entries(endpointsBySlice).flatMap(listOf))

test('every export of records is tested', () => {
  const exports = Object.values(endpoints).filter(({ download, path }) => download && path.endsWith('/export'))
  expect(Object.keys(lists)).toHaveLength(exports.length - noLists.length)
  expect(exports.length).toBeGreaterThan(12)
})

async function shownRows({ search, by, sort }: List, filter: object): Promise<Row[]> {
  const paged = search === filterProjects ? {} : { sort, pagination: { size: 200 } }
  const { status, text } = await by().sendCall(search, { body: { ...filter, ...paged } })
  expect(status, text).toBe(200)
  const answer: Row[] | { content: Row[] } = JSON.parse(text)
  return Array.isArray(answer) ? answer : answer.content
}

const columnsOf = ({ entity }: List) =>
  Object.keys(entity.shape)
    .reverse()
    .map((field) => ({ field, label: `The ${field}, "so called"` }))

const indian = (moment: unknown) => new Date(Date.parse(String(moment)) + 19_800_000).toISOString().slice(0, 16)
const named = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The displayed value of a field; numbers, days and moments as a reader of the file returns them. */
const displayed: Record<Kind, (value: unknown) => unknown> = {
  text: named,
  choice: (code) => inWords(String(code)),
  choices: (codes) => [codes].flat().map(String).map(inWords).join(', '),
  boolean: (value) => (value ? 'Yes' : 'No'),
  active: (value) => (value ? 'Active' : 'Inactive'),
  pairs: (value) =>
    Object.entries(value ?? {})
      .map(([name, held]) => `${name}: ${named(held)}`)
      .join('; '),
  money: Number,
  percent: Number,
  number: Number,
  day: (value) => value,
  moment: indian,
}
const inCsv = (kind: Kind, value: unknown) => {
  if (value === null || value === '') return ''
  if (kind === 'money') return Number(value).toFixed(2)
  const text = String(displayed[kind](value)).replace(/(\d)T(\d)/, kind === 'moment' ? '$1 $2' : '$&')
  return typeof value === 'string' && /^[=+@-]/.test(text) ? `'${text}` : text
}
const inXlsx = (kind: Kind, value: unknown) => {
  const text = value === null || value === '' ? null : displayed[kind](value)
  return text === '' ? null : text
}

/** The sheet of an XLSX: its cells' values, days as YYYY-MM-DD and moments as YYYY-MM-DDTHH:MM. */
async function sheetOf(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  const [sheet] = sheets
  if (!sheet) throw new Error('no sheet')
  const styleOf = (row: number, column: number) => sheet.cells?.get(`${row},${column}`)?.style
  const values = sheet.rows.map((row, at) =>
    row.map((value, column) => {
      if (!(value instanceof Date)) return value
      return value.toISOString().slice(0, styleOf(at, column)?.numFmt?.includes('hh') ? 16 : 10)
    }),
  )
  return { ...sheet, values, styleOf }
}

describe.each(Object.entries(lists))('the export of %s', (name, list) => {
  const { by, sort, entity } = list
  const columns = columnsOf(list)
  const kinds: Record<string, Kind> = kindsOf(entity)
  const headings = columns.map(({ label }) => label)
  const kindOf = ({ field }: { field: string }) => kinds[field] ?? 'text'

  test.each(['all', 'some'])('equals the search result: %s of the rows, as CSV', async (which) => {
    const filter = which === 'all' ? {} : list.filter
    const rows = await shownRows(list, filter)
    expect(rows.length).toBeGreaterThan(0)
    const { response, bytes } = await download(by(), list.export, { ...filter, sort, columns, format: 'csv' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...body] = parse(Buffer.from(bytes), { bom: true, record_delimiter: '\r\n' })
    expect(head).toEqual(headings)
    expect(body).toEqual(rows.map((row) => columns.map((column) => inCsv(kindOf(column), row[column.field]))))
  })

  test.each(['all', 'some'])('equals the search result: %s of the rows, as XLSX', async (which) => {
    const filter = which === 'all' ? {} : list.filter
    const rows = await shownRows(list, filter)
    const { response, bytes } = await download(by(), list.export, { ...filter, sort, columns, format: 'xlsx' })
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
    const sheet = await sheetOf(bytes)
    const [head, ...body] = sheet.values
    expect(sheet.name).toBe(name)
    expect(head).toEqual(headings)
    const expected = rows.map((row) => columns.map((column) => inXlsx(kindOf(column), row[column.field])))
    expect(body.map((cells) => headings.map((_, at) => cells[at] ?? null))).toEqual(expected)
  })

  test('has a file name with the day, sent as RFC 6266 says', async () => {
    const { response } = await download(by(), list.export, { columns, format: 'csv' })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${name.replaceAll(' ', '%20')}%20${day}.csv`,
    )
  })

  test('takes only its own columns, at least one, and any headings twice', async () => {
    const refused = (columns: unknown) => by().refused(list.export, { body: { format: 'csv', columns: columns } })
    for (const wrong of [[{ field: 'hashedPassword', label: 'x' }], [], undefined, [{ field: 'id', label: ' ' }]])
      expect((await refused(wrong)).status, JSON.stringify(wrong)).toBe(400)
    const twice = ['id', 'createdAt', 'id'].map((field) => ({ field, label: 'Same' }))
    const { bytes } = await download(by(), list.export, { format: 'csv', columns: twice })
    expect(parse(Buffer.from(bytes), { bom: true })[0]).toEqual(['Same', 'Same', 'Same'])
  })

  test('needs canReport, and nothing else', async () => {
    const { allow } = list.export
    const [module = 'Home'] = modulesOf(allow)
    const company = list.company()
    const watching = await company.as({ [module]: ['canView', 'canCreate', 'canEdit', 'canDelete'] })
    expect((await watching.refused(list.export, { body: { format: 'csv', columns } })).status).toBe(403)
    const reporting = await company.as({ [module]: ['canReport'] })
    expect((await download(reporting, list.export, { format: 'csv', columns })).response.status).toBe(200)
  })
})

describe("a company's export", () => {
  const ofCompanies = Object.entries(lists).filter(([name]) => name !== 'Tenants')
  test.each(ofCompanies)('of %s holds no row of another', async (_, list) => {
    const columns = ['id', 'createdAt', ...Object.keys(list.entity.shape)].map((field) => ({ field, label: field }))
    const idsOf = async (person: Person): Promise<string[]> => {
      const { bytes } = await download(person, list.export, { format: 'csv', columns })
      return parse(Buffer.from(bytes), { bom: true, from: 2 }).map(([id = '']: string[]) => id)
    }
    const [own, foreign] = [await idsOf(list.by()), await idsOf(list.foreign())]
    expect(own.length).toBeGreaterThan(0)
    expect(foreign.length).toBeGreaterThan(0)
    expect(new Set([...own, ...foreign]).size).toBe(own.length + foreign.length)
  })

  test('by an operator holds the people of all companies, or of the requested one', async () => {
    const columns = [{ field: 'tenantName', label: 'Company' }]
    const companies = async (filters: object) => {
      const { bytes } = await download(operator, exportUsers, { ...filters, format: 'csv', columns })
      return new Set(parse(Buffer.from(bytes), { bom: true, from: 2 }).flat())
    }
    expect([...(await companies({}))]).toEqual(expect.arrayContaining([ours.name, theirs.name]))
    expect([...(await companies({ tenantId: theirs.id }))]).toEqual([theirs.name])
  })
})

describe('an XLSX', () => {
  test('has real numbers, days and moments in their formats, under bold and frozen headings', async () => {
    const fields = ['contractName', 'bidId', 'tenderActualValue', 'tenderBidPercentage', 'openingDate', 'createdAt']
    const columns = fields.map((field) => ({ field, label: field }))
    const { bytes } = await download(owner, exportContracts, {
      format: 'xlsx',
      columns,
      sort: { field: 'createdAt', direction: 'asc' },
    })
    const sheet = await sheetOf(bytes)
    expect(sheet.freezePane).toMatchObject({ rows: 1 })
    expect(fields.map((_, at) => sheet.styleOf(0, at)?.font?.bold)).toEqual(fields.map(() => true))
    expect(fields.map((_, at) => sheet.styleOf(1, at)?.font?.bold ?? false)).toEqual(fields.map(() => false))
    expect(fields.map((_, at) => sheet.styleOf(1, at)?.numFmt)).toEqual([
      '@',
      '@',
      rupees,
      '0.00##"%"',
      'dd mmm yyyy',
      'dd mmm yyyy", "hh:mm',
    ])
    expect(sheet.values[1]?.slice(0, 5)).toEqual([
      'नहर lining, "phase 1"\nreach 2',
      '000123',
      1_234_567.5,
      -4.25,
      '2026-03-05',
    ])
    expect(sheet.values[2]?.[4]).toBe('2025-12-31')
    expect(fields.map((_, at) => typeof sheet.rows[1]?.[at])).toEqual([
      'string',
      'string',
      'number',
      'number',
      'object',
      'object',
    ])
    expect(sheet.cells?.get('2,0')).toMatchObject({ value: '=1+1', type: 'string' })
    expect(sheet.cells?.get('2,0')?.formula).toBeUndefined()
    expect(Math.min(...(sheet.columns ?? []).map(({ width = 0 }) => width))).toBeGreaterThanOrEqual(10)
  })

  test.each(['csv', 'xlsx'])('as %s has its headings even without matching rows', async (format) => {
    const ask = { format, columns: [{ field: 'projectName', label: 'Name' }], projectName: 'no such' }
    const { bytes } = await download(owner, exportProjects, ask)
    if (format === 'csv') expect(Buffer.from(bytes).toString()).toBe('\uFEFFName\r\n')
    else expect((await sheetOf(bytes)).values).toEqual([['Name']])
  })
})

describe('the export of projects', () => {
  const columns = [{ field: 'projectName', label: 'Name' }]
  const namesOf = async (filters: object) => {
    const { bytes } = await download(owner, exportProjects, { ...filters, format: 'csv', columns })
    return parse(Buffer.from(bytes), { bom: true, from: 2 }).flat()
  }

  test('has the requested order', async () => {
    const byValue = (direction: string) => namesOf({ sort: { field: 'projectActualValue', direction } })
    expect(await byValue('asc')).toEqual(['Dam', 'Weir', 'Adit'])
    expect(await byValue('desc')).toEqual(['Adit', 'Weir', 'Dam'])
  })

  test('has only projects created in the date range', async () => {
    expect(await namesOf({ dateRange: { from: '2100-01-01T00:00:00Z' } })).toEqual([])
    expect(await namesOf({ dateRange: { from: '2020-01-01T00:00:00Z' } })).toHaveLength(3)
  })
})

test('50,000 rows are exported, and one more is refused with both numbers', { timeout: 120_000 }, async () => {
  const large = await newCompany(server)
  const person = await large.as()
  // Inserts in batches, so that no statement takes long, even on a busy machine.
  for (let first = 1; first <= 50_001; first += 5_000)
    await server.door.inTenant(large.id, person.userId, (db) =>
      sql`insert into projects (project_name, status, extension_count)
        select 'Project ' || n, 'PLANNED', n % 100
        from generate_series(${first}::int, least(${first}::int + 4999, 50001)) n`.execute(db),
    )
  const columns = ['projectName', 'extensionCount'].map((field) => ({ field, label: field }))
  for (const format of ['csv', 'xlsx']) {
    const { status, message } = await person.refused(exportProjects, { body: { format, columns } })
    expect(status, format).toBe(400)
    expect(message).toContain('50,001')
    expect(message).toContain('50,000')
    expect(message).toMatch(/narrow the filters/i)
  }
  await server.door.inTenant(large.id, person.userId, (db) =>
    sql`update projects set deleted_at = now() where project_name = 'Project 7'`.execute(db),
  )
  const sort = { field: 'extensionCount', direction: 'asc' }
  const { bytes } = await download(person, exportProjects, { format: 'csv', columns, sort })
  const rows: string[][] = parse(Buffer.from(bytes), { bom: true, from: 2 })
  expect(new Set(rows.map(([name]) => name)).size).toBe(50_000)
  const counts = rows.map(([, count]) => Number(count))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
})

test('an amount of any size has a number format with Indian groups, as on the screens', async () => {
  const by = await (await newCompany(server)).as()
  const amounts = [
    0, 99_999.99, 100_000, 99_99_999, 1_00_00_000, 99_99_99_999.99, 100_00_00_000, 9_999_99_99_999.99,
    1_00_000_00_00_000, 9_999_999_999_999.99,
  ]
  for (const [at, paperCost] of amounts.entries()) await newContract(by, { contractName: `C${at}`, paperCost })
  const sort = { field: 'createdAt', direction: 'asc' }
  const fields = [{ field: 'paperCost', label: 'Paper cost' }]
  const { bytes } = await download(by, exportContracts, { columns: fields, sort, format: 'xlsx' })
  const sheet = await sheetOf(bytes)
  expect(sheet.values.slice(1).map(([value]) => value)).toEqual(amounts)
  const shown = amounts.map((amount, at) => shownBy(sheet.styleOf(at + 1, 0)?.numFmt ?? '', amount))
  expect(shown).toEqual(amounts.map((amount) => onScreen.format(amount)))
})

test('the format of a negative amount shows its sign once, in the groups of its size', () => {
  for (const amount of [
    -5, -1_00_000, -12_34_567.5, -1_00_00_000, -100_00_00_000, -9_999_99_99_999.99, -1_00_000_00_00_000,
  ])
    expect(shownBy(rupeeFormatOf(amount), amount)).toBe(onScreen.format(amount))
})
