import { deleteDeposit, updateDeposit } from '@plinth/api/deposits/deposits'
import { filterInstruments, getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { type Deadline, deadlineKinds, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { updateContract } from '@plinth/api/tenders/contracts'
import { updateProject } from '@plinth/api/works/projects'
import { describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newEvent } from '../instrument-events/instrument-events.factory.ts'
import { newGuarantee, newReceipt } from './instruments.factory.ts'

const { owner } = await startSuite()

type Deposits = Parameters<typeof newDeposit>[2]
type Guarantee = Parameters<typeof newGuarantee>[1]

/** A contract to be completed in 300 days, with a guarantee that expires 60 days after that, exactly as needed. */
async function newSecured(deposit: Deposits = {}, overrides: Guarantee = {}) {
  const { id: contractId } = await newContract(owner, { status: 'AWARDED', givenEndDate: day(300) })
  const performance = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
  const { id: depositId } = await newDeposit(owner, contractId, { ...performance, ...deposit })
  const days = { expiresOn: day(360), claimUntil: null, depositIds: [depositId] }
  const { id } = await newGuarantee(owner, { ...days, ...overrides })
  return { id, contractId, depositId }
}

async function deadlineOf(id: string): Promise<Deadline | undefined> {
  const { content } = await owner.ok(filterDeadlines, {
    body: { owner: 'ALL', kind: ['GUARANTEE_TOO_SHORT'], pagination: { size: 200 } },
  })
  return content.find(({ recordId }) => recordId === id)
}
const needs = ({ completesOn, neededUntil }: Pick<Instrument, 'completesOn' | 'neededUntil'>) => [
  completesOn,
  neededUntil,
]
/** The completion and the needed day of an instrument; it also expects a deadline in the agenda exactly if there is a needed day. */
async function neededDays(id: string) {
  const days = needs(await owner.ok(getInstrument, { params: { id } }))
  expect((await deadlineOf(id)) !== undefined).toBe(days[1] !== null)
  return days
}
const enough = [null, null]
const change = (id: string, body: object) => owner.ok(updateContract, { params: { id }, body })

test('a guarantee that expires on the needed day is long enough; one that expires a day before is not', async () => {
  expect(await neededDays((await newSecured()).id)).toEqual(enough)
  const { id } = await newSecured({}, { expiresOn: day(359) })
  expect(await neededDays(id)).toEqual([day(300), day(360)])
  const { content } = await owner.ok(filterInstruments, { body: { sort: { field: 'neededUntil' } } })
  expect(content[0]).toMatchObject({ id, neededUntil: day(360) })
})

test('an extension of time creates a critical deadline 30 days before the guarantee expires, until the guarantee is extended', async () => {
  const { id, contractId } = await newSecured()
  const { id: projectId } = await newProject(owner, { contractId, givenEndDate: day(300) })
  expect(await neededDays(id)).toEqual(enough)
  await owner.ok(updateProject, { params: { id: projectId }, body: { extensionDate: day(390) } })
  expect(await neededDays(id)).toEqual([day(390), day(450)])
  expect(await deadlineOf(id)).toMatchObject({
    recordType: 'INSTRUMENT',
    dueOn: day(330),
    amount: 5_00_000,
    ownerId: owner.userId,
  })
  expect(deadlineKinds.GUARANTEE_TOO_SHORT).toMatchObject({
    module: 'Contracts',
    actBy: 'bank before',
    isCritical: true,
  })
  // The day of the deadline does not change with the needed day, only with the guarantee.
  await owner.ok(updateProject, { params: { id: projectId }, body: { extensionDate: day(420) } })
  expect((await deadlineOf(id))?.dueOn).toBe(day(330))
  await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: day(400) })
  expect((await deadlineOf(id))?.dueOn).toBe(day(370))
  await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: day(480) })
  expect(await neededDays(id)).toEqual(enough)
})

