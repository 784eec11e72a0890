import type { CallInput } from '@plinth/api/kernel/client'
import {
  createProject,
  deleteProject,
  filterProjects,
  getProject,
  type Project,
  projectStatuses,
  updateProject,
} from '@plinth/api/works/projects'
import { deleteTask } from '@plinth/api/works/tasks'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newTask } from '../tasks/tasks.factory.ts'
import { newProject, projectBody } from './projects.factory.ts'

const everyField = {
  projectName: 'Canal lining, reach 2',
  description: 'ಕಾಲುವೆ lining with "M20"\nand joints',
  projectType: 'Irrigation',
  status: 'ON_HOLD',
  contractBidId: 'KNNL/2025/7',
  contractBidNo: 'NIT-77',
  projectActualValue: 1_000_000.5,
  projectBidValue: 950_000.48,
  projectBidPercentage: -5,
  licenseId: 'LIC-9',
  licenseHolderName: "Asha O'Rao",
  licenseNo: 'KA/PWD/1',
  givenStartDate: '2025-01-01',
  givenEndDate: '2025-12-31',
  actualStartDate: '2025-02-28',
  actualEndDate: '2025-02-28',
  extensionCount: 3,
  extensionDate: '2026-03-31',
  terminationReason: 'None',
  comment: 'Land awaited',
} as const

const { server, company, owner } = await startSuite()

const read = (id: string) => owner.ok(getProject, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateProject, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateProject, { params: { id }, body })
const bidOf = (project: Project) => [project.projectActualValue, project.projectBidValue, project.projectBidPercentage]

describe('a new project', () => {
  test('stores every field, and shows its company [3.21]', async () => {
    const created = await newProject(owner, everyField)
    expect(created).toMatchObject({ ...everyField, tenantId: company.id, tenantName: company.name, contractId: null })
    expect(created).toMatchObject({ createdBy: owner.userId, isDeleted: false })
    expect(await read(created.id)).toEqual(created)
  })

  test('is a draft without extensions by default, with every other field empty', async () => {
    const { id: _, createdAt, updatedAt, ...rest } = await owner.ok(createProject, { body: { projectName: ' Lake ' } })
    const empty = Object.fromEntries(Object.keys(everyField).map((name) => [name, null]))
    const people = { createdBy: owner.userId, updatedBy: owner.userId }
    const whose = { tenantId: company.id, tenantName: company.name, contractId: null, rollup: null }
    const deletion = { isDeleted: false, deletedAt: null, deletedBy: null }
    const values = { projectName: 'Lake', status: 'DRAFT', extensionCount: 0 }
    expect(rest).toEqual({ ...empty, ...values, ...whose, ...people, ...deletion })
    expect(createdAt).toBe(updatedAt)
  })

  test.each(['DRAFT', ...projectStatuses] as const)('can have the status %s', async (status) => {
    expect((await newProject(owner, { status })).status).toBe(status)
  })

  test.each([
    ['projectName', null],
    ['projectName', '  '],
    ['projectName', 'x'.repeat(301)],
    ['projectName', undefined],
    ['status', 'AWARDED'],
    ['status', null],
    ['projectActualValue', -1],
    ['projectActualValue', '1000'],
    ['projectBidValue', 1.234],
    ['projectBidPercentage', -100.5],
    ['extensionCount', -1],
    ['extensionCount', 1.5],
    ['extensionCount', null],
    ['extensionDate', '2025-02-30'],
    ['contractId', 'seven'],
    ['budget', 7],
  ])('with %s %j is rejected', async (field, value) => {
    const refusal = await owner.refused(createProject, { body: { ...projectBody(), [field]: value } })
    expect([refusal.status, refusal.fields?.[0]?.path]).toEqual([400, field])
  })

  test.each([
    ['givenStartDate', 'givenEndDate'],
    ['actualStartDate', 'actualEndDate'],
  ])('cannot have its %s after its %s', async (first, last) => {
    const body = { ...projectBody(), [first]: '2025-05-02', [last]: '2025-05-01' }
    expect(await owner.refused(createProject, { body })).toMatchObject({ status: 400, fields: [{ path: last }] })
  })

  test('ignores fields that only the server sets', async () => {
    const foreignId = newId()
    const body = {
      ...projectBody(),
      id: foreignId,
      tenantId: foreignId,
      tenantName: 'Mine',
      createdBy: foreignId,
      isDeleted: true,
    }
    const created = await owner.ok(createProject, { body })
    expect(created).toMatchObject({ tenantId: company.id, tenantName: company.name, createdBy: owner.userId })
    expect(created.isDeleted).toBe(false)
    expect(created.id).not.toBe(foreignId)
  })
})

