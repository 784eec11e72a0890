import type { Project, TaskRollup } from '@plinth/api/works/projects'
import { expect, test } from 'vitest'
import { dueDayOf, isLate, nextOfProject } from './project-next.ts'
import { storyOfProject } from './project-story.ts'

const today = '2026-11-24'
const all = { edit: true, plan: true, see: true }

const rollup = (own: Partial<TaskRollup> = {}): TaskRollup => ({
  tasks: 2,
  estimatedAmount: 0,
  actualAmount: 0,
  estimatedEffortHours: 0,
  actualEffortHours: 0,
  progress: 40,
  givenStartDate: null,
  givenEndDate: null,
  actualStartDate: '2026-10-01',
  actualEndDate: null,
  ...own,
})

type Overrides = Partial<Pick<Project, 'status' | 'rollup' | 'givenEndDate'>>
const project = (own: Overrides) => ({ status: 'IN_PROGRESS' as const, rollup: rollup(), givenEndDate: null, ...own })
const next = (own: Overrides, may = all) => nextOfProject(project(own), may, today)

test('the next step plans a project without tasks, starts one with begun tasks and completes one with done tasks', () => {
  expect(next({ rollup: null })).toBe('PLAN_TASKS')
  expect(next({ status: 'INITIATED' })).toBe('START')
  expect(next({ status: 'INITIATED', rollup: rollup({ actualStartDate: null }) })).toBeUndefined()
  expect(next({ rollup: rollup({ progress: 100 }) })).toBe('COMPLETE')
  expect(next({ status: 'COMPLETED', rollup: rollup({ progress: 100 }) })).toBeUndefined()
  expect(next({ rollup: null }, { ...all, plan: false })).toBeUndefined()
})

test('a project is late if it is open and past the earlier of its two given ends, as for the quick filter', () => {
  const overrides = { givenEndDate: '2026-12-31', rollup: rollup({ givenEndDate: '2026-11-23' }) }
  expect(dueDayOf(project(overrides))).toBe('2026-11-23')
  expect(next(overrides)).toBe('SEE_LATE')
  expect(isLate(project({ ...overrides, status: 'TERMINATED' }), today)).toBe(false)
  expect(isLate(project({ givenEndDate: today, rollup: null }), today)).toBe(false)
  const ended = rollup({ givenEndDate: '2026-11-20', actualEndDate: '2026-11-20' })
  expect(isLate(project({ rollup: ended }), today)).toBe(false)
})

test('the story of a project starts with its contract for users who may see contracts', () => {
  const linesOfStory = (own: object, maySee = true) =>
    storyOfProject(
      {
        ...project({}),
        id: 'p1',
        contractId: 'c1',
        contractBidId: 'PWD/7',
        givenStartDate: null,
        actualStartDate: null,
        actualEndDate: null,
        ...own,
      },
      maySee,
    ).map(({ label, state, detail }) => `${label} ${state}${detail && `: ${detail}`}`)
  expect(linesOfStory({ givenEndDate: '2026-12-05' })).toEqual([
    'Contract done: PWD/7',
    'Start done: 01 Oct 2026',
    'Tasks now: 2 tasks, 40% done',
    'Completion ahead: due 05 Dec 2026',
  ])
  expect(linesOfStory({ rollup: null }, false)).toEqual([
    'Start now: No start date',
    'Tasks now: None yet',
    'Completion ahead',
  ])
  expect(linesOfStory({ status: 'COMPLETED' }).at(-1)).toBe('Completion missing: No end date')
})
