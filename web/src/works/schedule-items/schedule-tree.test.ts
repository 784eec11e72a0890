import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { describe, expect, test } from 'vitest'
import { foundIn, itemName, numberAt, placeBeside, placeOf, rowsOf, sectionsFor, sumsOf } from './schedule-tree.ts'

/** A line by its number, which is its id too: what it lies in, and what an item comes to. */
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
const sought = (text: string, isWithoutRate = false) => idsOf(foundIn(items, { text, isWithoutRate }))

test('a name is a number and the beginning of a description, on one line', () => {
  expect(itemName({ itemNo: '4.1', description: 'Brick\n work' })).toBe('4.1 Brick work')
  expect(itemName({ itemNo: '4.1', description: 'x'.repeat(60) })).toBe(`4.1 ${'x'.repeat(48)}…`)
})

test('a section has the sum of all that lies in it at any depth, to the paisa', () => {
  expect([...sumsOf(items)].toSorted()).toEqual([
    ['1', { items: 3, withoutRate: 1, amount: 0.3 }],
    ['1.2', { items: 2, withoutRate: 1, amount: 0.2 }],
    ['2', { items: 0, withoutRate: 0, amount: 0 }],
  ])
})

describe('what is looked for', () => {
  test.each([
    ['', false, undefined],
    ['  ', false, undefined],
    ['work 1.2', false, ['1', '1.2', '1.2.1', '1.2.2']],
    // A section that is found has what lies in it along.
    ['part 1.2', false, ['1', '1.2', '1.2.1', '1.2.2']],
    ['3', false, ['3']],
    ['', true, ['1', '1.2', '1.2.2']],
    ['3', true, []],
  ])('%j, without a rate: %s', (text, isWithoutRate, found) => {
    expect(sought(text, isWithoutRate)).toEqual(found)
  })
})

describe('the rows', () => {
  const shown = (folded: string[], found?: ReadonlySet<string>) =>
    rowsOf(items, new Set(folded), found).map(({ id, expanded, position, siblings }) => [
      id,
      expanded,
      position,
      siblings,
    ])

  test('are all but those in a folded section', () => {
    expect(shown(['1'])).toEqual([
      ['1', false, 1, 3],
      ['2', undefined, 2, 3],
      ['3', undefined, 3, 3],
    ])
    expect(shown([])).toHaveLength(items.length)
  })

  test('are what was found, unfolded, where something is looked for', () => {
    expect(shown(['1', '1.2'], foundIn(items, { text: '1.2.1', isWithoutRate: false }))).toEqual([
      ['1', true, 1, 1],
      ['1.2', true, 1, 1],
      ['1.2.1', undefined, 1, 1],
    ])
  })
})

describe('a place', () => {
  test('is before what follows, or last', () => {
    expect(placeOf(items, one)).toEqual({ parentId: null, beforeId: '2' })
    expect(placeOf(items, three as ScheduleItem)).toEqual({ parentId: null, beforeId: null })
  })

  test('for something new is last in a section, and behind an item', () => {
    expect(placeBeside(items, one)).toEqual({ parentId: '1', beforeId: null })
    expect(placeBeside(items, items[1] as ScheduleItem)).toEqual({ parentId: '1', beforeId: '1.2' })
  })

  test('is in a section that is not itself, nor in it, nor too deep', () => {
    const offered = (moved?: ScheduleItem) => sectionsFor(items, moved).map(({ id }) => id)
    expect(offered()).toEqual(['1', '1.2', '2'])
    expect(offered(one)).toEqual(['2'])
    expect(offered(deep)).toEqual(['1', '2'])
    const chain = Array.from({ length: 8 }, (_, level) => '1.'.repeat(level + 1).slice(0, -1))
    const nested = chain.map((id, level) => line(id, chain[level - 1] ?? null))
    expect(sectionsFor(nested).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6])
    // Two levels more come along with it.
    const pair = [line('2', null), line('2.1', '2'), line('2.1.1', '2.1', 1)] as const
    expect(sectionsFor([...nested, ...pair], pair[0]).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4])
  })
})

describe('the number that follows', () => {
  test.each([
    ['in a section, last', { parentId: '1.2', beforeId: null }, '1.2.3'],
    ['in an empty section', { parentId: '2', beforeId: null }, '2.1'],
    ['at the end', { parentId: null, beforeId: null }, '4'],
    ['before another, where it is taken', { parentId: '1', beforeId: '1.2' }, ''],
  ])('%s', (_, place, number) => {
    expect(numberAt(items, place)).toBe(number)
  })

  test('is nothing where the last one ends in a letter', () => {
    expect(numberAt([line('5.9(a)', null, 1)], { parentId: null, beforeId: null })).toBe('')
    expect(numberAt([], { parentId: null, beforeId: null })).toBe('1')
  })
})
