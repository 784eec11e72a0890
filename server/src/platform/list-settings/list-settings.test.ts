import { type ListName } from '@plinth/api/entities'
import {
  createListView,
  deleteListView,
  getListSettings,
  type ListView,
  setListColumns,
  updateListView,
} from '@plinth/api/platform/list-settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let company: Company
let person: Client
/** A colleague with every permission. */
let colleague: Client

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  colleague = await company.as()
})
afterAll(() => server.stop())

const params = { list: 'contracts' as ListName }
const settingsOf = (by: Client, list: ListName = 'contracts') => by.ok(getListSettings, { params: { list } })
const newView = (by: Client, name: string, list: ListName = 'contracts'): Promise<ListView> =>
  by.ok(createListView, { params: { list }, body: { name, search: '?status=AWARDED' } })

describe('the columns of a list', () => {
  beforeAll(async () => {
    // No permission is needed: the choice of columns is the user's own.
    person = await company.as({})
  })

  test('are the list’s own until a user chooses some, and again after the choice is cleared', async () => {
    expect(await settingsOf(person)).toEqual({ columns: null, views: [] })
    const columns = ['status', 'contractName', 'createdAt']
    const chosen = await person.ok(setListColumns, { params, body: { columns } })
    expect(chosen).toEqual({ columns, views: [] })
    expect(await settingsOf(person)).toEqual(chosen)
    await person.ok(setListColumns, { params, body: { columns: ['bidId'] } })
    expect((await settingsOf(person)).columns).toEqual(['bidId'])
    expect(await person.ok(setListColumns, { params, body: { columns: null } })).toEqual({ columns: null, views: [] })
    expect((await settingsOf(person)).columns).toBeNull()
    await person.ok(setListColumns, { params, body: { columns: null } })
  })

  test('are chosen for one list and one user', async () => {
    await person.ok(setListColumns, { params, body: { columns: ['bidId'] } })
    expect((await settingsOf(person, 'projects')).columns).toBeNull()
    expect((await settingsOf(colleague)).columns).toBeNull()
    await colleague.ok(setListColumns, { params, body: { columns: ['status'] } })
    expect((await settingsOf(person)).columns).toEqual(['bidId'])
    await colleague.ok(setListColumns, { params, body: { columns: null } })
    expect((await settingsOf(person)).columns).toEqual(['bidId'])
  })

  const columnNames = (count: number) =>
    Array.from({ length: count }, (_, at) => `c${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`)
  test.each([[[]], [['bidId', 'bidId']], [['bid id']], [['']], [[null]], ['bidId'], [undefined], [columnNames(101)]])(
    '%j is refused',
    async (columns) => {
      const { status, fields } = await person.refused(setListColumns, { params, body: { columns } })
      expect(status).toBe(400)
      expect(fields?.[0]?.path).toMatch(/^columns/)
    },
  )

  test('are a hundred at most', async () => {
    const columns = columnNames(100)
    expect((await person.ok(setListColumns, { params, body: { columns } })).columns).toEqual(columns)
  })

  test.each(['Contracts', 'con tracts', '1', '-', '%00', 'x'.repeat(51)])(
    'of a list called %s are refused',
    async (list) => {
      expect((await person.refused(getListSettings, { params: { list } })).status).toBe(400)
      expect((await person.refused(setListColumns, { params: { list }, body: { columns: null } })).status).toBe(400)
    },
  )
})

