import { expect, test } from 'vitest'
import { sectionOf, sectionsOf } from './day-sections.ts'

const at = (dueOn: string | null, priority: 'LOW' | 'NORMAL' | 'HIGH' = 'NORMAL') => ({ dueOn, priority })

test('a task is overdue, due today, this week or later, or without a day', () => {
  const today = '2026-11-25'
  expect(sectionOf(at('2026-11-24'), today)).toBe('OVERDUE')
  expect(sectionOf(at(today), today)).toBe('TODAY')
  expect(sectionOf(at('2026-11-29'), today)).toBe('THIS_WEEK')
  expect(sectionOf(at('2026-11-30'), today)).toBe('LATER')
  expect(sectionOf(at(null), today)).toBe('WITHOUT_DAY')
})

test('tasks are sorted by due day, and within a day by priority', () => {
  const tasks = [at('2026-11-20', 'LOW'), at(null), at('2026-11-20', 'HIGH'), at('2026-11-19'), at('2026-11-20')]
  expect(sectionsOf(tasks, '2026-11-25')).toEqual([
    {
      name: 'OVERDUE',
      tasks: [at('2026-11-19'), at('2026-11-20', 'HIGH'), at('2026-11-20'), at('2026-11-20', 'LOW')],
    },
    { name: 'WITHOUT_DAY', tasks: [at(null)] },
  ])
})