describe('the needed day of a guarantee', () => {
  test('counts from the extension or the end of the project, else from the contract', async () => {
    const { id, contractId } = await newSecured({}, { expiresOn: day(200) })
    expect(await neededDays(id)).toEqual([day(300), day(360)])
    const { id: projectId } = await newProject(owner, { contractId })
    expect(await neededDays(id)).toEqual([day(300), day(360)])
    const project = async (body: object) => {
      await owner.ok(updateProject, { params: { id: projectId }, body })
      return neededDays(id)
    }
    expect(await project({ givenEndDate: day(250) })).toEqual([day(250), day(310)])
    expect(await project({ extensionDate: day(270) })).toEqual([day(270), day(330)])
  })

  test('counts from the day of completion once the work is completed', async () => {
    const { id, contractId } = await newSecured({}, { expiresOn: day(30) })
    await change(contractId, { status: 'COMPLETED', actualStartDate: day(-90), actualEndDate: day(-10) })
    expect(await neededDays(id)).toEqual([day(-10), day(50)])
    await setTerms(owner, contractId, { completedOn: day(-40) })
    expect(await neededDays(id)).toEqual(enough)
  })

  test('adds the days of the contract terms, and is the latest of several contracts', async () => {
    const { id, contractId } = await newSecured()
    await setTerms(owner, contractId, { psValidBeyondDays: 90 })
    expect(await neededDays(id)).toEqual([day(300), day(390)])
    await setTerms(owner, contractId, { psValidBeyondDays: 0 })
    expect(await neededDays(id)).toEqual(enough)
    const other = await newContract(owner, { status: 'WORK_IN_PROGRESS', givenEndDate: day(310) })
    const { id: both } = await newGuarantee(owner, { amount: 10_00_000, expiresOn: day(350), claimUntil: null })
    for (const one of [other.id, contractId])
      await newDeposit(owner, one, {
        depositType: 'Additional security',
        status: 'SUBMITTED',
        amount: 5_00_000,
        instrumentId: both,
      })
    expect(await neededDays(both)).toEqual([day(310), day(370)])
  })

  test('is empty once that day has passed, the contract is terminated, or no end is known', async () => {
    const { id, contractId } = await newSecured({}, { expiresOn: day(-20) })
    expect(await neededDays(id)).toEqual([day(300), day(360)])
    await change(contractId, { givenEndDate: day(-61) })
    expect(await neededDays(id)).toEqual(enough)
    await change(contractId, { givenEndDate: day(-60) })
    expect(await neededDays(id)).toEqual([day(-60), day(0)])
    await change(contractId, { givenEndDate: null })
    expect(await neededDays(id)).toEqual(enough)
    await change(contractId, { givenEndDate: day(300), status: 'TERMINATED' })
    expect(await neededDays(id)).toEqual(enough)
  })
})

describe('a guarantee is too short', () => {
  test.each<[what: string, deposit: Deposits, asks: boolean]>([
    ['a performance security', {}, true],
    ['an additional security', { depositType: 'Additional performance security' }, true],
    ['an EMD', { depositType: 'EMD' }, false],
    ['a retention', { depositType: 'Retention money' }, false],
    ['a deposit that was never handed in', { status: 'DRAFT' }, false],
    ['a deposit that came back', { status: 'RELEASED' }, false],
  ])(
    'only behind a performance or additional security that is with the department: %s: %o',
    async (_, deposit, asks) => {
      const { id } = await newSecured(deposit, { expiresOn: day(200) })
      expect(await neededDays(id)).toEqual(asks ? [day(300), day(360)] : enough)
    },
  )

  test('only while it has such a deposit', async () => {
    const { id, contractId, depositId } = await newSecured({}, { expiresOn: day(200) })
    const params = { contractId, depositId }
    await owner.ok(updateDeposit, { params, body: { instrumentId: null } })
    expect(await neededDays(id)).toEqual(enough)
    await owner.ok(updateDeposit, { params, body: { instrumentId: id } })
    expect(await neededDays(id)).toEqual([day(300), day(360)])
    await owner.ok(deleteDeposit, { params })
    expect(await neededDays(id)).toEqual(enough)
  })

  test('while it is lodged or claimed, not when it is returned or requested, and a receipt never is', async () => {
    const { id } = await newSecured({}, { expiresOn: day(200) })
    await newEvent(owner, id, { kind: 'EXTEND_OR_PAY' })
    expect(await neededDays(id)).toEqual([day(300), day(360)])
    await newEvent(owner, id, { kind: 'RETURNED' })
    expect(await neededDays(id)).toEqual(enough)
    const requested = { state: 'REQUESTED', happenedOn: day(0), expiresOn: day(200) } as const
    expect(await neededDays((await newSecured({}, requested)).id)).toEqual(enough)
    const { contractId } = await newSecured()
    const { id: receipt } = await newReceipt(owner, { maturesOn: day(20), amount: 5_00_000 })
    const deposit = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
    await newDeposit(owner, contractId, { ...deposit, instrumentId: receipt })
    expect(await neededDays(receipt)).toEqual(enough)
  })
})
