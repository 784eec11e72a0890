import type { MeasurableItem } from '@plinth/api/works/measured-items'
import { expect, test } from 'vitest'
import { choicesOf, searchItems } from './item-search.ts'

const item = (id: string, overrides: Partial<MeasurableItem>): MeasurableItem => ({
  id,
  parentId: null,
  level: 1,
  kind: 'ITEM',
  itemNo: id,
  description: '',
  unit: 'cum',
  decimals: 2,
  rounding: 'HALF_UP',
  agreedQuantity: 10,
  limitPercent: null,
  measuredQuantity: 0,
  ...overrides,
})

const choices = choicesOf([
  item('5', { kind: 'SECTION', description: 'Concrete' }),
  item('5.10', { parentId: '5', description: 'RCC of grade M25' }),
  item('5.9', { parentId: '5', description: 'Centering and shuttering' }),
  item('6.1', { description: 'Brick work 5.9 inches' }),
])
const ids = (typed: string) => searchItems(choices, typed).map((choice) => choice.item.id)

test('the search finds items, and not sections, by their words and those of their section', () => {
  expect(ids('')).toEqual(['5.10', '5.9', '6.1'])
  expect(ids('concrete')).toEqual(['5.10', '5.9'])
  expect(ids('m25 RCC')).toEqual(['5.10'])
  expect(ids('granite')).toEqual([])
})

test('items whose number starts with the typed word come first', () => {
  expect(ids('5.9')).toEqual(['5.9', '6.1'])
  expect(ids('6.1')).toEqual(['6.1'])
})

test('items that contain the words themselves come before items whose section does', () => {
  const schedule = choicesOf([
    item('4', { kind: 'SECTION', description: 'Steel works' }),
    item('4.1', { parentId: '4', description: 'Painting two coats' }),
    item('4.2', { parentId: '4', description: 'Structural steel in trusses' }),
    item('7', { description: 'Steel reinforcement' }),
  ])
  const idsOf = (typed: string) => searchItems(schedule, typed).map((choice) => choice.item.id)
  expect(idsOf('steel')).toEqual(['4.2', '7', '4.1'])
  expect(idsOf('4 steel')).toEqual(['4.1', '4.2'])
  expect(idsOf('steel painting')).toEqual(['4.1'])
})
