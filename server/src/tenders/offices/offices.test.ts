import {
  createOffice,
  deleteOffice,
  filterOffices,
  getOffice,
  listParentOffices,
  type Office,
  updateOffice,
} from '@plinth/api/tenders/offices'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newOffice, officeBody } from './offices.factory.ts'

const everyField = {
  department: 'Karnataka Public Works Department',
  name: 'PWD Division, Hassan',
  designation: 'Executive Engineer',
  address: 'B.M. Road\nHassan 573201',
  email: 'ee.hassan@kpwd.example',
  phone: '08172-268114',
  parentId: null,
  comment: 'Bills are taken until the 25th',
} as const

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const get = (id: string) => owner.ok(getOffice, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateOffice, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateOffice, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteOffice, { params: { id } })
const below = ({ id }: Office) => newOffice(owner, { parentId: id })

test('a new office stores every field, and fields that are left out are null', async () => {
  const created = await owner.ok(createOffice, { body: everyField })
  expect(created).toMatchObject({ ...everyField, parentName: null, createdBy: owner.userId, isDeleted: false })
  expect(await get(created.id)).toEqual(created)
  const { id } = await owner.ok(createOffice, { body: { department: ' CPWD ', name: ' Division II ' } })
  const empty = { designation: null, address: null, email: null, phone: null, parentId: null, comment: null }
  expect(await get(id)).toMatchObject({ department: 'CPWD', name: 'Division II', ...empty })
})

test.each([
  ['department', 'is required', ''],
  ['name', 'is required', ' '],
  ['department', 'must be at most 200 characters', 'x'.repeat(201)],
  ['name', 'must be at most 200 characters', 'x'.repeat(201)],
  ['designation', 'must be at most 200 characters', 'x'.repeat(201)],
  ['address', 'must be at most 500 characters', 'x'.repeat(501)],
  ['phone', 'must be at most 20 characters', '0'.repeat(21)],
  ['email', 'must be an e-mail address', 'no address'],
])('%s %s', async (path, message, value) => {
  const refusal = await owner.refused(createOffice, { body: { ...officeBody(), [path]: value } })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message }] })
})

describe('department, name and designation', () => {
  const message = 'is already used with this department and designation'
  const duplicate = { status: 409, message: `name ${message}`, fields: [{ path: 'name', message }] }
  const named = (name: string, fields: object = {}) => officeBody({ department: 'Railways', name, ...fields })

  test.each([
    ['Executive Engineer', 'EXECUTIVE engineer'],
    [null, null],
    [null, ''],
    ['', undefined],
  ])('are unique together in a company in any letter case: %j and %j', async (first, second) => {
    const name = newId()
    const { id } = await owner.ok(createOffice, { body: named(name, { designation: first }) })
    const again = { department: 'RAILWAYS', name: name.toUpperCase(), designation: second }
    expect(await owner.refused(createOffice, { body: again })).toMatchObject(duplicate)
    const other = await newOffice(owner, named(name, { designation: 'Somebody else' }))
    expect(await refusedEdit(other.id, { designation: second ?? null })).toMatchObject(duplicate)
    expect((await edit(id, again)).name).toBe(again.name)
  })

  test('may each occur several times, and all together in another company or after a deletion', async () => {
    const body = named(newId(), { designation: 'Chief Engineer' })
    const { id } = await newOffice(owner, body)
    await newOffice(owner, { ...body, department: 'Irrigation' })
    await newOffice(owner, { ...body, designation: null })
    await newOffice(stranger, body)
    await remove(id)
    await newOffice(owner, body)
  })
})

