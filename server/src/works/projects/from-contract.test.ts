import { contractStatuses, deleteContract } from '@plinth/api/tenders/contracts'
import { createProject, deleteProject, filterProjects, getProject, updateProject } from '@plinth/api/works/projects'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'

const { server, company, owner } = await startSuite()

const awarded = (given: Parameters<typeof newContract>[1] = {}) => newContract(owner, { status: 'AWARDED', ...given })
const start = (contractId: string, given: object = {}) => owner.ok(createProject, { body: { contractId, ...given } })
const refusedStart = (contractId: string) => owner.refused(createProject, { body: { contractId } })

describe('Create Project', () => {
  test('takes over what the contract says and starts as initiated [4.11 9.13]', async () => {
    const contract = await awarded({
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

  test('is found by its contract, and no other is', async () => {
    const [contract, other] = [await awarded(), await awarded()]
    const { id } = await start(contract.id)
    const found = async (contractId: string) =>
      (await owner.ok(filterProjects, { body: { contractId } })).map((project) => project.id)
    expect(await found(contract.id)).toEqual([id])
    expect(await found(other.id)).toEqual([])
  })

  test('as the screen sends it, with the fixed values spelt out, gives the same', async () => {
    const { id } = await awarded()
    const sent = { status: 'INITIATED', extensionCount: 0, comment: 'Project created from contract deposit screen' }
    expect(await start(id, sent)).toMatchObject(sent)
  })

  test('prefers what the caller gives to what the contract says', async () => {
    const contract = await awarded({ contractName: 'Theirs', licenseNo: 'KA/1' })
    const given = { projectName: 'Ours', status: 'PLANNED', comment: 'By hand', givenStartDate: '2026-02-01' } as const
    expect(await start(contract.id, given)).toMatchObject({ ...given, licenseNo: 'KA/1' })
  })

  test.each([
    [{ projectBidPercentage: 25 }, [1000, 1250, 25]],
    [{ projectBidValue: 800 }, [1000, 800, -20]],
    [{ projectActualValue: 2200 }, [2200, 1100, -50]],
    [{ projectActualValue: 2000, projectBidPercentage: 25 }, [2000, 2500, 25]],
  ])('with the figures %j keeps them and makes the rest agree', async (given, expected) => {
    const contract = await awarded({ tenderActualValue: 1000, tenderBidValue: 1100 })
    const project = await start(contract.id, given)
    expect([project.projectActualValue, project.projectBidValue, project.projectBidPercentage]).toEqual(expected)
  })

  test.each(contractStatuses.filter((status) => status !== 'AWARDED'))(
    'from a contract that is %s answers 409 and stores nothing',
    async (status) => {
      const contract = await newContract(owner, { status })
      const refusal = await refusedStart(contract.id)
      expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('awarded') })
      const listed = await owner.ok(filterProjects, { body: { contractBidId: contract.bidId } })
      expect(listed.filter((project) => project.contractId === contract.id)).toEqual([])
    },
  )

  test('a second time answers 409 and leaves the first project alone [4.21]', async () => {
    const contract = await awarded()
    const first = await start(contract.id)
    expect(await refusedStart(contract.id)).toMatchObject({ status: 409, fields: [{ path: 'contractId' }] })
    expect(await owner.ok(getProject, { params: { id: first.id } })).toEqual(first)
  })

  test('twenty times at once makes exactly one project', async () => {
    const contract = await awarded()
    const tries = Array.from({ length: 20 }, () => owner.sendCall(createProject, { body: { contractId: contract.id } }))
    const statuses = (await Promise.all(tries)).map((reply) => reply.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(19).fill(409)])
  })

  test('from a contract of another company, or one that is not there or deleted, answers 404', async () => {
    const theirs = await newContract(await (await newCompany(server)).as(), { status: 'AWARDED' })
    const deleted = await awarded()
    await owner.ok(deleteContract, { params: { id: deleted.id } })
    for (const id of [theirs.id, deleted.id, newId()])
      expect(await refusedStart(id)).toMatchObject({ status: 404, message: 'Not found' })
  })

  test('while the award is being taken back waits for it, and is then refused', async () => {
    const { id } = await awarded()
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
    const [contract, other] = [await awarded(), await awarded()]
    const linked = await start(contract.id)
    const free = await owner.ok(createProject, { body: { projectName: 'Free' } })
    for (const contractId of [other.id, null]) {
      const [first, second] = await Promise.all(
        [linked, free].map(({ id }) => owner.ok(updateProject, { params: { id }, body: { contractId } })),
      )
      expect([first?.contractId, second?.contractId]).toEqual([contract.id, null])
    }
  })

  test('keeps the project from being deleted', async () => {
    const project = await start((await awarded()).id)
    expect(await owner.refused(deleteProject, { params: { id: project.id } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('linked to a contract'),
    })
    expect((await owner.ok(getProject, { params: { id: project.id } })).id).toBe(project.id)
  })

  test('keeps the contract from being deleted', async () => {
    const contract = await awarded()
    await start(contract.id)
    expect(await owner.refused(deleteContract, { params: { id: contract.id } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('1 project'),
    })
  })

  test('is not made when the contract is deleted in the same moment', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const { id } = await awarded()
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
