import { endpoints } from '@plinth/api'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { getBgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { type Flag, furtherFlags, type ModuleName, modulesOf } from '@plinth/api/kernel/permissions'
import { getAgreement, updateAgreement } from '@plinth/api/money/agreements'
import { createContract, updateContract } from '@plinth/api/tenders/contracts'
import { updateGeneralTask } from '@plinth/api/works/general-tasks'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as core from 'zod/v4/core'
import { depositBody } from '../deposits/deposits/deposits.factory.ts'
import { guaranteeBody } from '../guarantees/instruments/instruments.factory.ts'
import { graphOf, inputFor, isRead, segments } from '../testing/test-graph.ts'
import { type Client, everything, type Grid, operatorCompany, startSuite } from '../testing/test-server.ts'

/**
 * A user with one module sees no name of another module's records, and cannot use their ids. This file lists no call:
 * every record is named by a unique word, and every answer is searched for the words of other modules.
 */

/** The modules whose names another module shows because its own work needs them, and why. */
const shared: Partial<Record<ModuleName, Partial<Record<ModuleName, string>>>> = {
  Contracts: { Payments: 'an office belongs to a party, and a guarantee to a limit: both are offered by their names' },
  Inventories: { 'Project Tasks': 'the inventory is the tree of tasks (decision 0154)' },
  'Measurement Book': { Payments: 'work is measured under an agreement' },
  Payments: { 'Measurement Book': 'a bill takes its work from sheets (decision 0148)' },
  Reminders: { Role: 'a reminder rule says which roles are told' },
  UserRoleMapping: { Role: 'a person is given a role by its name' },
}
const isShared = (reader: ModuleName, owner: ModuleName) => shared[reader]?.[owner] !== undefined
/** This module covers every record. */
const readsEverything: readonly ModuleName[] = ['Audit Trail']

/** Fields that hold a record's name. */
const nameFields = [
  'contractName',
  'bidId',
  'referenceNo',
  'projectName',
  'title',
  'number',
  'name',
  'legalName',
  'bank',
]

const isWrite = ([, endpoint]: [string, Endpoint]) => !isRead(endpoint) && endpoint.method !== 'DELETE'

/** The names of records, each with its module. */
const words = new Map<string, ModuleName>()
const people = new Map<string, Promise<Client>>()

const personOf = (grid: Grid): Promise<Client> => {
  const key = JSON.stringify(grid)
  const person = people.get(key) ?? company.as(grid)
  people.set(key, person)
  return person
}

/** Names every record of the graph that can be changed with a unique word. */
async function nameRecords(): Promise<void> {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const [at, ...further] = segments(endpoint)
    const [module] = modulesOf(endpoint.allow)
    if (endpoint.method !== 'PUT' || !endpoint.path.endsWith(':id') || !at || further.length > 0 || !module) continue
    if (!(module in everything)) continue
    for (const field of nameFields.filter((name) => name in shapeOf(endpoint.body))) {
      const word = `the ${field} of ${at.segment}`
      const params = { [at.name]: graph[at.segment] }
      const { status } = await owner.sendCall(endpoint, { params, body: { [field]: word } })
      if (status < 300) words.set(word, module)
    }
  }
}

/** Links records of each module with those of others. */
async function joinRecords(): Promise<void> {
  const { contracts: contractId = '', agreements = '' } = graph
  await owner.ok(updateContract, { params: { id: contractId }, body: { status: 'AWARDED' } })
  const { id: projectId } = await owner.ok(createProject, { body: { contractId } })
  graph['projects'] = projectId
  await owner.ok(updateAgreement, { params: { id: agreements }, body: { contractId, projectId } })
  const plan = await owner.ok(getBgPlan, { params: { id: graph['bg-plans'] ?? '' } })
  const deposit = await owner.ok(createDeposit, { params: { contractId }, body: depositBody({ amount: 1000 }) })
  const number = 'the number of guarantees'
  words.set(number, 'Contracts')
  const { facilityId } = plan
  const paper = guaranteeBody({ number, facilityId, state: 'ISSUED', depositIds: [deposit.id], amount: plan.amount })
  await owner.ok(createInstrument, { body: { ...paper, planId: plan.id } })
  const about = { recordType: 'CONTRACT' as const, recordId: contractId }
  await owner.ok(updateGeneralTask, { params: { id: graph['general-tasks'] ?? '' }, body: about })
  const title = 'the title of due tasks'
  words.set(title, 'Project Tasks')
  await owner.ok(createTask, { body: { projectId, title, status: 'IN_PROGRESS', givenEndDate: '2027-01-15' } })
  await owner.ok(createTask, { body: { projectId, title: 'undated', status: 'IN_PROGRESS' } })
}

