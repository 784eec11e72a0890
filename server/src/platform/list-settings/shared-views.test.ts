import { createRoleMapping, deleteRoleMapping } from '@plinth/api/access/role-mappings'
import { deleteRole, updateRole } from '@plinth/api/access/roles'
import { deleteUser, updateUser } from '@plinth/api/access/users'
import type { ListName } from '@plinth/api/entities'
import {
  createListView,
  deleteListView,
  getListSettings,
  type ListView,
  listSharingRoles,
  setListViewRoles,
  updateListView,
} from '@plinth/api/platform/list-settings'
import { describe, expect, test } from 'vitest'
import { newRole } from '../../access/roles/roles.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { type Client, type Company, newCompany, startSuite } from '../../testing/test-server.ts'

/** A view shared with a role: who sees it, with whom it may be shared, and when the sharing ends. */

const { server, company, owner } = await startSuite()

type Person = Awaited<ReturnType<Company['as']>>

const params = { list: 'contracts' as ListName }
const save = (by: Client, list: ListName = 'contracts') =>
  by.ok(createListView, { params: { list }, body: { name: `View ${newId().slice(0, 8)}`, search: '?status=AWARDED' } })
const share = (by: Client, { id }: { id: string }, roleIds: string[], list: ListName = 'contracts') =>
  by.ok(setListViewRoles, { params: { list, id }, body: { roleIds } })
const viewsOf = async (by: Client, list: ListName = 'contracts') =>
  (await by.ok(getListSettings, { params: { list } })).views
const seenBy = async (by: Client, { id }: { id: string }, list: ListName = 'contracts') =>
  (await viewsOf(by, list)).find((view) => view.id === id)

const give = (person: Person, roleId: string) =>
  owner.ok(createRoleMapping, { body: { userId: person.userId, roleId } })
const take = (person: Person, roleId: string) =>
  owner.ok(deleteRoleMapping, { params: { userId: person.userId, roleId } })

/** Two users who may view contracts, and hold a role without permissions. */
async function team() {
  const role = await newRole(owner)
  const [author, mate] = [await company.as({ Contracts: ['canView'] }), await company.as({ Contracts: ['canView'] })]
  for (const person of [author, mate]) await give(person, role.id)
  return { role, author, mate, view: await save(author) }
}