describe('a saved view', () => {
  beforeAll(async () => {
    person = await company.as({})
  })

  test('is saved by name, renamed, given other filters and deleted', async () => {
    const late = await newView(person, 'Überfällig')
    const mine = await newView(person, ' mine ')
    const all = await newView(person, 'All')
    expect(mine).toEqual({ id: mine.id, name: 'mine', search: '?status=AWARDED', from: null, roleIds: [] })
    expect((await settingsOf(person)).views).toEqual([all, mine, late])
    const of = ({ id }: ListView) => ({ ...params, id })
    const renamed = await person.ok(updateListView, { params: of(late), body: { name: 'Before' } })
    expect(renamed).toEqual({ ...late, name: 'Before' })
    const emptied = await person.ok(updateListView, { params: of(mine), body: { search: '' } })
    expect(emptied).toEqual({ ...mine, search: '' })
    expect(await person.ok(updateListView, { params: of(all), body: {} })).toEqual(all)
    expect((await settingsOf(person)).views).toEqual([all, renamed, emptied])
    await person.ok(deleteListView, { params: of(all) })
    expect((await settingsOf(person)).views).toEqual([renamed, emptied])
    expect((await person.refused(deleteListView, { params: of(all) })).status).toBe(404)
  })

  test('has a unique name in its list, whatever the case', async () => {
    const view = await newView(person, 'Roads')
    const again = { params, body: { name: 'ROADS', search: '' } }
    const refusal = await person.refused(createListView, again)
    expect(refusal).toMatchObject({ status: 409, fields: [{ path: 'name' }] })
    expect(refusal.message).toContain('already used')
    const other = await newView(person, 'Dams')
    const renaming = { params: { ...params, id: other.id }, body: { name: 'roads' } }
    expect((await person.refused(updateListView, renaming)).status).toBe(409)
    await person.ok(updateListView, { params: { ...params, id: view.id }, body: { name: 'ROADS' } })
    await newView(person, 'Roads', 'projects')
    await newView(colleague, 'Roads')
  })

  test.each([
    { name: '', search: '' },
    { name: ' ', search: '' },
    { name: 'x'.repeat(61), search: '' },
    { name: 'x', search: 'status=AWARDED' },
    { name: 'x', search: `?${'x'.repeat(4000)}` },
    { name: 'x', search: null },
    { name: 'x' },
    { name: 'x', search: '', userId: newId() },
  ])('is refused when a part of it is wrong: %#', async (body) => {
    expect((await person.refused(createListView, { params, body })).status).toBe(400)
  })

  test('of a colleague, of another company or of another list is answered 404', async () => {
    const foreign = await (await newCompany(server)).as()
    const views = [
      await newView(colleague, newId()),
      await newView(foreign, newId()),
      await newView(person, newId(), 'projects'),
      { id: newId() },
    ]
    const settings = await settingsOf(person)
    for (const { id } of views) {
      const aim = { params: { ...params, id } }
      expect(settings.views.filter((view) => view.id === id)).toEqual([])
      const renaming = await person.sendCall(updateListView, { ...aim, body: { name: 'Taken' } })
      const deleting = await person.sendCall(deleteListView, aim)
      for (const { status, text } of [renaming, deleting])
        expect([status, text]).toEqual([404, '{"code":"not_found","message":"Not found"}'])
    }
    const stillThere = [await settingsOf(colleague), await settingsOf(foreign), await settingsOf(person, 'projects')]
    expect(stillThere.map((settings, at) => settings.views.filter(({ id }) => id === views[at]?.id).length)).toEqual([
      1, 1, 1,
    ])
  })

  test('sent twice with one key is saved once', async () => {
    const key = { 'idempotency-key': newId() }
    const save = () => person.sendCall(createListView, { params, body: { name: 'Once', search: '?a=1' } }, key)
    const [first, second] = [await save(), await save()]
    expect(first.status).toBe(201)
    expect([second.status, second.text]).toEqual([201, first.text])
    const again = { params: { list: 'projects' }, body: { name: 'Once', search: '?a=1' } }
    expect((await person.refused(createListView, again, key)).status).toBe(409)
  })

  test('of an operator belongs to their own company and to themselves', async () => {
    const operator = await (await operatorCompany(server)).as()
    const view = await newView(operator, 'Suspended', 'tenants')
    expect(await settingsOf(operator, 'tenants')).toEqual({ columns: null, views: [view] })
    const theirs = await newView(person, newId())
    const reached = { params: { ...params, id: theirs.id } }
    expect((await operator.refused(deleteListView, reached)).status).toBe(404)
  })

  test('is limited to fifty a list, also when many are saved in parallel', async () => {
    const saver = await company.as({})
    const saved = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        saver.sendCall(createListView, { params, body: { name: `View ${at}`, search: '' } }),
      ),
    )
    const refused = saved.filter(({ status }) => status === 409)
    expect(saved.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.text).toContain('at most 50 saved views')
    const { views } = await settingsOf(saver)
    expect(views).toHaveLength(50)
    await newView(saver, 'First', 'projects')
    await saver.ok(deleteListView, { params: { ...params, id: views[0]?.id ?? '' } })
    await newView(saver, 'In its place')
  })
})
