import { deleteProject } from '@plinth/api/works/projects'
import { createSite, deleteSite, filterSites, getSite, updateSite } from '@plinth/api/works/sites'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newSite, siteFieldsOf } from './sites.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()
const project = await newProject(owner, { projectName: 'Bypass' })
const siteBody = () => ({ ...siteFieldsOf(), projectId: project.id })

const get = (id: string) => owner.ok(getSite, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateSite, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateSite, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteSite, { params: { id } })

test('a new site stores every field, and fields that are left out are null', async () => {
  const fields = { state: '29', weeklyOff: 'SUNDAY', shiftHours: 8.25, remarks: 'First line\nSecond line' } as const
  const body = { name: newId(), projectId: project.id, ...fields }
  const created = await owner.ok(createSite, { body })
  expect(created).toMatchObject({ ...body, projectName: 'Bypass', createdBy: owner.userId, isDeleted: false })
  expect(await get(created.id)).toEqual(created)
  const name = newId()
  const { id } = await owner.ok(createSite, { body: { name: ` ${name} `, projectId: project.id } })
  expect(await get(id)).toMatchObject({ name, state: null, weeklyOff: null, shiftHours: null, remarks: null })
})

test.each([
  ['name', 'is required', ' '],
  ['name', 'must be at most 200 characters', 'x'.repeat(201)],
  ['projectId', 'must be an id', 'Bypass'],
  ['projectId', 'must be a project of your company', newId()],
  ['state', 'must be the code of a State', '99'],
  ['weeklyOff', 'must be one of MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY', 'HOLIDAY'],
  ['shiftHours', 'must be more than 0', 0],
  ['shiftHours', 'must be at most 24', 24.01],
  ['shiftHours', 'must have at most 2 digits and 2 decimals', 8.125],
  ['remarks', 'must be at most 4000 characters', 'x'.repeat(4001)],
])('%s %s', async (path, message, value) => {
  const refusal = await owner.refused(createSite, { body: { ...siteBody(), [path]: value } })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message }] })
})

describe('the name', () => {
  const message = 'is already used by another site'

  test('is unique in a company in any letter case', async () => {
    const { name } = await newSite(owner, { name: newId() })
    const duplicate = { status: 409, fields: [{ path: 'name', message }] }
    const body = { name: name.toUpperCase(), projectId: project.id }
    expect(await owner.refused(createSite, { body })).toMatchObject(duplicate)
    const { id } = await newSite(owner)
    expect(await refusedEdit(id, body)).toMatchObject(duplicate)
  })

  test('may occur in another company, and again after a deletion', async () => {
    const { id, name } = await newSite(owner, { name: newId() })
    await newSite(stranger, { name })
    await remove(id)
    await newSite(owner, { name })
  })
})

describe('an edit of a site', () => {
  test('changes the fields that are sent, empties those that are null and leaves the rest', async () => {
    const created = await newSite(owner, { remarks: 'Near the bridge' })
    const changed = await edit(created.id, { weeklyOff: 'FRIDAY', remarks: null })
    expect(changed).toMatchObject({ name: created.name, weeklyOff: 'FRIDAY', remarks: null })
    expect(await get(created.id)).toEqual(changed)
  })

  test('based on an older state is refused and changes nothing', async () => {
    const { id, updatedAt } = await newSite(owner)
    const first = await edit(id, { remarks: 'first', updatedAt })
    expect(await refusedEdit(id, { remarks: 'late', updatedAt })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(id)).toEqual(first)
  })
})

test('deleting a site makes every call on it answer 404', async () => {
  const { id, name } = await newSite(owner, { name: newId() })
  await remove(id)
  expect(await owner.refused(getSite, { params: { id } })).toMatchObject({ status: 404 })
  expect(await refusedEdit(id, { remarks: 'x' })).toMatchObject({ status: 404 })
  expect(await owner.refused(deleteSite, { params: { id } })).toMatchObject({ status: 404 })
  expect((await owner.ok(filterSites, { body: { name } })).totalElements).toBe(0)
})

describe('the project of a site', () => {
  test('may change to another project of the company, not to one of another company', async () => {
    const { id } = await newSite(owner, { projectId: project.id })
    const other = await newProject(owner, { projectName: 'Weir' })
    expect(await edit(id, { projectId: other.id })).toMatchObject({ projectId: other.id, projectName: 'Weir' })
    const { id: foreign } = await newProject(stranger)
    expect(await refusedEdit(id, { projectId: foreign })).toMatchObject({
      status: 400,
      fields: [{ path: 'projectId', message: 'must be a project of your company' }],
    })
  })

  test('cannot be deleted before its sites are', async () => {
    const { id, projectId } = await newSite(owner)
    const refusal = await owner.refused(deleteProject, { params: { id: projectId } })
    expect(refusal).toMatchObject({ status: 409, message: 'It cannot be deleted: it still has 1 site' })
    await remove(id)
    await owner.ok(deleteProject, { params: { id: projectId } })
  })
})

test('a search finds by a part of the name, the project, the State and the day off, combined', async () => {
  const word = newId()
  const { id, projectId } = await newSite(owner, { name: word, state: '29', weeklyOff: 'SUNDAY' })
  await newSite(owner, { name: `${word} too`, state: '27' })
  const found = async (filter: object) => {
    const { content } = await owner.ok(filterSites, { body: { name: word, ...filter } })
    return content.map((one) => one.id)
  }
  expect(await found({})).toHaveLength(2)
  for (const filter of [{ projectId }, { state: ['29'] }, { weeklyOff: ['SUNDAY'] }])
    expect(await found(filter)).toEqual([id])
})
