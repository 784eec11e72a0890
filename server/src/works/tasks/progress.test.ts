import { getProject, type Project } from '@plinth/api/works/projects'
import { getTask, moveTask, type Task, updateTask } from '@plinth/api/works/tasks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, sumFaults, type taskBody } from './tasks.factory.ts'

/** The progress of the tasks below a task or in a project. */

let project: Project
const { server, company, owner } = await startSuite()
beforeEach(async () => {
  project = await newProject(owner)
})
afterEach(async () => {
  expect(await server.door.inTenant(company.id, null, sumFaults)).toEqual([])
})

type Given = NonNullable<Parameters<typeof taskBody>[1]>
const add = (overrides: Given = {}, parent?: Task) =>
  newTask(owner, project.id, { taxPercentage: 0, ...overrides, parentId: parent?.id ?? null })
const edit = ({ id }: Task, body: object) => owner.ok(updateTask, { params: { id }, body })
const move = ({ id }: Task, parent: Task) => owner.ok(moveTask, { params: { id }, body: { parentId: parent.id } })
const rollup = async ({ id }: Task) => (await owner.ok(getTask, { params: { id } })).rollup
const ofProject = async () => (await owner.ok(getProject, { params: { id: project.id } })).rollup
const cost = (rupees: number) => ({ estimatedQuantity: 1, estimatedRate: rupees })

describe('progress', () => {
  test('is weighted by amounts, without amounts by hours, and without hours equally', async () => {
    const top = await add()
    const [a, b] = [await add({ progress: 100 }, top), await add({ progress: 50 }, top)]
    expect(await rollup(top)).toMatchObject({ progress: 75 })
    await edit(a, { progress: 99.99, estimatedEffortHours: 1 })
    await edit(b, { estimatedEffortHours: 3 })
    expect(await rollup(top)).toMatchObject({ progress: 62.4975 })
    await edit(a, cost(300))
    await edit(b, cost(100))
    expect(await rollup(top)).toMatchObject({ progress: 87.4925 })
    await edit(a, { estimatedRate: 0 })
    await edit(b, { estimatedRate: null })
    expect([await rollup(top), await ofProject()]).toMatchObject([{ progress: 62.4975 }, { progress: 62.4975 }])
  })

  test('gives tasks without an amount the average weight of those that have one', async () => {
    const bridge = await add()
    const piling = await add({ estimatedQuantity: 100, estimatedRate: 1000, progress: 100 }, bridge)
    const [superstructure, approach] = [await add({}, bridge), await add({}, bridge)]
    for (const seen of [await rollup(bridge), await ofProject()]) expect(seen).toMatchObject({ progress: 33.3333 })
    await edit(superstructure, { estimatedQuantity: 300, estimatedRate: 1000 })
    await edit(approach, { progress: 100 })
    // The quarter of the amounts that is done counts for two of the three tasks; the third is done.
    expect(await rollup(bridge)).toMatchObject({ progress: 50 })
    await edit(approach, { status: 'CANCELLED' })
    expect(await rollup(bridge)).toMatchObject({ progress: 25 })
    await edit(approach, { status: 'REOPENED', progress: 0 })
    for (const task of [superstructure, piling]) await edit(task, { estimatedQuantity: null })
    expect(await rollup(bridge)).toMatchObject({ progress: 33.3333 })
    await edit(piling, { estimatedEffortHours: 8 })
    expect(await rollup(bridge)).toMatchObject({ progress: 33.3333 })
  })

  test('is passed up through the levels with the weight of everything below', async () => {
    const [big, small] = [await add(), await add({ ...cost(100), progress: 100 })]
    const middle = await add({}, big)
    await add({ ...cost(200), progress: 25 }, middle)
    await add({ ...cost(100), progress: 0 }, middle)
    expect([await rollup(big), await ofProject()]).toMatchObject([{ progress: 16.6667 }, { progress: 37.5 }])
    await move(small, middle)
    expect([await rollup(middle), await ofProject()]).toMatchObject([{ progress: 37.5 }, { progress: 37.5 }])
  })
})
