import { describe, expect, test } from 'vitest'
import type { Cell, Row } from '../../kernel/sheets/sheet-values.ts'
import { SheetFault } from '../../kernel/sheets/sheet-values.ts'
import { structureOf } from './structure.rules.ts'

const headings = ['S.No', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']

/** Rows of a sheet, numbered from 1. An empty array stands for a blank row, which the readers leave out. */
const grid = (...rows: Cell[][]): Row[] =>
  rows.map((cells, at) => ({ number: at + 1, cells })).filter(({ cells }) => cells.length > 0)

const read = (...rows: Cell[][]) => structureOf(grid(headings, ...rows), 1900)

/** Each section and item as one line: level, number, description, and for items unit, quantity and rate. */
const lines = (...rows: Cell[][]) =>
  read(...rows).judged.map(({ level, itemNo, description, unit, quantity, rate }) =>
    [`${'>'.repeat(level)}${itemNo ?? ''}`, description, ...(unit ? [unit, quantity, rate] : [])].join(' | '),
  )
const faults = (...rows: Cell[][]) => read(...rows).facts.faults.map(({ cell, message }) => `${cell} ${message}`)
const leftOut = (...rows: Cell[][]) => read(...rows).facts.leftOut.map(({ row, text }) => `${row} ${text}`)

const item = (no: Cell, description = 'Earthwork', quantity: Cell = 10, rate: Cell = 5): Cell[] => [
  no,
  description,
  'cum',
  quantity,
  rate,
]

describe('headings', () => {
  test('are found below titles in the first 40 rows, under many names', () => {
    const title: Cell[][] = Array.from({ length: 39 }, () => ['Name of work: Road from A to B'])
    const named: Cell[] = [
      'Sl. No.',
      'Nomenclature of item',
      'Per',
      'Quantity',
      'Rate in figures',
      'Rate in words',
      'DSR 2023 item no.',
    ]
    const sheet = grid(...title, named, ['1', 'Earthwork', 'cum', 10, 5, 'Five only', '2.8.1'])
    expect(structureOf(sheet, 1900).judged).toMatchObject([{ itemNo: '1', rate: 5, sorCode: '2.8.1' }])
    expect(() => structureOf(grid([], ...title, named, item('1')), 1900)).toThrow(SheetFault)
  })

  test('in two rows are joined, also where one heading is merged over several columns', () => {
    const upper: Cell[] = ['Item', 'Description', 'Estimated', '', 'Rate', '', 'Amount']
    const lower: Cell[] = ['', '', 'Quantity', 'Unit', 'In words', 'In figures', '']
    const { judged, facts } = structureOf(grid(upper, lower, ['1', 'Earthwork', 10, 'cum', 'Five', 5, 50]), 1900)
    expect(judged).toMatchObject([{ itemNo: '1', unit: 'cum', quantity: 10, rate: 5, amount: 50 }])
    expect(facts.ignoredColumns).toEqual(['Rate In words'])
    const whole: Cell[] = ['S.No', 'Description', 'Unit', 'Qty', 'Rate', '', 'Amount']
    const below: Cell[] = ['', '', '', '', 'In words', 'In figures']
    expect(structureOf(grid(whole, below, ['1', 'Sand', 'cum', 10, 'Five', 5]), 1900).judged).toMatchObject([
      { rate: 5 },
    ])
  })

  test('that are repeated, and a row of column numbers, are left out and listed', () => {
    const rows: Cell[][] = [[1, 2, 3, 5, 6, 53], item('1'), headings, item('2')]
    expect(lines(...rows)).toHaveLength(2)
    expect(leftOut(...rows)).toEqual(['2 1 · 2 · 3 · 5 · 6 · 53', '4 S.No · Description · Unit · Qty · Rate · Amount'])
  })

  test('above more text than one transaction can store are rejected', () => {
    const rows = Array.from({ length: 626 }, (_, at) => item(String(at), 'x'.repeat(8000)))
    expect(() => read(...rows)).toThrow('more text than can be stored at once')
  })

  test('without numbers, unit or quantity are rejected, naming the missing column', () => {
    const missing = (row: Cell[]) => () => structureOf(grid(row, item('1')), 1900)
    expect(missing(['', 'Description', 'Unit', 'Qty'])).toThrow('is headed "Item no."')
    expect(missing(['No', 'Description', '', 'Qty'])).toThrow('is headed "Unit"')
    expect(missing(['No', 'Description', 'Unit'])).toThrow('is headed "Quantity"')
  })
})

describe('sections and items', () => {
  test('nest by their numbers', () => {
    const rows: Cell[][] = [
      ['5', 'Concrete'],
      ['5.9', 'Shuttering'],
      item('5.9.1'),
      item('5.9.2'),
      item('5.22'),
      ['6', 'Masonry'],
      item('6.1'),
    ]
    expect(lines(...rows)).toEqual([
      '5 | Concrete',
      '>5.9 | Shuttering',
      '>>5.9.1 | Earthwork | cum | 10 | 5',
      '>>5.9.2 | Earthwork | cum | 10 | 5',
      '>5.22 | Earthwork | cum | 10 | 5',
      '6 | Masonry',
      '>6.1 | Earthwork | cum | 10 | 5',
    ])
  })

  test('with letters count below the number above them', () => {
    const rows: Cell[][] = [
      ['1', 'Excavation'],
      item('a)'),
      item('(b)'),
      ['(c)', 'Rock'],
      item('(i)'),
      item('(ii)'),
      item('2'),
      item('(a)'),
    ]
    expect(lines(...rows).map((line) => line.split(' ')[0])).toEqual([
      '1',
      '>1(a)',
      '>1(b)',
      '>1(c)',
      '>>1(c)(i)',
      '>>1(c)(ii)',
      '2',
      '2(a)',
    ])
    const letters = ['a)', 'b)', 'c)', 'd)', 'e)', 'f)', 'g)', 'h)', 'i)', 'j)'].map((letter) => item(letter))
    expect(lines(['1', 'Pipes'], ...letters).at(-2)).toMatch(/^>1\(i\) /)
  })

  test('lie below titles, whose labels distinguish repeated numbers', () => {
    const rows: Cell[][] = [
      ['PART A - CIVIL'],
      item('1'),
      item('2'),
      ['Total', '', '', '', '', 100],
      ['PART B - PIPES'],
      item('1'),
    ]
    expect(lines(...rows)).toEqual(
      [
        ' | PART A - CIVIL',
        '>A.1 | Earthwork | cum | 10 | 5',
        '>A.2 | Earthwork | cum | 10 | 5',
        ' | PART B - PIPES',
        '>B.1 | Earthwork | cum | 10 | 5',
      ].map((line) => line.trimStart().replace(/^\| /, ' | ')),
    )
    expect(faults(item('5'), item('5'))).toEqual(['A3 5 is also the number of row 2'])
    expect(faults(item(1.1), item(1.1))).toEqual([
      'A3 1.1 is also the number of row 2. If one of them ends in 0, format the column as text',
    ])
  })

  test('continue in the rows below them, up to the unit', () => {
    const rows: Cell[][] = [
      ['1', 'Earthwork in'],
      ['', 'ordinary soil', 'cum', 10, 5],
      ['', 'with disposal'],
      item('2'),
    ]
    expect(lines(...rows)[0]).toBe('1 | Earthwork in ordinary soil with disposal | cum | 10 | 5')
  })

  test('are not joined with a title in capitals or after a blank row', () => {
    const capitals: Cell[][] = [item('1'), ['', 'ELECTRICAL WORKS'], item('2')]
    expect(lines(...capitals)).toEqual([
      '1 | Earthwork | cum | 10 | 5',
      ' | ELECTRICAL WORKS',
      '>2 | Earthwork | cum | 10 | 5',
    ])
    expect(lines(item('1'), [], ['', 'Pipes and fittings'], item('2'))[1]).toBe(' | Pipes and fittings')
  })

  test('continue in a row that begins like a total, and end at one with an amount', () => {
    const rows = (words: string): Cell[][] => [
      ['1', 'Plaster in two coats,'],
      ['', words],
      ['', 'complete', 'sqm', 10, 5],
      item('2'),
    ]
    for (const words of ['total thickness 20 mm', 'Total of two coats', 'say 20 mm thick'])
      expect(lines(...rows(words))[0]).toBe(`1 | Plaster in two coats, ${words} complete | sqm | 10 | 5`)
    for (const words of ['Total', 'Sub total:', 'Say Rs. 50/-'])
      expect(lines(item('1'), ['', words], ['', 'PIPES'], item('2'))).toEqual([
        '1 | Earthwork | cum | 10 | 5',
        ' | PIPES',
        '>2 | Earthwork | cum | 10 | 5',
      ])
    const total: Cell[] = ['', 'Total of earthwork', '', '', '', 50]
    expect(read(item('1'), total, item('2')).facts.amounts).toMatchObject([{ cell: 'F3', agrees: true }])
    expect(read(item('1'), ['', 'say 50', '', '', '', 50], item('2')).facts.leftOut).toMatchObject([{ row: 3 }])
  })

  test('get the usual unit for each of its spellings, and keep other units as typed', () => {
    const units = ['Cum', 'm³', 'per Sqm', 'Sq. Mtr', 'Each', 'Nos.', 'M.T.', 'Rmt', '1 Kg', 'L.S.', 'Trip']
    const rows = units.map((unit, at): Cell[] => [String(at + 1), 'Work', unit, 1, 1])
    expect(read(...rows).judged.map(({ unit }) => unit)).toEqual([
      'cum',
      'cum',
      'sqm',
      'sqm',
      'no',
      'no',
      't',
      'm',
      'kg',
      'LS',
      'Trip',
    ])
  })

  test('are read with Hindi digits too, and a note between them is left out', () => {
    const rows: Cell[][] = [['१', 'Earthwork'], item('१.१', 'Sand', '१०'), ['Note: lead is included'], item('1.2')]
    expect(lines(...rows)).toEqual(['1 | Earthwork', '>1.1 | Sand | cum | 10 | 5', '>1.2 | Earthwork | cum | 10 | 5'])
    expect(leftOut(...rows)).toEqual(['4 Note: lead is included'])
  })

  test('may lack rates', () => {
    const { judged, facts } = read(['1', 'Earthwork', 'cum', 10], ['2', 'Sand', 'cum', 5, '-'])
    expect(judged.map(({ rate, amount }) => [rate, amount])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(facts).toMatchObject({ faults: [], amount: 0 })
  })
})

describe('faults are listed by cell', () => {
  test('for an item', () => {
    expect(
      faults(
        ['1', 'Painting', '100 sqm', 5, 900],
        ['2', 'Painting', '%0 sqft', 5, 900],
        ['3', '', 'cum', 5, 5],
        ['', 'Sand', 'cum', 5, 5],
        ['5', 'Sand', '', 5, 5],
        ['6', 'Sand', 'cum', '', 5],
        ['7', 'Sand', 'cum', 'ten', '5\n6'],
        ['8', 'Sand', 'cum', -1, { fault: { message: 'holds a formula without its result. Paste it as a value' } }],
        ['9', 'Sand', 'cum', '1.2345', 1.23456],
        [{ day: '2026-01-05' }, 'Sand', 'cum', 5, 5],
        ['9'.repeat(41), 'Sand'.repeat(2001), 'a unit longer than any', 5, 5],
      ),
    ).toEqual([
      'C2 is for 100 sqm: enter the rate of one unit, and the unit without a number',
      'C3 is for 1000 sqft: enter the rate of one unit, and the unit without a number',
      'B4 is required',
      'A5 is required of an item',
      'C6 is required of an item',
      'D7 is required of an item',
      'D8 must be a number such as 1,250.125',
      'E8 holds more than one number',
      'D9 must not be negative',
      'E9 holds a formula without its result. Paste it as a value',
      'D10 must have at most 12 digits and 3 decimals',
      'E10 must have at most 11 digits and 4 decimals',
      'A11 was taken for a day by the spreadsheet program: format the column as text',
      'A12 must be at most 40 characters',
      'B12 must be at most 8000 characters',
      'C12 must be at most 20 characters',
    ])
  })

  test('for an amount below an item that is not the amount of that item', () => {
    const message = 'is the amount of no item: give its row a number, unit and quantity, or delete it'
    const dismantling: Cell[] = ['', 'Dismantling of the shed', '', '', '', 5000]
    expect(faults(item('1'), dismantling, item('2'))).toEqual([`F3 ${message}`])
    expect(faults([...item('1'), 50], ['', 'with disposal', '', '', '', 50])).toEqual([`F3 ${message}`])
    expect(faults(item('1'), ['', 'with disposal', '', '', '', 50])).toEqual([])
    expect(faults(item('1'), ['', 'with', '', '', '', 'lump sum'], ['', 'disposal', '', '', '', 50])).toEqual([
      'F3 must be an amount such as 12,34,567.50',
      `F4 ${message}`,
    ])
    expect(faults(item('1'), ['', 'with disposal', '', '', '', 0])).toEqual([])
  })

  test('for a section', () => {
    expect(faults(['6', 'Deleted'], item('7'))).toEqual([
      'C2 is required of an item; a section needs items below it whose numbers begin with 6',
    ])
    const deep = Array.from({ length: 8 }, (_, at): Cell[] => [`1${'.1'.repeat(at)}`, 'Part'])
    expect(faults(...deep, item(`1${'.1'.repeat(8)}`))).toEqual(['A10 lies deeper than 8 levels'])
  })
})

describe('totals and amounts', () => {
  const amounts = (...rows: Cell[][]) =>
    read(...rows).facts.amounts.map(({ cell, label, sum, agrees }) => [cell, label, sum, agrees])
  const total = (label: string, amount: number): Cell[] => ['', label, '', '', '', amount]

  test('are compared with the section, with the rows since the last total, and with everything', () => {
    expect(
      amounts(
        ['1', 'Soil'],
        item('1.1'),
        item('1.2'),
        total('Sub total', 100),
        ['2', 'Rock'],
        item('2.1'),
        total('Total of rock', 50),
        total('Grand total (Rs.)', 150),
      ),
    ).toEqual([
      ['F5', 'Sub total', 100, true],
      ['F8', 'Total of rock', 50, true],
      ['F9', 'Grand total (Rs.)', 150, true],
    ])
    expect(amounts(item('1'), total('Total', 50.02))).toEqual([['F3', 'Total', 50, false]])
  })

  test('that are carried or rounded, and GST with everything after it, are left out and listed', () => {
    const rows: Cell[][] = [
      item('1'),
      total('C/o', 50),
      total('B/f', 50),
      item('2'),
      total('Total', 100),
      total('Add GST @ 18%', 18),
      total('Grand total', 118),
      total('Say', 120),
      ['', 'Rupees one hundred and twenty only'],
      ['', 'Signature of the contractor'],
      ['Note: lead is included'],
    ]
    expect(amounts(...rows)).toEqual([['F6', 'Total', 100, true]])
    expect(leftOut(...rows)).toEqual([
      '3 C/o',
      '4 B/f',
      '7 Add GST @ 18%',
      '8 Grand total',
      '9 Say',
      '10 Rupees one hundred and twenty only',
      '11 Signature of the contractor',
      '12 Note: lead is included',
    ])
    expect(lines(...rows)).toHaveLength(2)
  })

  test('of a section are distinguished from those of its parts', () => {
    const rows: Cell[][] = [item('7'), ['1', 'Soil'], item('1.1'), total('Sub total', 50), item('1.2')]
    expect(amounts(...rows, total('Total of soil', 100)).at(-1)).toEqual(['F7', 'Total of soil', 100, true])
    expect(
      amounts(item('1'), total('Sub total', 50), item('2'), total('Sub total', 50)).map(([, , , agrees]) => agrees),
    ).toEqual([true, true])
  })

  test('may be in the row of a section', () => {
    const rows = (amount: number): Cell[][] => [['1', 'Soil', '', '', '', amount], item('1.1'), item('1.2'), item('2')]
    expect(amounts(...rows(100))).toEqual([['F2', 'Soil', 100, true]])
    expect(amounts(...rows(150))).toEqual([['F2', 'Soil', 100, false]])
    expect(amounts(['PART A', '', '', '', '', 50], item('1'))).toEqual([['F2', 'PART A', 50, true]])
  })

  test('may be sums of unrounded amounts', () => {
    const [one, other] = [item('1', 'Sand', 1, 0.005), item('2', 'Sand', 1, 0.005)]
    expect(amounts(one, other, total('Total', 0.01))).toEqual([['F4', 'Total', 0.02, true]])
  })

  test('are compared only if no cell has a fault', () => {
    expect(amounts(item('1'), item('2', 'Sand', 'ten'), total('Total', 100))).toEqual([])
  })

  test('end a sheet: terms of the tender below them do not become sections', () => {
    const rows: Cell[][] = [item('1'), total('Total', 50), ['1', 'Rates include lead'], ['2', 'Rates include lift']]
    expect(faults(...rows)).toEqual([])
    expect(leftOut(...rows)).toEqual(['4 Rates include lead', '5 Rates include lift'])
  })

  test('that are rounded between items do not become sections', () => {
    expect(lines(item('1'), total('Total', 50), total('Say', 50), item('2'))).toHaveLength(2)
  })

  test('of items are compared with quantity by rate', () => {
    expect(amounts([...item('1', 'Sand', 3, 33.33), 100], [...item('2'), 500])).toEqual([['F3', '2', 50, false]])
  })
})

describe('a crafted sheet', () => {
  test('opens at most as many nested sections as may be nested', () => {
    const rows = Array.from({ length: 60 }, (_, at): Cell[][] => [
      [String(at + 1), 'Part'],
      [`NS-${String.fromCharCode(97 + (at % 26))}${at}`, 'Part'],
    ]).flat()
    const { judged, facts } = read(...rows, item('99'))
    expect(Math.max(...judged.map(({ level }) => level))).toBe(8)
    expect(facts.faults.some(({ message }) => message === 'lies deeper than 8 levels')).toBe(true)
  })

  test('cannot extend a description that is too long already', () => {
    const more = Array.from({ length: 50 }, (): Cell[] => ['', 'x'.repeat(1000)])
    const { judged, facts } = read(item('1'), ...more)
    expect(judged[0]?.description.length).toBeLessThan(10_000)
    expect(facts.faults).toMatchObject([{ cell: 'B2', message: 'must be at most 8000 characters' }])
  })
})
