import { updateDeposit } from '@plinth/api/deposits/deposits'
import { type Deadline, filterDeadlines, setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { updateContract } from '@plinth/api/tenders/contracts'
import { createGeneralTask, setGeneralTaskState, updateGeneralTask } from '@plinth/api/works/general-tasks'
import { updateTask } from '@plinth/api/works/tasks'
import { describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'

const may = ['canView', 'canCreate', 'canEdit'] as const
const works = { Contracts: may, Projects: may, 'Project Tasks': may, 'General Tasks': may }

const { company, owner } = await startSuite()
const colleague = await company.as(works)

/** The deadline of a record in the agenda. */
async function deadlineOf(recordId: string, by: Client = owner): Promise<Deadline> {
  const { content } = await by.ok(filterDeadlines, { body: { owner: 'ALL', pagination: { size: 200 } } })
  const found = content.find((one) => one.recordId === recordId)
  if (!found) throw new Error('the record has no deadline')
  return found
}

async function waive(by: Client, recordId: string): Promise<number> {
  const { kind, recordType, dueOn } = await deadlineOf(recordId)
  const body = { kind, recordType, recordId, dueOn, reason: 'Not needed' }
  return (await by.sendCall(setDeadlineMark, { body })).status
}

/** Each way to name the owner: a record with a deadline, and the call by which `by` names `person`. */
const namings: Record<
  string,
  () => Promise<[recordId: string, name: (by: Client, person: string | null) => Promise<unknown>]>
> = {
  async 'the terms of a contract'() {
    const { id } = await newContract(owner, { closingDate: day(3) })
    return [id, (by, ownerId) => by.ok(updateContractTerms, { params: { id }, body: { ownerId } })]
  },
  async 'a deposit'() {
    const contract = await newContract(owner)
    const deposit = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn: day(-30) } as const
    const { id } = await newDeposit(owner, contract.id, deposit)
    const params = { contractId: contract.id, depositId: id }
    return [id, (by, ownerId) => by.ok(updateDeposit, { params, body: { ownerId } })]
  },
  async 'a task of a project'() {
    const { id: projectId } = await newProject(owner)
    const { id } = await newTask(owner, projectId, { givenEndDate: day(4) })
    return [id, (by, assignedTo) => by.ok(updateTask, { params: { id }, body: { assignedTo } })]
  },
  async 'a general task'() {
    const { id } = await owner.ok(createGeneralTask, {
      body: { title: 'Renew', dueOn: day(4), assigneeId: owner.userId },
    })
    return [id, (by, assigneeId) => by.ok(updateGeneralTask, { params: { id }, body: { assigneeId } })]
  },
}

describe.each(Object.entries(namings))('the deadline of %s', (_, make) => {
  test('cannot be waived by a user who named themselves its owner, unless they may edit reminders', async () => {
    const [recordId, name] = await make()
    expect(await waive(colleague, recordId)).toBe(403)
    await name(colleague, colleague.userId)
    expect(await deadlineOf(recordId)).toMatchObject({ ownerId: colleague.userId })
    expect(await waive(colleague, recordId)).toBe(403)
    const keeper = await company.as({ ...works, Reminders: ['canEdit'] })
    await name(keeper, keeper.userId)
    expect(await waive(keeper, recordId)).toBe(200)
  })

  test('can be waived by a user whom somebody else named', async () => {
    const [recordId, name] = await make()
    await name(owner, colleague.userId)
    expect(await waive(colleague, recordId)).toBe(200)
  })

  test('can be waived by a user whom somebody else named after they had named themselves', async () => {
    const [recordId, name] = await make()
    await name(colleague, colleague.userId)
    await name(owner, owner.userId)
    await name(owner, colleague.userId)
    expect(await waive(colleague, recordId)).toBe(200)
  })
})

describe('the deadline of a contract', () => {
  const enterContract = async () => (await newContract(colleague, { closingDate: day(3) })).id
  const name = (by: Client, id: string, ownerId: string | null) =>
    by.ok(updateContractTerms, { params: { id }, body: { ownerId } })

  test('can be waived by the user who entered the contract, if nobody is named', async () => {
    const id = await enterContract()
    await colleague.ok(updateContract, { params: { id }, body: { description: 'Widening' } })
    expect(await waive(colleague, id)).toBe(200)
  })

  test('cannot be waived by the user who entered the contract after they removed the named owner', async () => {
    const id = await enterContract()
    await name(owner, id, owner.userId)
    await name(colleague, id, null)
    expect(await deadlineOf(id)).toMatchObject({ ownerId: colleague.userId })
    expect(await waive(colleague, id)).toBe(403)
  })
})

describe('a general task that a user entered for themselves', () => {
  const enterTask = async (more: object = {}) =>
    (
      await colleague.ok(createGeneralTask, {
        body: { title: 'Renew', dueOn: day(4), assigneeId: colleague.userId, ...more },
      })
    ).id

  test('can be waived by them', async () => {
    expect(await waive(colleague, await enterTask())).toBe(200)
  })

  test('can be waived by them if it is the next of a series that somebody else began', async () => {
    const { id } = await owner.ok(createGeneralTask, {
      body: { title: 'GSTR-3B', dueOn: day(4), repeatEvery: 1, repeatUnit: 'MONTHS', assigneeId: colleague.userId },
    })
    const { nextId } = await colleague.ok(setGeneralTaskState, { params: { id }, body: { state: 'DONE' } })
    expect(await waive(colleague, nextId ?? '')).toBe(200)
  })

  test('cannot be waived by them after they took it back from another assignee', async () => {
    const id = await enterTask()
    await owner.ok(updateGeneralTask, { params: { id }, body: { assigneeId: owner.userId } })
    await colleague.ok(updateGeneralTask, { params: { id }, body: { assigneeId: colleague.userId } })
    expect(await waive(colleague, id)).toBe(403)
  })
})

test('the deadline of a deposit can be waived by an owner who removed their own name, if the contract terms name them', async () => {
  const contract = await newContract(owner)
  const deposit = {
    status: 'SUBMITTED',
    releaseBasis: 'FIXED',
    fixedDueOn: day(-30),
    ownerId: colleague.userId,
  } as const
  const { id } = await newDeposit(owner, contract.id, deposit)
  await owner.ok(updateContractTerms, { params: { id: contract.id }, body: { ownerId: colleague.userId } })
  await colleague.ok(updateDeposit, { params: { contractId: contract.id, depositId: id }, body: { ownerId: null } })
  expect(await waive(colleague, id)).toBe(200)
})

test('the refusal to waive a taken over deadline states the reason', async () => {
  const { id } = await newContract(owner, { closingDate: day(3) })
  await colleague.ok(updateContractTerms, { params: { id }, body: { ownerId: colleague.userId } })
  const { kind, recordType, recordId, dueOn } = await deadlineOf(id)
  const body = { kind, recordType, recordId, dueOn, reason: 'Not needed' }
  expect(await colleague.refused(setDeadlineMark, { body })).toMatchObject({
    status: 403,
    message: 'You named yourself for this deadline: who may edit reminders waives it.',
  })
})