describe('bid value and percentage', () => {
  test.each([
    [{ projectActualValue: 1000, projectBidPercentage: 12.5 }, [1000, 1125, 12.5]],
    [{ projectActualValue: 1000, projectBidValue: 900 }, [1000, 900, -10]],
    [{ projectActualValue: 1000, projectBidValue: 900, projectBidPercentage: 50 }, [1000, 900, -10]],
    [{ projectActualValue: 1000 }, [1000, null, null]],
    [{ projectBidPercentage: 10 }, [null, null, 10]],
    [{ projectBidValue: 10 }, [null, 10, null]],
    [{ projectActualValue: 0, projectBidValue: 10 }, [0, 10, null]],
  ])('of a new project with %j agree with each other', async (values, expected) => {
    expect(bidOf(await newProject(owner, values))).toEqual(expected)
  })

  test.each([
    [{ projectBidPercentage: 20 }, [1000, 1200, 20]],
    [{ projectBidValue: 800 }, [1000, 800, -20]],
    [{ projectActualValue: 2000 }, [2000, 1100, -45]],
    [{ projectActualValue: 2000, projectBidPercentage: 10 }, [2000, 2200, 10]],
    [{ projectBidValue: null, projectBidPercentage: null }, [1000, null, null]],
    [{ comment: 'Nothing of the bid' }, [1000, 1100, 10]],
  ])('follow the edit %j', async (body, expected) => {
    const { id } = await newProject(owner, { projectActualValue: 1000, projectBidPercentage: 10 })
    expect(bidOf(await edit(id, body))).toEqual(expected)
  })

  test('without an actual value stay as entered, and agree once there is one', async () => {
    const { id } = await newProject(owner, { projectBidValue: 6000 })
    expect(bidOf(await edit(id, { projectActualValue: 4000 }))).toEqual([4000, 6000, 50])
  })
})

describe('an edit', () => {
  test('changes the fields it contains, keeps the ones it leaves out, and clears those that are null', async () => {
    const created = await newProject(owner, everyField)
    const edited = await edit(created.id, { status: 'COMPLETED', licenseNo: null, actualEndDate: '2025-03-01' })
    const { updatedAt: before, ...unchanged } = created
    const { updatedAt, ...rest } = edited
    expect(rest).toEqual({ ...unchanged, status: 'COMPLETED', licenseNo: null, actualEndDate: '2025-03-01' })
    expect(updatedAt > before).toBe(true)
    expect(await read(created.id)).toEqual(edited)
  })

  test('can send the whole stored project back', async () => {
    const created = await newProject(owner, everyField)
    const { updatedAt: _, ...sent } = created
    expect(await edit(created.id, created)).toMatchObject(sent)
  })

  test.each([{ projectName: null }, { projectName: '' }, { extensionCount: null }, { status: 'DONE' }])(
    'of %j is rejected and changes nothing',
    async (body) => {
      const created = await newProject(owner)
      const refusal = await refusedEdit(created.id, { comment: 'Not kept', ...body })
      expect(refusal).toMatchObject({ status: 400, fields: [{ path: Object.keys(body)[0] }] })
      expect(await read(created.id)).toEqual(created)
    },
  )

  test('of a project that was saved in between answers 412 and changes nothing', async () => {
    const created = await newProject(owner, { projectActualValue: 1000 })
    const saved = await edit(created.id, { updatedAt: created.updatedAt, comment: 'First' })
    for (const body of [{ comment: 'Second' }, { projectActualValue: 2000 }])
      expect((await refusedEdit(created.id, { updatedAt: created.updatedAt, ...body })).status).toBe(412)
    expect(await read(created.id)).toEqual(saved)
    expect((await edit(created.id, { comment: 'Third' })).comment).toBe('Third')
  })

  test('succeeds once when ten are sent at the same moment from one loaded state', async () => {
    const created = await newProject(owner)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, count) =>
        owner.sendCall(updateProject, {
          params: { id: created.id },
          body: { updatedAt: created.updatedAt, extensionCount: count },
        }),
      ),
    )
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(412)])
  })
})

