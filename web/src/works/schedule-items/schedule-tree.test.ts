import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { describe, expect, test } from 'vitest'
import {
  itemName,
  numberAt,
  placeBeside,
  placeOf,
  rowsOf,
  searchSchedule,
  sectionsFor,
  sumsOf,
} from './schedule-tree.ts'

/** A row whose id is its number: a section without an amount, an item with one. */
function line(itemNo: string, parentId: string | null, amount?: number | null): ScheduleItem {
  const isItem = amount !== undefined
  return {
    id: itemNo,
    agreementId: 'a',
    parentId,
    level: itemNo.split('.').length - 1,
    kind: isItem ? 'ITEM' : 'SECTION',
    itemNo,
    sorCode: null,
    description: isItem ? `Work ${itemNo}` : `Part ${itemNo}`,
    unit: isItem ? 'cum' : null,
    quantity: isItem ? 1 : null,
    rate: amount ?? null,
    amount: amount ?? null,
    percentageApplies: true,
    limitPercent: null,
    status: null,
    sanctionNo: null,
    sanctionedOn: null,
    replacesId: null,
    clientItemId: null,
    bands: [],
    materials: [],
    createdAt: '',
    updatedAt: '',
  } as unknown as ScheduleItem
}

const items = [
  line('1', null),
  line('1.1', '1', 0.1),
  line('1.2', '1'),
  line('1.2.1', '1.2', 0.2),
  line('1.2.2', '1.2', null),
  line('2', null),
  line('3', null, 100),
]
const [one, , deep, , , , three] = items as [ScheduleItem, ...ScheduleItem[]]
const idsOf = (found: ReadonlySet<string> | undefined) => found && [...found].toSorted()
const idsFound = (text: string, isWithoutRate = false) => idsOf(searchSchedule(items, { text, isWithoutRate }))

test('a name is a number and the start of a description, on one line', () => {
  expect(itemName({ itemNo: '4.1', description: 'Brick\n work' })).toBe('4.1 Brick work')
  expect(itemName({ itemNo: '4.1', description: 'x'.repeat(60) })).toBe(`4.1 ${'x'.repeat(48)}…`)
})

test('the total of a section covers all items in it at any depth, to the paisa', () => {
  expect([...sumsOf(items)].toSorted()).toEqual([
    ['1', { items: 3, withoutRate: 1, amount: 0.3 }],
    ['1.2', { items: 2, withoutRate: 1, amount: 0.2 }],
    ['2', { items: 0, withoutRate: 0, amount: 0 }],
  ])
})

describe('a search in the schedule', () => {
  test.each([
    ['', false, undefined],
    ['  ', false, undefined],
    ['work 1.2', false, ['1', '1.2', '1.2.1', '1.2.2']],
    // A matching section brings its content along.
    ['part 1.2', false, ['1', '1.2', '1.2.1', '1.2.2']],
    ['3', false, ['3']],
    ['', true, ['1', '1.2', '1.2.2']],
    ['3', true, []],
  ])('finds its rows for %j, without a rate: %s', (text, isWithoutRate, found) => {
    expect(idsFound(text, isWithoutRate)).toEqual(found)
  })
})

describe('the rows of the tree', () => {
  const shown = (folded: string[], found?: ReadonlySet<string>) =>
    rowsOf(items, new Set(folded), found).map(({ id, expanded, position, siblings }) => [
      id,
      expanded,
      position,
      siblings,
    ])

  test('exclude those in a folded section', () => {
    expect(shown(['1'])).toEqual([
      ['1', false, 1, 3],
      ['2', undefined, 2, 3],
      ['3', undefined, 3, 3],
    ])
    expect(shown([])).toHaveLength(items.length)
  })

  test('are what was found, unfolded, during a search', () => {
    expect(shown(['1', '1.2'], searchSchedule(items, { text: '1.2.1', isWithoutRate: false }))).toEqual([
      ['1', true, 1, 1],
      ['1.2', true, 1, 1],
      ['1.2.1', undefined, 1, 1],
    ])
  })
})

describe('a place in the schedule', () => {
  test('is before the next sibling, or last', () => {
    expect(placeOf(items, one)).toEqual({ parentId: null, beforeId: '2' })
    expect(placeOf(items, three as ScheduleItem)).toEqual({ parentId: null, beforeId: null })
  })

  test('for a new item is last in a section, or after an item', () => {
    expect(placeBeside(items, one)).toEqual({ parentId: '1', beforeId: null })
    expect(placeBeside(items, items[1] as ScheduleItem)).toEqual({ parentId: '1', beforeId: '1.2' })
  })

  test('can be in a section that is neither the moved one, nor in it, nor too deep', () => {
    const offered = (moved?: ScheduleItem) => sectionsFor(items, moved).map(({ id }) => id)
    expect(offered()).toEqual(['1', '1.2', '2'])
    expect(offered(one)).toEqual(['2'])
    expect(offered(deep)).toEqual(['1', '2'])
    const chain = Array.from({ length: 8 }, (_, level) => '1.'.repeat(level + 1).slice(0, -1))
    const nested = chain.map((id, level) => line(id, chain[level - 1] ?? null))
    expect(sectionsFor(nested).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6])
    // The moved section brings two more levels along.
    const pair = [line('2', null), line('2.1', '2'), line('2.1.1', '2.1', 1)] as const
    expect(sectionsFor([...nested, ...pair], pair[0]).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4])
  })
})

describe('the suggested next number', () => {
  test.each([
    ['in a section, last', { parentId: '1.2', beforeId: null }, '1.2.3'],
    ['in an empty section', { parentId: '2', beforeId: null }, '2.1'],
    ['at the end', { parentId: null, beforeId: null }, '4'],
    ['before another, where it is taken', { parentId: '1', beforeId: '1.2' }, ''],
  ])('is right %s', (_, place, number) => {
    expect(numberAt(items, place)).toBe(number)
  })

  test('is empty if the last number ends in a letter', () => {
    expect(numberAt([line('5.9(a)', null, 1)], { parentId: null, beforeId: null })).toBe('')
    expect(numberAt([], { parentId: null, beforeId: null })).toBe('1')
  })
})
