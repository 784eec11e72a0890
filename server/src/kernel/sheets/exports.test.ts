import { exportFormats } from '@plinth/api/kernel/exports'
import * as f from '@plinth/api/kernel/fields'
import { metadata } from '@plinth/api/kernel/metadata'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exportOf } from './exports.ts'

const entity = z.object({
  note: z.string(),
  amount: f.money,
  percentage: f.signedPercentage,
  day: f.day,
  moment: f.moment,
  pairs: metadata,
})
type Row = z.infer<typeof entity>
type Field = keyof Row

const empty = { note: null, amount: null, percentage: null, day: null, moment: null, pairs: null }

async function* batches(rows: Partial<Row>[], times = 1) {
  for (let at = 0; at < times; at += 1) yield rows.map((row) => ({ ...empty, ...row }))
}

const columns = (fields: Field[]) => fields.map((field) => ({ field, label: field }))
const india = 'Asia/Kolkata'
const write = (
  rows: AsyncIterable<Record<Field, unknown>[]>,
  fields: Field[],
  format: 'csv' | 'xlsx',
  timeZone = india,
  company = 'company',
) => exportOf(rows, { name: 'Sheet', entity, columns: columns(fields), format, by: { company, timeZone } })

async function csvOf(field: Field, values: unknown[], timeZone = india): Promise<string[]> {
  const { bytes } = await write(batches(values.map((value) => ({ [field]: value }))), [field], 'csv', timeZone)
  return parse(Buffer.from(bytes), { bom: true, from: 2, record_delimiter: '\r\n' }).map(
    ([cell = '']: string[]) => cell,
  )
}

async function xlsxOf(field: Field, values: unknown[], timeZone = india) {
  const { bytes } = await write(batches(values.map((value) => ({ [field]: value }))), [field], 'xlsx', timeZone)
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return values.map((_, at) => sheets[0]?.cells?.get(`${at + 1},0`))
}

const formulas = [
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tx',
  ' =1',
  '\u00a0-1',
  '\uFEFF=1',
  '＝1',
  '-',
  // It has an apostrophe already, which is left when the reader removes ours.
  "'=1",
  "''-1",
]
const harmless = ['a=1', 'x@y.example', '5-4', '1/2', "'a", '#REF!', '—1']

describe('a text that looks like a formula', () => {
  test('gets an apostrophe in a CSV, and no other text does', async () => {
    expect(await csvOf('note', formulas)).toEqual(formulas.map((text) => `'${text}`))
    expect(await csvOf('note', harmless)).toEqual(harmless)
  })

  test('is guarded in a heading and in pairs too', async () => {
    const headed = {
      name: 'Sheet',
      entity,
      columns: [{ field: 'note', label: '=1' } as const],
      format: 'csv',
      by: { company: 'company', timeZone: india },
    } as const
    const { bytes } = await exportOf(batches([]), headed)
    expect(Buffer.from(bytes).toString()).toBe("\uFEFF'=1\r\n")
    expect(await csvOf('pairs', [{ '=cmd': 1 }])).toEqual(["'=cmd: 1"])
  })

  test('is unchanged in an XLSX, as a plain text', async () => {
    const texts = [...formulas, ...harmless, '00123', '1e5', '2026-03-05', 'http://x.example', 'TRUE', '#N/A']
    const cells = await xlsxOf('note', texts)
    expect(cells.map((cell) => cell?.value)).toEqual(texts)
    expect(new Set(cells.map((cell) => cell?.type))).toEqual(new Set(['string']))
    expect(cells.filter((cell) => cell?.formula ?? cell?.hyperlink)).toEqual([])
  })

  test('is not a negative number, which stays as it is', async () => {
    expect(await csvOf('percentage', [-4.25, 0, 12])).toEqual(['-4.25', '0', '12'])
    expect((await xlsxOf('percentage', [-4.25, 0])).map((cell) => cell?.value)).toEqual([-4.25, 0])
  })
})

