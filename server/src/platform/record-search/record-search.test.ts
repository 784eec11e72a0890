import { deleteUser, updateUser } from '@plinth/api/access/users'
import { type RecordKind, recordKinds, recordModules } from '@plinth/api/entities'
import { searchRecords } from '@plinth/api/platform/record-search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { found as made } from '../../testing/test-graph.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'

let server: TestServer
let ours: Company
let owner: Client
let operator: Client
/** In the name of one record of each kind. */
const word = `w${newId().slice(0, 8)}`
/** Only operators find companies. */
const ofCompanies = recordKinds.filter((kind) => kind !== 'tenants')
const shown: Partial<Record<RecordKind, object>> = {}

beforeAll(async () => {
  server = await startTestServer()
  ours = await newCompany(server)
  owner = await ours.as()
  operator = await (await operatorCompany(server)).as()
  for (const kind of ofCompanies)
    shown[kind] = (await made[kind]?.({ owner, operator }, word)) ?? expect.fail(`no factory makes one of the ${kind}`)
})
afterAll(() => server.stop())

const find = (by: Client, keyword: string, size?: number) =>
  by.ok(searchRecords, { body: { keyword, ...(size && { size }) } })

async function found(by: Client, kind: RecordKind, keyword: string, size?: number) {
  const kinds = await find(by, keyword, size)
  return kinds.find((one) => one.kind === kind)?.records ?? []
}
const namesOf = async (...asked: Parameters<typeof found>) => (await found(...asked)).map(({ name }) => name)

test('one call finds records of every kind, and what tells each from others', async () => {
  const kinds = await find(owner, word.toUpperCase())
  const records = kinds.map((found) => [found.kind, found.records.map(({ id: _, ...record }) => record)])
  expect(records).toEqual(ofCompanies.map((kind) => [kind, [shown[kind]]]))
})

describe('the records of a kind', () => {
  test('are found by their number, after those whose name has it, and the newest come first', async () => {
    const part = newId()
    await newContract(owner, { contractName: `First ${part}`, bidId: null })
    await newContract(owner, { contractName: `Second ${part}`, bidId: null })
    await newContract(owner, { contractName: 'Third', bidId: part })
    expect(await namesOf(owner, 'contracts', part)).toEqual([`Second ${part}`, `First ${part}`, 'Third'])
    expect(await namesOf(owner, 'contracts', part, 2)).toEqual([`Second ${part}`, `First ${part}`])
  })

  test('are four where nothing is said, and never more than twenty', async () => {
    const part = newId()
    for (let n = 0; n < 5; n += 1) await newProject(owner, { projectName: `Weir ${n} ${part}` })
    expect(await found(owner, 'projects', part)).toHaveLength(4)
    expect(await found(owner, 'projects', part, 20)).toHaveLength(5)
    for (const body of [{ keyword: part, size: 21 }, { keyword: 'ab' }])
      expect((await owner.refused(searchRecords, { body })).status).toBe(400)
  })

  test('take what is typed as it stands', async () => {
    const part = newId()
    await newProject(owner, { projectName: `100% ${part}` })
    await newProject(owner, { projectName: `100 of ${part}` })
    expect(await namesOf(owner, 'projects', `100% ${part}`)).toEqual([`100% ${part}`])
  })

  test('are live ones, and people who may no longer sign in among them', async () => {
    const part = newId()
    const { id } = await newUser(owner, { username: `Asha ${part}` })
    await owner.ok(updateUser, { params: { id }, body: { isActive: false } })
    expect((await found(owner, 'users', part)).map(({ status }) => status)).toEqual(['INACTIVE'])
    await owner.ok(deleteUser, { params: { id } })
    expect(await found(owner, 'users', part)).toEqual([])
  })
})

describe('somebody finds', () => {
  test('the kinds alone that they may view', async () => {
    const clerk = await ours.as({ Contracts: ['canView'], Projects: ['canEdit'], 'Project Tasks': ['canView'] })
    const kinds = (await find(clerk, word)).map(({ kind }) => kind)
    expect(kinds).toEqual(ofCompanies.filter((kind) => ['Contracts', 'Project Tasks'].includes(recordModules[kind])))
    expect(kinds).toEqual(expect.arrayContaining(['contracts', 'offices', 'instruments', 'tasks']))
  })

  test("nothing of another company's", async () => {
    const stranger = await (await newCompany(server)).as()
    expect((await find(stranger, word)).flatMap(({ records }) => records)).toEqual([])
  })

  test('people and companies of the whole installation where they are an operator, and no record of a customer', async () => {
    expect((await find(operator, word)).map(({ kind, records }) => [kind, records.length])).toEqual([
      ['users', 1],
      ['tenants', 0],
    ])
    expect(await found(operator, 'tenants', ours.name)).toEqual([
      { id: ours.id, name: ours.name, detail: `c-${ours.id}`, status: 'ACTIVE' },
    ])
  })
})
