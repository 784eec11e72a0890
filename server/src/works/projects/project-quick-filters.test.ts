import { countProjects, filterProjects, type ProjectQuickFilter, projectQuickFilters } from '@plinth/api/works/projects'
import { expect, test } from 'vitest'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newTask } from '../tasks/tasks.factory.ts'
import { newProject } from './projects.factory.ts'

/** The quick filters of the project list: open, late, over cost. */

const { owner } = await startSuite()

const found = async (quickFilters: ProjectQuickFilter[], others = {}) =>
  (await owner.ok(filterProjects, { body: { quickFilters, ...others } }))
    .map(({ projectName }) => projectName)
    .toSorted()
const past = { givenEndDate: dayFromToday(-1) }
const cost = (quantity: number) => ({
  estimatedQuantity: 10,
  estimatedRate: 100,
  actualQuantity: quantity,
  actualRate: 100,
})

test('LATE finds open projects after their given end or that of their tasks, until all tasks have ended', async () => {
  await newProject(owner, { projectName: 'late', ...past })
  await newProject(owner, { projectName: 'done', ...past, status: 'COMPLETED' })
  await newProject(owner, { projectName: 'due today', givenEndDate: dayFromToday(0) })
  const lateTasks = await newProject(owner, { projectName: 'tasks are late', givenEndDate: dayFromToday(9) })
  await newTask(owner, lateTasks.id, past)
  const ended = await newProject(owner, { projectName: 'tasks have ended', ...past })
  await newTask(owner, ended.id, { ...past, status: 'COMPLETED', actualEndDate: dayFromToday(-3) })
  expect(await found(['LATE'])).toEqual(['late', 'tasks are late'])
  expect(await found(['OPEN'])).not.toContain('done')
})

test('OVER_COST finds projects whose tasks cost more than their estimate, or more than the bid', async () => {
  const [over, within, overBid] = await Promise.all([
    newProject(owner, { projectName: 'over' }),
    newProject(owner, { projectName: 'within' }),
    newProject(owner, { projectName: 'over the bid', projectActualValue: 500, projectBidValue: 500 }),
  ])
  await newTask(owner, over.id, cost(11))
  await newTask(owner, within.id, cost(10))
  await newTask(owner, overBid.id, cost(9))
  expect(await found(['OVER_COST'])).toEqual(['over', 'over the bid'])
})

test('the counts equal what the search finds, and the search line finds by words', async () => {
  await newProject(owner, { projectName: 'Hospital block, Kolar', licenseHolderName: 'Asha Rao' })
  for (const body of [{}, { search: 'kolar rao' }]) {
    const counts = await owner.ok(countProjects, { body })
    expect(counts.map(({ quickFilter }) => quickFilter)).toEqual([...projectQuickFilters])
    for (const { quickFilter, count } of counts)
      expect(count, quickFilter).toBe((await found([quickFilter], body)).length)
  }
  expect(await found([], { search: 'KOLAR rao' })).toEqual(['Hospital block, Kolar'])
})
