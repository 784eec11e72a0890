import { contractStatuses, deleteContract } from '@plinth/api/tenders/contracts'
import { createProject, deleteProject, filterProjects, getProject, updateProject } from '@plinth/api/works/projects'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'

const { server, company, owner } = await startSuite()

const newAwarded = (overrides: Parameters<typeof newContract>[1] = {}) =>
  newContract(owner, { status: 'AWARDED', ...overrides })
const start = (contractId: string, overrides: object = {}) =>
  owner.ok(createProject, { body: { contractId, ...overrides } })
const refusedStart = (contractId: string) => owner.refused(createProject, { body: { contractId } })

describe('creating a project from a contract', () => {
  test('copies the fields of the contract and starts as INITIATED [4.11 9.13]', async () => {
    const contract = await newAwarded({
      contractName: 'Ring road',
      bidId: 'PWD/77',
      referenceNo: 'NIT-77',
      description: 'Widening',
      contractType: 'Item rate',
      tenderActualValue: 1_000_000.1,
      tenderBidValue: 900_000.09,
      licenseId: 'LIC-1',
      licenseHolderName: 'Asha Rao',
      licenseNo: 'KA/1',
      givenStartDate: '2025-01-01',
      givenEndDate: '2025-12-31',
      comments: "The contract's own",
      extensionCoun: 4,
    })
    const project = await start(contract.id)
    expect(project).toMatchObject({
      contractId: contract.id,
      status: 'INITIATED',
      extensionCount: 0,
      comment: 'Project created from contract deposit screen',
      projectName: 'Ring road',
      contractBidId: 'PWD/77',
      contractBidNo: 'NIT-77',
      description: 'Widening',
      projectType: 'Item rate',
      projectActualValue: 1_000_000.1,
      projectBidValue: 900_000.09,
      projectBidPercentage: -10,
      licenseId: 'LIC-1',
      licenseHolderName: 'Asha Rao',
      licenseNo: 'KA/1',
      givenStartDate: '2025-01-01',
      givenEndDate: '2025-12-31',
      createdBy: owner.userId,
    })
    expect(await owner.ok(getProject, { params: { id: project.id } })).toEqual(project)
  })

  test('links the project to its contract, so that a search by contract finds it alone', async () => {
    const [contract, other] = [await newAwarded(), await newAwarded()]
    const { id } = await start(contract.id)
    const found = async (contractId: string) =>
      (await owner.ok(filterProjects, { body: { contractId } })).map((project) => project.id)
    expect(await found(contract.id)).toEqual([id])
    expect(await found(other.id)).toEqual([])
  })

  test('gives the same project when the screen sends the fixed values itself', async () => {
    const { id } = await newAwarded()
    const sent = { status: 'INITIATED', extensionCount: 0, comment: 'Project created from contract deposit screen' }
    expect(await start(id, sent)).toMatchObject(sent)
  })

  test('prefers the values of the caller to those of the contract', async () => {
    const contract = await newAwarded({ contractName: 'Theirs', licenseNo: 'KA/1' })
    const overrides = {
      projectName: 'Ours',
      status: 'PLANNED',
      comment: 'By hand',
      givenStartDate: '2026-02-01',
    } as const
    expect(await start(contract.id, overrides)).toMatchObject({ ...overrides, licenseNo: 'KA/1' })
  })

  test.each([
    [{ projectBidPercentage: 25 }, [1000, 1250, 25]],
    [{ projectBidValue: 800 }, [1000, 800, -20]],
    [{ projectActualValue: 2200 }, [2200, 1100, -50]],
    [{ projectActualValue: 2000, projectBidPercentage: 25 }, [2000, 2500, 25]],
  ])('with the figures %j keeps them and computes the others from them', async (overrides, expected) => {
    const contract = await newAwarded({ tenderActualValue: 1000, tenderBidValue: 1100 })
    const project = await start(contract.id, overrides)
    expect([project.projectActualValue, project.projectBidValue, project.projectBidPercentage]).toEqual(expected)
  })

  test.each(contractStatuses.filter((status) => status !== 'AWARDED'))(
    'that is %s answers 409 and stores nothing',
    async (status) => {
      const contract = await newContract(owner, { status })
      const refusal = await refusedStart(contract.id)
      expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('awarded') })
      const listed = await owner.ok(filterProjects, { body: { contractBidId: contract.bidId } })
      expect(listed.filter((project) => project.contractId === contract.id)).toEqual([])
    },
  )

  test('a second time answers 409 and leaves the first project unchanged [4.21]', async () => {
    const contract = await newAwarded()
    const first = await start(contract.id)
    expect(await refusedStart(contract.id)).toMatchObject({ status: 409, fields: [{ path: 'contractId' }] })
    expect(await owner.ok(getProject, { params: { id: first.id } })).toEqual(first)
  })

  test('twenty times at once creates exactly one project', async () => {
    const contract = await newAwarded()
    const requests = Array.from({ length: 20 }, () =>
      owner.sendCall(createProject, { body: { contractId: contract.id } }),
    )
    const statuses = (await Promise.all(requests)).map((reply) => reply.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(19).fill(409)])
  })

  test('that is another company’s, unknown or deleted answers 404', async () => {
    const theirs = await newContract(await (await newCompany(server)).as(), { status: 'AWARDED' })
    const deleted = await newAwarded()
    await owner.ok(deleteContract, { params: { id: deleted.id } })
    for (const id of [theirs.id, deleted.id, newId()])
      expect(await refusedStart(id)).toMatchObject({ status: 404, message: 'Not found' })
  })

  test('waits while the award is being withdrawn, and is then rejected', async () => {
    const { id } = await newAwarded()
    const create = await server.door.inTenant(company.id, null, async (db) => {
      await sql`update contracts set status = 'REJECTED' where id = ${id}`.execute(db)
      const sent = owner.sendCall(createProject, { body: { contractId: id } })
      await untilOthersWait(db)
      return { sent }
    })
    expect((await create.sent).status).toBe(409)
  })
})

describe('the link between a project and its contract', () => {
  test('is never changed by an edit', async () => {
    const [contract, other] = [await newAwarded(), await newAwarded()]
    const linked = await start(contract.id)
    const free = await owner.ok(createProject, { body: { projectName: 'Free' } })
    for (const contractId of [other.id, null]) {
      const [first, second] = await Promise.all(
        [linked, free].map(({ id }) => owner.ok(updateProject, { params: { id }, body: { contractId } })),
      )
      expect([first?.contractId, second?.contractId]).toEqual([contract.id, null])
    }
  })

  test('prevents the project from being deleted', async () => {
    const project = await start((await newAwarded()).id)
    expect(await owner.refused(deleteProject, { params: { id: project.id } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('linked to a contract'),
    })
    expect((await owner.ok(getProject, { params: { id: project.id } })).id).toBe(project.id)
  })

  test('prevents the contract from being deleted', async () => {
    const contract = await newAwarded()
    await start(contract.id)
    expect(await owner.refused(deleteContract, { params: { id: contract.id } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('1 project'),
    })
  })

  test('is not created when the contract is deleted at the same moment', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const { id } = await newAwarded()
      const [project, contract] = await Promise.all([
        owner.sendCall(createProject, { body: { contractId: id } }),
        owner.sendCall(deleteContract, { params: { id } }),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([project.status, contract.status])
    }
  })
})