describe('the filters', () => {
  type Filter = CallInput<typeof filterProjects>['body']
  let by: Client
  beforeAll(async () => {
    by = await (await newCompany(server)).as()
    await newProject(by, everyField)
    await newProject(by, {
      projectName: 'Ring 100% road',
      projectType: 'Road',
      status: 'IN_PROGRESS',
      givenStartDate: '2025-06-01',
    })
    await newProject(by, { projectName: 'Bridge', givenEndDate: '2026-06-30' })
  })
  const names = async (body: Filter) =>
    (await by.ok(filterProjects, { body })).map((project) => project.projectName.split(/[ ,]/)[0])

  test.each<[Filter, string[]]>([
    [{}, ['Bridge', 'Ring', 'Canal']],
    [{ status: ['ON_HOLD', 'DRAFT'] }, ['Bridge', 'Canal']],
    [{ status: 'IN_PROGRESS' }, ['Ring']],
    [{ status: '' }, ['Bridge', 'Ring', 'Canal']],
    [{ projectType: 'ROAD' }, ['Ring']],
    [{ contractBidId: 'knnl' }, ['Canal']],
    [{ projectName: 'ri' }, ['Bridge', 'Ring']],
    [{ projectName: '0% r' }, ['Ring']],
    [{ projectName: '%' }, ['Ring']],
    [{ projectName: '_' }, []],
    [{ description: 'm20' }, ['Canal']],
    [{ contractBidNo: '77' }, ['Canal']],
    [{ licenseHolderName: "o'rao" }, ['Canal']],
    [{ projectActualValue: 1_000_000.5 }, ['Canal']],
    [{ projectActualValue: 1_000_000 }, []],
    [{ projectBidValue: 950_000.48 }, ['Canal']],
    [{ projectBidPercentage: -5 }, ['Canal']],
    [{ givenStartDate: '2025-01-01' }, ['Ring', 'Canal']],
    [{ givenStartDate: '2025-01-02' }, ['Ring']],
    [{ givenEndDate: '2025-12-31' }, ['Canal']],
    [{ givenEndDate: '2026-06-30' }, ['Bridge', 'Canal']],
    [{ projectName: 'ri', status: 'DRAFT' }, ['Bridge']],
  ])('%j answers a plain list, newest first', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })

  test.each([
    [{ status: 'AWARDED' }, 'status'],
    [{ projectActualValue: '7' }, 'projectActualValue'],
    [{ givenStartDate: 'May' }, 'givenStartDate'],
    [{ contractId: 'seven' }, 'contractId'],
    [{ licenseNo: 'KA/1' }, 'licenseNo'],
  ])('%j is rejected', async (body, path) => {
    const refusal = await by.refused(filterProjects, { body })
    expect([refusal.status, refusal.fields?.[0]?.path]).toEqual([400, path])
  })
})

describe('deleting a project', () => {
  test('without tasks removes it from every answer', async () => {
    const { id } = await newProject(owner, { projectName: 'Short lived' })
    await owner.ok(deleteProject, { params: { id } })
    for (const endpoint of [getProject, deleteProject])
      expect((await owner.refused(endpoint, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { comment: 'x' })).status).toBe(404)
    expect(await owner.ok(filterProjects, { body: { projectName: 'Short lived' } })).toEqual([])
  })

  test('with tasks is rejected with their number until they are deleted', async () => {
    const { id } = await newProject(owner)
    const task = await newTask(owner, id)
    expect(await owner.refused(deleteProject, { params: { id } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('1 task'),
    })
    expect((await read(id)).id).toBe(id)
    await owner.ok(deleteTask, { params: { id: task.id } })
    await owner.ok(deleteProject, { params: { id } })
  })
})