const { server, company, owner } = await startSuite({ alone: true })
const graph = await graphOf({ owner, operator: await (await operatorCompany(server)).as() })
beforeAll(async () => {
  await joinRecords()
  await nameRecords()
})

/** Calls that read; an edit that changes nothing returns its record as well. */
const reads = Object.entries<Endpoint>(endpoints).filter(
  ([, { allow, path, method, response }]) =>
    response !== undefined &&
    allow !== 'public' &&
    (isRead({ allow, method } as Endpoint) || path.endsWith('/filter') || (method === 'PUT' && path.endsWith(':id'))),
)

/** Everybody the call admits: with each of its modules, or with any one where being signed in is enough. */
function readersOf({ allow }: Endpoint): [ModuleName, Grid][] {
  const can: Flag = typeof allow === 'string' ? 'canView' : allow.can
  const modules = typeof allow === 'string' ? (Object.keys(everything) as ModuleName[]) : modulesOf(allow)
  const more = Object.fromEntries(furtherFlags(allow).map(({ module, can: flag }) => [module, [flag]]))
  return modules.filter((module) => module in everything).map((module) => [module, { ...more, [module]: [can] }])
}

type Inner = { innerType?: core.$ZodType; element?: core.$ZodType; shape?: Record<string, core.$ZodType>; type: string }
const innerOf = (schema: core.$ZodType) => schema._zod.def as Inner

/** Every column that a sheet can have. */
const columnsOf = (columns: core.$ZodType) =>
  [...(shapeOf(innerOf(columns).element)['field']?._zod.values ?? [])].map((field) => ({ field, label: String(field) }))

/** The input that makes a call return the most: the longest page of a list, and records of everybody. */
function inputOf(name: string, endpoint: Endpoint) {
  const input: { body?: object } = inputFor(name, endpoint, graph)
  const shape = shapeOf(endpoint.body)
  const bodyOfCall = {
    ...input.body,
    ...('pagination' in shape && { pagination: { size: 200 } }),
    ...(name.endsWith('Deadlines') && { owner: 'ALL' }),
    ...(shape['columns'] && { columns: columnsOf(shape['columns']) }),
  }
  return endpoint.body ? { ...input, body: endpoint.method === 'PUT' ? {} : bodyOfCall } : input
}

/** The words in an answer that are names of another module's records. */
const strangeIn = (text: string, modules: readonly string[]) =>
  [...words].filter(([word, module]) => text.includes(word) && !modules.includes(module)).map(([word]) => word)

describe('the answer to a user with one module', () => {
  test('is searched for the words that name the records of each module', () => {
    const named = new Set(words.values())
    for (const module of ['Contracts', 'Projects', 'Project Tasks', 'General Tasks', 'Payments'] as const)
      expect(named).toContain(module)
  })

  test('has names of other modules for the owner, so that there is something to hide from others', async () => {
    const leaked: string[] = []
    for (const [name, endpoint] of reads) {
      const { status, text } = await owner.sendCall(endpoint, inputOf(name, endpoint))
      if (status < 300 && strangeIn(text, modulesOf(endpoint.allow)).length > 0) leaked.push(name)
    }
    const all = [
      'getAgreement',
      'updateAgreement',
      'filterAgreements',
      'getBgPlan',
      'getGuaranteeHeadroom',
      'getGeneralTask',
    ]
    expect(leaked).toEqual(expect.arrayContaining([...all, 'filterUndated', 'filterDeadlines', 'exportAgreements']))
  })

  test.each(reads)('%s names no record of another module', async (name, endpoint) => {
    const strange: string[] = []
    for (const [module, grid] of readersOf(endpoint)) {
      if (readsEverything.includes(module)) continue
      const { text } = await (await personOf(grid)).sendCall(endpoint, inputOf(name, endpoint))
      const known = strangeIn(text, Object.keys(grid)).filter((word) => !isShared(module, words.get(word) ?? module))
      strange.push(...known.map((word) => `${module}: ${word}`))
    }
    expect(strange).toEqual([])
  })
})

/** The module of the record that a field of a body names by its id. */
const moduleOfField: Readonly<Record<string, ModuleName>> = {
  agreementId: 'Payments',
  contractId: 'Contracts',
  correctsLineId: 'Measurement Book',
  depositId: 'Contracts',
  depositIds: 'Contracts',
  facilityId: 'Payments',
  instrumentId: 'Contracts',
  intoDepositId: 'Contracts',
  officeId: 'Contracts',
  partyId: 'Payments',
  planId: 'Payments',
  projectId: 'Projects',
  receiptId: 'Contracts',
  requestId: 'Contracts',
  sheetIds: 'Measurement Book',
  taskId: 'Project Tasks',
  templateId: 'Contracts',
}
/** Items of a schedule belong to its agreement, which measuring and billing use. */
const ofAgreement = ['itemId']
/**
 * The call's own kind of record, ids of people and roles, fields whose numbers are not ids, and records whose kind the
 * body names.
 */