describe('a parent office', () => {
  const absent = {
    status: 400,
    fields: [{ path: 'parentId', message: 'must be an office of your company' }],
  }
  const circle = {
    status: 409,
    message: 'parentId must not be this office or one below it',
    fields: [{ path: 'parentId', message: 'must not be this office or one below it' }],
  }

  test('is shown as a letter addresses it', async () => {
    const parent = await newOffice(owner, { department: 'NHAI', name: 'PIU Hassan', designation: 'Project Director' })
    expect((await below(parent)).parentName).toBe('Project Director, PIU Hassan, NHAI')
    await edit(parent.id, { designation: '' })
    expect((await below(parent)).parentName).toBe('PIU Hassan, NHAI')
  })

  test('must exist in the same company', async () => {
    const office = await newOffice(owner)
    const deleted = await newOffice(owner)
    await remove(deleted.id)
    for (const parentId of [(await newOffice(stranger)).id, deleted.id, newId()]) {
      expect(await owner.refused(createOffice, { body: officeBody({ parentId }) })).toMatchObject(absent)
      expect(await refusedEdit(office.id, { parentId })).toMatchObject(absent)
    }
    expect((await get(office.id)).parentId).toBeNull()
  })

  test('cannot be the office itself or one below it at any depth', async () => {
    const top = await newOffice(owner)
    const middle = await below(top)
    const bottom = await below(middle)
    for (const parentId of [top.id, middle.id, bottom.id])
      expect(await refusedEdit(top.id, { parentId })).toMatchObject(circle)
    expect((await edit(bottom.id, { parentId: top.id })).parentId).toBe(top.id)
    expect((await edit(middle.id, { parentId: null })).parentId).toBeNull()
  })

  test('set for two offices at the same moment, each below the other, is stored for one only', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await newOffice(owner), await newOffice(owner)]
      const [belowOne, belowOther] = [await below(one), await below(other)]
      const replies = await Promise.all(
        [
          [one.id, belowOther.id],
          [other.id, belowOne.id],
        ].map(([id = '', parentId]) => owner.sendCall(updateOffice, { params: { id }, body: { parentId } })),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test("is chosen from the company's other offices that are not below the office", async () => {
    const top = await newOffice(owner, { department: 'A department of 1856' })
    const bottom = await below(await below(top))
    const offeredParents = async (officeId?: string) => {
      const found = await owner.ok(listParentOffices, { query: { officeId } })
      return found.map(({ id }) => id)
    }
    const { id: foreign } = await newOffice(stranger)
    const { id: deletedId } = await newOffice(owner)
    await remove(deletedId)
    const all = await offeredParents()
    expect(all[0]).toBe(top.id)
    expect(all).toContain(bottom.id)
    for (const id of [foreign, deletedId]) expect(all).not.toContain(id)
    const ofTop = await offeredParents(top.id)
    for (const { id } of [top, bottom]) expect(ofTop).not.toContain(id)
    expect(ofTop).toHaveLength(all.length - 3)
    expect(await offeredParents(bottom.id)).toContain(top.id)
  })
})

describe('an edit of an office', () => {
  test('changes the fields that are sent, empties those that are null and leaves the rest', async () => {
    const created = await newOffice(owner, { ...everyField, name: newId() })
    const changed = await edit(created.id, { ...created, phone: '080-25523002', comment: null })
    const { updatedAt, ...rest } = created
    expect(changed).toMatchObject({ ...rest, phone: '080-25523002', comment: null })
    expect(changed.updatedAt > updatedAt).toBe(true)
    expect(await get(created.id)).toEqual(changed)
  })

  test('based on an older state is refused and changes nothing', async () => {
    const { id, updatedAt } = await newOffice(owner)
    const first = await edit(id, { comment: 'first', updatedAt })
    expect(await refusedEdit(id, { comment: 'late', updatedAt })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(id)).toEqual(first)
  })
})

describe('deleting an office', () => {
  const refused = (id: string) => owner.refused(deleteOffice, { params: { id } })

  test('is refused while it is the parent of others, and says of how many', async () => {
    const parent = await newOffice(owner)
    const first = await below(parent)
    const still = (offices: string) => ({ status: 409, message: `It cannot be deleted: it still has ${offices}` })
    expect(await refused(parent.id)).toMatchObject(still('1 subordinate office'))
    const second = await below(parent)
    expect(await refused(parent.id)).toMatchObject(still('2 subordinate offices'))
    expect((await get(parent.id)).isDeleted).toBe(false)
    await remove(first.id)
    await edit(second.id, { parentId: null })
    await remove(parent.id)
  })

  test('makes every call on it answer 404', async () => {
    const { id, name } = await newOffice(owner, { name: newId() })
    await remove(id)
    const notFound = { status: 404, message: 'Not found' }
    expect(await owner.refused(getOffice, { params: { id } })).toMatchObject(notFound)
    expect(await refusedEdit(id, { comment: 'x' })).toMatchObject(notFound)
    expect(await refused(id)).toMatchObject(notFound)
    expect((await owner.ok(filterOffices, { body: { name } })).totalElements).toBe(0)
  })
})

test('a search finds by any part of department, name, designation and address, combined', async () => {
  const word = newId()
  const { id } = await newOffice(owner, { ...everyField, name: word })
  await newOffice(owner, { name: `${word} too` })
  const found = async (filter: object) => {
    const { content } = await owner.ok(filterOffices, { body: { name: word, ...filter } })
    return content.map((office) => office.id)
  }
  expect(await found({})).toHaveLength(2)
  for (const filter of [{ department: 'karnataka' }, { designation: 'EXECUTIVE' }, { address: 'hassan 5732' }])
    expect(await found(filter)).toEqual([id])
  expect(await found({ department: 'karnataka', designation: 'chief' })).toEqual([])
})
