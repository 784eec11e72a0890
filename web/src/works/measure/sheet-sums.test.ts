import type { MeasurementLine } from '@plinth/api/works/measurement-lines'
import { expect, test } from 'vitest'
import { byItem, countOf } from './sheet-sums.ts'

const line = (itemId: string, contents: number) =>
  ({ itemId, itemNo: itemId, itemDescription: '', unit: 'cum', decimals: 2, contents }) as MeasurementLine

test('the lines of a sheet are grouped by item with an exact total', () => {
  const groups = byItem([line('5.9', 1.61), line('5.9', 2.2), line('6.1', 4), line('5.9', -0.81)])
  expect(groups.map(({ itemNo, total, lines }) => [itemNo, Number(total), lines.length])).toEqual([
    ['5.9', 3, 3],
    ['6.1', 4, 1],
  ])
  expect(byItem([])).toEqual([])
})

test('the count of a line is nos by parts', () => {
  expect(countOf({ nos: 2, parts: 3 })).toBe('2 × 3')
  expect(countOf({ nos: null, parts: 3 })).toBe('3')
  expect(countOf({ nos: null, parts: null })).toBeNull()
})