describe('a cell', () => {
  const { TZ = 'UTC' } = process.env
  afterEach(() => {
    process.env['TZ'] = TZ
  })

  test('of money has two decimals in a CSV and is exact in an XLSX', async () => {
    const amounts = [0, 0.1, 5, 1_234_567.5, 9_999_999_999_999.99]
    expect(await csvOf('amount', amounts)).toEqual(['0.00', '0.10', '5.00', '1234567.50', '9999999999999.99'])
    expect((await xlsxOf('amount', amounts)).map((cell) => cell?.value)).toEqual(amounts)
  })

  test.each(['UTC', 'Asia/Kolkata', 'America/New_York'])(
    'of a day has that day in every year and in %s',
    async (zone) => {
      process.env['TZ'] = zone
      const days = ['1900-01-01', '1900-03-01', '2024-02-29', '2025-12-31', '2026-03-05', '2199-12-31']
      expect(await csvOf('day', days)).toEqual(days)
      const midnights = days.map((day) => new Date(`${day}T00:00:00Z`))
      expect((await xlsxOf('day', days)).map((cell) => cell?.value)).toEqual(midnights)
    },
  )

  test.each([
    ['Asia/Kolkata', ['2025-12-31 23:59:59', '2026-01-01 00:00:00', '2026-07-21 09:35:06']],
    ['America/New_York', ['2025-12-31 13:29:59', '2025-12-31 13:30:00', '2026-07-21 00:05:06']],
    ['UTC', ['2025-12-31 18:29:59', '2025-12-31 18:30:00', '2026-07-21 04:05:06']],
  ])('of a moment shows the clock time of %s', async (zone, clock) => {
    const moments = ['2025-12-31T18:29:59.999999Z', '2025-12-31T18:30:00Z', '2026-07-21T04:05:06Z']
    expect(await csvOf('moment', moments, zone)).toEqual(clock.map((shown) => shown.slice(0, 16)))
    const cells = (await xlsxOf('moment', moments, zone)).map((cell) => cell?.value)
    expect(cells).toEqual(clock.map((shown) => new Date(`${shown.replace(' ', 'T')}Z`)))
  })

  test('of pairs shows each name with its value', async () => {
    const values = { lane: 'two', length: 4.5, gone: null, tags: ['a', 'b'] }
    const text = 'lane: two; length: 4.5; gone: null; tags: ["a","b"]'
    expect(await csvOf('pairs', [values, {}])).toEqual([text, ''])
    expect((await xlsxOf('pairs', [values])).map((cell) => cell?.value)).toEqual([text])
  })

  test('keeps quotes, commas, line ends and every script', async () => {
    const texts = ['a "b", c;', 'one\ntwo', 'one\rtwo', 'one\r\ntwo', 'सड़क निर्माण', '👷🏽', ' edges ']
    expect(await csvOf('note', texts)).toEqual(texts)
    const { bytes } = await write(batches(texts.map((note) => ({ note }))), ['note'], 'csv')
    for (const broken of texts.slice(1, 4)) expect(Buffer.from(bytes).toString()).toContain(`\r\n"${broken}"\r\n`)
    expect((await xlsxOf('note', texts)).map((cell) => cell?.value)).toEqual(texts)
  })

  test('of an XLSX keeps characters that XML cannot hold, and is cut at its maximal length', async () => {
    const awkward = ['_x0041_', 'a\u0001b', '<b>&amp;</b>', ']]>']
    expect((await xlsxOf('note', awkward)).map((cell) => cell?.value)).toEqual(awkward)
    const [illegal, long] = await xlsxOf('note', ['a\uFFFEb\uFFFF', 'x'.repeat(40_000)])
    expect(illegal?.value).toBe('a\uFFFDb\uFFFD')
    expect(long?.value).toBe(`${'x'.repeat(32_766)}…`)
  })
})

describe('an export', () => {
  test.each(exportFormats)('as %s of more than 100 MB is refused', async (format) => {
    const long = { note: 'x'.repeat(30_000) }
    const thousand = Array.from({ length: 1_000 }, () => long)
    await expect(write(batches(thousand, 10), ['note'], format)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('100 MB'),
    })
  })

  test.each(exportFormats)('as %s fails when its rows fail', async (format) => {
    const gone = new Error('the rows are gone')
    async function* failing() {
      yield [{ ...empty, note: 'x' }]
      throw gone
    }
    await expect(write(failing(), ['note'], format)).rejects.toBe(gone)
  })

  test('takes one of two places of its company and of four in all, and frees it when it ends or fails', async () => {
    const gate = Promise.withResolvers<void>()
    async function* waiting() {
      await gate.promise
      yield [empty]
    }
    const one = (company: string) => write(waiting(), ['note'], 'csv', india, company)
    const running = [one('first'), one('first')]
    await expect(one('first')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
    running.push(one('second'), one('third'))
    await expect(one('fourth')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
    gate.reject(new Error('no more'))
    expect((await Promise.allSettled(running)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    const { name } = await write(batches([]), ['note'], 'csv')
    expect(name).toMatch(/^Sheet \d{4}-\d\d-\d\d\.csv$/)
  })

  test('yields to other work while it is written', async () => {
    let turns = 0
    const clock = setInterval(() => {
      turns += 1
    }, 0)
    await write(batches(Array(1_000).fill({ note: 'x' }), 20), ['note', 'day', 'amount'], 'csv')
    clearInterval(clock)
    expect(turns).toBeGreaterThan(1)
  })
})
