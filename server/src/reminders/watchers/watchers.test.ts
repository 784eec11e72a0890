import {
  addWatcher,
  listWatchers,
  mostWatchers,
  removeWatcher,
  type WatchRecord,
  watchModules,
} from '@plinth/api/reminders/watchers'
import { deleteGeneralTask } from '@plinth/api/works/general-tasks'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, everything, newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { unwatch, watch } from './watchers.factory.ts'

type Person = Awaited<ReturnType<Company['as']>>

let records: Record<WatchRecord, string>

const { server, company, owner } = await startSuite()
beforeAll(async () => {
  const [contract, project, facility] = [await newContract(owner), await newProject(owner), await newFacility(owner)]
  records = {
    CONTRACT: contract.id,
    DEPOSIT: (await newDeposit(owner, contract.id)).id,
    INSTRUMENT: (await newGuarantee(owner)).id,
    FACILITY: facility.id,
    PLAN: (await newPlan(owner, { facilityId: facility.id, contractId: contract.id })).id,
    PROJECT: project.id,
    TASK: (await newTask(owner, project.id)).id,
    GENERAL_TASK: (await newGeneralTask(owner)).id,
  }
})

const kinds = Object.keys(watchModules).filter((name): name is WatchRecord => name in watchModules)
const paramsOf = (recordType: WatchRecord, recordId = records[recordType]) => ({ params: { recordType, recordId } })
const calls = [listWatchers, addWatcher, removeWatcher]
const names = (by: Person, recordType: WatchRecord) =>
  by.ok(listWatchers, paramsOf(recordType)).then(({ people }) => people.map(({ id }) => id))

describe.each(kinds)('a %s', (recordType) => {
  const module = watchModules[recordType]

  test('can be watched by users who may view it until they stop, and lists their names', async () => {
    const reader = await company.as({ [module]: ['canView'] })
    expect(await reader.ok(listWatchers, paramsOf(recordType))).toEqual({ isWatching: false, people: [] })
    expect(await watch(owner, records[recordType], recordType)).toMatchObject({ isWatching: true })
    const both = await watch(reader, records[recordType], recordType)
    expect(await watch(reader, records[recordType], recordType)).toEqual(both)
    expect(both.people.map(({ id }) => id).toSorted()).toEqual([owner.userId, reader.userId].toSorted())
    expect(both.people[0]?.username).toMatch(/^Person/)
    await unwatch(owner, records[recordType], recordType)
    await unwatch(owner, records[recordType], recordType)
    expect(await owner.ok(listWatchers, paramsOf(recordType))).toMatchObject({
      isWatching: false,
      people: [{ id: reader.userId }],
    })
    await unwatch(reader, records[recordType], recordType)
  })

  test('answers 403 without canView of its module, and 404 if it does not exist', async () => {
    const stranger = await company.as(
      Object.fromEntries(Object.entries(everything).filter(([name]) => name !== module)),
    )
    const other = await (await newCompany(server)).as()
    for (const call of calls) {
      expect(await stranger.refused(call, paramsOf(recordType))).toMatchObject({ status: 403 })
      expect(await owner.refused(call, paramsOf(recordType, newId()))).toMatchObject({ status: 404 })
      expect(await other.refused(call, paramsOf(recordType))).toMatchObject({ status: 404 })
      const wrong = kinds[(kinds.indexOf(recordType) + 1) % kinds.length] ?? 'CONTRACT'
      expect(await owner.refused(call, paramsOf(wrong, records[recordType]))).toMatchObject({ status: 404 })
    }
  })
})

test('a deleted record answers 404 to all calls about watchers', async () => {
  const { id } = await newGeneralTask(owner)
  await watch(owner, id, 'GENERAL_TASK')
  await owner.ok(deleteGeneralTask, { params: { id } })
  for (const call of calls)
    expect(await owner.refused(call, paramsOf('GENERAL_TASK', id))).toMatchObject({ status: 404 })
})

test('a deactivated user is not listed as a watcher', async () => {
  const deactivated = await company.as()
  await watch(deactivated, records.PROJECT, 'PROJECT')
  expect(await names(owner, 'PROJECT')).toContain(deactivated.userId)
  await server.door.inTenant(company.id, owner.userId, (db) =>
    sql`update users set is_active = false where id = ${deactivated.userId}`.execute(db),
  )
  expect(await names(owner, 'PROJECT')).not.toContain(deactivated.userId)
})

test('a record has 200 watchers at most, also when two are added concurrently', async () => {
  const { id } = await newContract(owner)
  const [one, other] = [await company.as(), await company.as()]
  await server.door.inTenant(company.id, owner.userId, async (db) => {
    await sql`insert into users (username, email) select 'Fan ' || n, ${newId()} || n || '@test.example' from generate_series(1, ${sql.lit(mostWatchers - 1)}) n`.execute(
      db,
    )
    await sql`insert into watchers (record_type, record_id, user_id) select 'CONTRACT', ${id}, id from users where username like 'Fan %'`.execute(
      db,
    )
  })
  const { params } = paramsOf('CONTRACT', id)
  const replies = await Promise.all([one, other].map((by) => by.sendCall(addWatcher, { params })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { people } = await owner.ok(listWatchers, { params })
  expect(people).toHaveLength(mostWatchers)
  expect(await owner.refused(addWatcher, { params })).toMatchObject({
    status: 409,
    message: 'A record has at most 200 people who watch it, and this one has them.',
  })
})