describe('a view that is shared with a role', () => {
  test('is visible to holders of the role with its owner, but not the other roles', async () => {
    const { role, author, mate, view } = await team()
    expect(await seenBy(mate, view)).toBeUndefined()
    const shared = await share(author, view, [role.id])
    expect(shared).toEqual({ ...view, from: null, roleIds: [role.id] })
    expect(await seenBy(author, view)).toEqual(shared)
    expect(await seenBy(mate, view)).toEqual({ ...view, from: expect.stringMatching(/./), roleIds: [] })
    // The user's own views come first.
    const own = await save(mate)
    expect((await viewsOf(mate)).map(({ id }) => id)).toEqual([own.id, view.id])
    expect(await seenBy(await company.as({ Contracts: ['canView'] }), view)).toBeUndefined()
    const foreign = await (await newCompany(server)).as()
    expect(await viewsOf(foreign)).toEqual([])
  })

  test('is listed in its own list only, and not for users who may not view that list', async () => {
    const { role, author, view } = await team()
    await share(author, view, [role.id])
    const blind = await company.as({ Projects: ['canView'] })
    await give(blind, role.id)
    expect(await seenBy(blind, view)).toBeUndefined()
    expect(await seenBy(blind, view, 'projects')).toBeUndefined()
    const ofProjects = await save(author, 'projects')
    await share(author, ofProjects, [role.id], 'projects')
    expect(await seenBy(blind, ofProjects, 'projects')).toMatchObject({ id: ofProjects.id })
  })

  test('follows its owner’s changes, and disappears for all when it is deleted or no longer shared', async () => {
    const { role, author, mate, view } = await team()
    await share(author, view, [role.id])
    const aim = { params: { ...params, id: view.id } }
    await author.ok(updateListView, { ...aim, body: { name: 'Renamed', search: '?status=DRAFT' } })
    expect(await seenBy(mate, view)).toMatchObject({ name: 'Renamed', search: '?status=DRAFT' })
    await share(author, view, [])
    expect(await seenBy(mate, view)).toBeUndefined()
    await share(author, view, [role.id])
    await author.ok(deleteListView, aim)
    expect(await seenBy(mate, view)).toBeUndefined()
  })

  test('is changed, deleted and shared by its owner only', async () => {
    const { role, author, mate, view } = await team()
    await share(author, view, [role.id])
    const aim = { params: { ...params, id: view.id } }
    for (const by of [mate, owner])
      for (const reply of [
        await by.sendCall(updateListView, { ...aim, body: { name: 'Taken' } }),
        await by.sendCall(deleteListView, aim),
        await by.sendCall(setListViewRoles, { ...aim, body: { roleIds: [] } }),
      ])
        expect([reply.status, reply.text]).toEqual([404, '{"code":"not_found","message":"Not found"}'])
    const elsewhere = { params: { list: 'projects' as ListName, id: view.id }, body: { roleIds: [role.id] } }
    expect((await author.refused(setListViewRoles, elsewhere)).status).toBe(404)
    expect(await seenBy(mate, view)).toMatchObject({ name: view.name })
  })

  test('disappears for users who lose the role, and with the role', async () => {
    const { role, author, mate, view } = await team()
    await share(author, view, [role.id])
    await take(mate, role.id)
    expect(await seenBy(mate, view)).toBeUndefined()
    // The owner need not hold the role any more, and it stays when they share with others as well.
    await take(author, role.id)
    const another = await newRole(owner)
    await give(author, another.id)
    expect((await share(author, view, [role.id, another.id])).roleIds.toSorted()).toEqual(
      [role.id, another.id].toSorted(),
    )
    await owner.ok(deleteRole, { params: { id: role.id } })
    expect(await seenBy(author, view)).toMatchObject({ roleIds: [another.id] })
    expect(
      (await author.refused(setListViewRoles, { params: { ...params, id: view.id }, body: { roleIds: [role.id] } }))
        .status,
    ).toBe(400)
  })

  test('stays when its owner is deactivated, and disappears when the owner is deleted', async () => {
    const { role, author, mate, view } = await team()
    await share(author, view, [role.id])
    await owner.ok(updateUser, { params: { id: author.userId }, body: { isActive: false } })
    expect(await seenBy(mate, view)).toMatchObject({ id: view.id })
    await owner.ok(deleteUser, { params: { id: author.userId } })
    expect(await seenBy(mate, view)).toBeUndefined()
  })
})

describe('the roles to share with', () => {
  const offered = async (by: Client) => (await by.ok(listSharingRoles, { params })).map(({ id }) => id)
  const attempt = (by: Client, { id }: ListView, roleIds: unknown) =>
    by.refused(setListViewRoles, { params: { ...params, id }, body: { roleIds } as never })

  test('are those that somebody holds, and every role for users who may view roles', async () => {
    const { role, author, view } = await team()
    const other = await newRole(owner)
    const open = await offered(author)
    expect(open).toContain(role.id)
    expect(open).not.toContain(other.id)
    expect(await attempt(author, view, [role.id, other.id])).toMatchObject({
      status: 400,
      fields: [{ path: 'roleIds', message: 'must be roles that you hold' }],
    })
    expect((await seenBy(author, view))?.roleIds).toEqual([])
    const clerk = await company.as({ Role: ['canView'] })
    expect(await offered(clerk)).toEqual(expect.arrayContaining([role.id, other.id]))
    await share(clerk, await save(clerk), [other.id])
  })

  test('have their current names, and none of another company', async () => {
    const role = await newRole(owner)
    await owner.ok(updateRole, { params: { id: role.id }, body: { name: `Zebra ${role.id.slice(-6)}` } })
    const named = await owner.ok(listSharingRoles, { params })
    expect(named.at(-1)).toEqual({ id: role.id, name: `Zebra ${role.id.slice(-6)}` })
    const foreign = await newRole(await (await newCompany(server)).as())
    const view = await save(owner)
    for (const id of [foreign.id, newId()])
      expect(await attempt(owner, view, [id])).toMatchObject({ status: 400, fields: [{ path: 'roleIds' }] })
    expect(await offered(owner)).not.toContain(foreign.id)
  })

  test.each([
    [['x']],
    ['all'],
    [null],
    [[null]],
    [[newId()].flatMap((id) => [id, id])],
    [Array.from({ length: 51 }, newId)],
  ])('are refused when they are no list of distinct roles: %#', async (roleIds) => {
    const { status, fields } = await attempt(owner, await save(owner), roleIds)
    expect(status).toBe(400)
    expect(fields?.[0]?.path).toMatch(/^roleIds/)
  })
})
