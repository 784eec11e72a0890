import { expect, test } from 'vitest'
import { countIn, lostKinds, sumText, worstFirst } from './coverage-words.ts'

const sums = (covered: number, gaps: number, waived: number) => ({
  total: covered + gaps + waived,
  covered,
  gaps,
  waived,
})

test('the summary states how many deadlines are gaps, or that all are covered', () => {
  expect(sumText(sums(290, 12, 8))).toBe('12 of 310 duties will be told to nobody.')
  expect(sumText(sums(0, 1, 0))).toBe('The only duty will be told to nobody.')
  expect(sumText(sums(310, 0, 0))).toBe('All 310 duties will be told to somebody.')
  expect(sumText(sums(1, 0, 0))).toBe('The only duty will be told to somebody.')
  expect(sumText(sums(302, 0, 8))).toBe('Every duty that is not waived will be told: 302 of 310, 8 waived.')
  expect(sumText(sums(0, 0, 8))).toBe('Nothing is to be told: every duty is waived.')
  expect(sumText(sums(0, 0, 0))).toBe('No duty is open.')
})

const tenders = {
  kind: 'TENDER_CLOSES' as const,
  total: 5,
  counted: 5,
  states: [
    { state: 'COVERED' as const, count: 4 },
    { state: 'NO_RULE' as const, count: 1 },
  ],
}
const tasks = { kind: 'TASK_DUE' as const, total: 3, counted: 3, states: [{ state: 'NO_RULE' as const, count: 3 }] }
const lost = { kind: 'PROJECT_ENDS' as const, total: 1, counted: 2, states: [{ state: 'COVERED' as const, count: 1 }] }
const found = { ...lost, counted: 0 }

test('a kind whose two counts differ is a fault', () => {
  expect(lostKinds([tenders, lost, tasks, found])).toEqual([lost, found])
})

test('kinds with differing counts come first, then those with the most gaps', () => {
  expect(worstFirst([tenders, tasks, lost])).toEqual([lost, tasks, tenders])
})

test('a state is counted for the chosen kinds, or for all if none is chosen', () => {
  const kinds = [tenders, tasks, lost]
  expect(countIn(kinds, 'NO_RULE', [])).toBe(4)
  expect(countIn(kinds, 'NO_RULE', ['TENDER_CLOSES'])).toBe(1)
  expect(countIn(kinds, 'WAIVED', [])).toBe(0)
})
