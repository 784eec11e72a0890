import { expect, test } from 'vitest'
import { groupWords } from './notification-groups.ts'

const word = (actBy: string | null, level: 'INFO' | 'DUE' | 'CRITICAL' = 'DUE') => ({ actBy, level })
const today = '2026-11-26'

test('what is critical stands first, then what is overdue, of today and later, then what happened', () => {
  const words = [
    word(null, 'INFO'),
    word('2026-11-27'),
    word(today),
    word('2026-11-25'),
    word('2026-12-30', 'CRITICAL'),
    word('2026-11-01', 'CRITICAL'),
  ]
  expect(groupWords(words, today).map(({ title, words }) => [title, words.map(({ actBy }) => actBy)])).toEqual([
    ['Critical', ['2026-12-30', '2026-11-01']],
    ['Overdue', ['2026-11-25']],
    ['Today', [today]],
    ['Later', ['2026-11-27']],
    ['What happened', [null]],
  ])
})

test('a heading without words is left out', () => {
  expect(groupWords([word(today)], today).map(({ name }) => name)).toEqual(['today'])
  expect(groupWords([], today)).toEqual([])
})