const others = [
  'id',
  'parentId',
  'beforeId',
  'bidId',
  'contractBidId',
  'licenseId',
  'tenantId',
  'ownerId',
  'assigneeId',
]
const ofPeople = ['userId', 'userIds', 'roleId', 'roleIds', 'moduleId', 'escalateRoleIds', 'escalateUserIds', 'ids']
/** The handler requires the module of the kind by `requireRecord` and similar functions, which have their own tests. */
const ofAnyKind = ['recordId', 'entityId', 'entity_id', 'tenant_id']
/** A task is planned in a project whose name is not shown: `listTaskProjects` offers those with tasks. */
const offered: Readonly<Record<string, readonly string[]>> = { createTask: ['projectId'] }

/** The fields of a body that hold ids, nested ones included. */
function idsIn(schema: core.$ZodType | undefined): string[] {
  if (!schema) return []
  const { innerType, element, shape } = innerOf(schema)
  if (innerType) return idsIn(innerType)
  if (element) return idsIn(element)
  return Object.entries(shape ?? {}).flatMap(([name, field]) => {
    const isIgnored = innerOf(field).innerType && innerOf(innerOf(field).innerType as core.$ZodType).type === 'unknown'
    return [...(/(?:^i|_i|I)ds?$/.test(name) && !isIgnored ? [name] : []), ...idsIn(field)]
  })
}

describe('an id in a body', () => {
  const named = Object.entries<Endpoint>(endpoints)
    .filter(isWrite)
    .flatMap(([name, endpoint]) => [...new Set(idsIn(endpoint.body))].map((field) => [name, field, endpoint] as const))

  test('is of a kind that this test knows', () => {
    const known = [...Object.keys(moduleOfField), ...ofAgreement, ...others, ...ofPeople, ...ofAnyKind]
    expect(named.filter(([, field]) => !known.includes(field)).map(([name, field]) => `${name} ${field}`)).toEqual([])
    expect(named.length).toBeGreaterThan(40)
  })

  test('of another module requires a flag of that module', () => {
    const free = named.filter(([name, field, { allow, alsoFor = {} }]) => {
      const module = moduleOfField[field]
      if (!module || typeof allow === 'string' || offered[name]?.includes(field)) return false
      const asked = [...modulesOf(allow), ...furtherFlags(allow).map((flag) => flag.module), alsoFor[field]?.module]
      return !asked.includes(module) && !modulesOf(allow).some((own) => isShared(own, module))
    })
    expect(free.map(([name, field]) => `${name} ${field}`)).toEqual([])
  })

  test('of a record that a new one changes requires canEdit on its module', () => {
    const lists = named.filter(([, field, { status, allow }]) => {
      const can = typeof allow === 'object' && allow.can
      return status === 201 && can === 'canCreate' && field.endsWith('Ids') && moduleOfField[field] !== undefined
    })
    expect(lists.length).toBeGreaterThan(0)
    const free = lists.filter(([, field, { alsoFor = {} }]) => alsoFor[field]?.can !== 'canEdit')
    expect(free.map(([name, field]) => `${name} ${field}`)).toEqual([])
  })

  test('that is already stored may be sent back without canView on its module', async () => {
    const cashier = await personOf({ Payments: ['canView', 'canEdit'] })
    const params = { id: graph['agreements'] ?? '' }
    const agreement = await cashier.ok(getAgreement, { params })
    expect(agreement).toMatchObject({ contractId: graph['contracts'], contractName: null, projectName: null })
    await cashier.ok(updateAgreement, { params, body: { ...agreement, comment: 'Seen' } })
    expect(await owner.ok(getAgreement, { params })).toMatchObject({ contractId: graph['contracts'], comment: 'Seen' })
    const other = await owner.ok(createContract, { body: { contractName: 'Another' } })
    const body = { contractId: other.id }
    expect(await cashier.refused(updateAgreement, { params, body })).toMatchObject({
      status: 403,
      fields: [{ path: 'contractId' }],
    })
    const plan = { params: { id: graph['bg-plans'] ?? '' }, body }
    expect(await cashier.refused(updateBgPlan, plan)).toMatchObject({ status: 403, fields: [{ path: 'contractId' }] })
  })
})
