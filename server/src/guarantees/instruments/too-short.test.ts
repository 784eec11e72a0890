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

/** Guarantees that end before what their contract asks for. */

const { owner } = await startSuite()

type Deposits = Parameters<typeof newDeposit>[2]
type Guarantee = Parameters<typeof newGuarantee>[1]

/** A contract that is to be completed in 300 days, with a guarantee that reaches to the day 60 days after that. */
async function secured(deposit: Deposits = {}, given: Guarantee = {}) {
  const { id: contractId } = await newContract(owner, { status: 'AWARDED', givenEndDate: day(300) })
  const performance = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
  const { id: depositId } = await newDeposit(owner, contractId, { ...performance, ...deposit })
  const days = { expiresOn: day(360), claimUntil: null, depositIds: [depositId] }
  const { id } = await newGuarantee(owner, { ...days, ...given })
  return { id, contractId, depositId }
}

async function deadline(id: string): Promise<Deadline | undefined> {
  const { content } = await owner.ok(filterDeadlines, {
    body: { owner: 'ALL', kind: ['GUARANTEE_TOO_SHORT'], pagination: { size: 200 } },
  })
  return content.find(({ recordId }) => recordId === id)
}
const needs = ({ completesOn, neededUntil }: Pick<Instrument, 'completesOn' | 'neededUntil'>) => [
  completesOn,
  neededUntil,
]
/** The completion from which it counts and the day that is asked for, as the instrument and the agenda have it. */
async function short(id: string) {
  const told = needs(await owner.ok(getInstrument, { params: { id } }))
  expect((await deadline(id)) !== undefined).toBe(told[1] !== null)
  return told
}
const enough = [null, null]
const change = (id: string, body: object) => owner.ok(updateContract, { params: { id }, body })

test('a guarantee that reaches to the day is long enough; one that ends a day before is not', async () => {
  expect(await short((await secured()).id)).toEqual(enough)
  const { id } = await secured({}, { expiresOn: day(359) })
  expect(await short(id)).toEqual([day(300), day(360)])
  const { content } = await owner.ok(filterInstruments, { body: { sort: { field: 'neededUntil' } } })
  expect(content[0]).toMatchObject({ id, neededUntil: day(360) })
})

test('an extension of time raises the duty at once: critical, 30 days before the guarantee ends, until it is extended', async () => {
  const { id, contractId } = await secured()
  const { id: projectId } = await newProject(owner, { contractId, givenEndDate: day(300) })
  expect(await short(id)).toEqual(enough)
  await owner.ok(updateProject, { params: { id: projectId }, body: { extensionDate: day(390) } })
  expect(await short(id)).toEqual([day(390), day(450)])
  expect(await deadline(id)).toMatchObject({
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
  // Its day stays the same however much is asked for, and moves only with the guarantee.
  await owner.ok(updateProject, { params: { id: projectId }, body: { extensionDate: day(420) } })
  expect((await deadline(id))?.dueOn).toBe(day(330))
  await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: day(400) })
  expect((await deadline(id))?.dueOn).toBe(day(370))
  await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: day(480) })
  expect(await short(id)).toEqual(enough)
})

describe('until when a guarantee is asked for', () => {
  test('counts from the project, its extension first; from the contract where there is none', async () => {
    const { id, contractId } = await secured({}, { expiresOn: day(200) })
    expect(await short(id)).toEqual([day(300), day(360)])
    const { id: projectId } = await newProject(owner, { contractId })
    expect(await short(id)).toEqual([day(300), day(360)])
    const project = async (body: object) => {
      await owner.ok(updateProject, { params: { id: projectId }, body })
      return short(id)
    }
    expect(await project({ givenEndDate: day(250) })).toEqual([day(250), day(310)])
    expect(await project({ extensionDate: day(270) })).toEqual([day(270), day(330)])
  })

  test('counts from the day on which the work was completed, once it is', async () => {
    const { id, contractId } = await secured({}, { expiresOn: day(30) })
    await change(contractId, { status: 'COMPLETED', actualStartDate: day(-90), actualEndDate: day(-10) })
    expect(await short(id)).toEqual([day(-10), day(50)])
    await setTerms(owner, contractId, { completedOn: day(-40) })
    expect(await short(id)).toEqual(enough)
  })

  test('goes by the days of the terms, and by what asks for the longest', async () => {
    const { id, contractId } = await secured()
    await setTerms(owner, contractId, { psValidBeyondDays: 90 })
    expect(await short(id)).toEqual([day(300), day(390)])
    await setTerms(owner, contractId, { psValidBeyondDays: 0 })
    expect(await short(id)).toEqual(enough)
    const other = await newContract(owner, { status: 'WORK_IN_PROGRESS', givenEndDate: day(310) })
    const { id: both } = await newGuarantee(owner, { amount: 10_00_000, expiresOn: day(350), claimUntil: null })
    for (const one of [other.id, contractId])
      await newDeposit(owner, one, {
        depositType: 'Additional security',
        status: 'SUBMITTED',
        amount: 5_00_000,
        instrumentId: both,
      })
    expect(await short(both)).toEqual([day(310), day(370)])
  })

  test('is not asked once that day is over, the work is broken off, or no end is known', async () => {
    const { id, contractId } = await secured({}, { expiresOn: day(-20) })
    expect(await short(id)).toEqual([day(300), day(360)])
    await change(contractId, { givenEndDate: day(-61) })
    expect(await short(id)).toEqual(enough)
    await change(contractId, { givenEndDate: day(-60) })
    expect(await short(id)).toEqual([day(-60), day(0)])
    await change(contractId, { givenEndDate: null })
    expect(await short(id)).toEqual(enough)
    await change(contractId, { givenEndDate: day(300), status: 'TERMINATED' })
    expect(await short(id)).toEqual(enough)
  })
})

describe('only of what secures the performance', () => {
  test.each<[what: string, deposit: Deposits, asks: boolean]>([
    ['a performance security', {}, true],
    ['an additional security', { depositType: 'Additional performance security' }, true],
    ['an EMD', { depositType: 'EMD' }, false],
    ['a retention', { depositType: 'Retention money' }, false],
    ['a deposit that was never handed in', { status: 'DRAFT' }, false],
    ['a deposit that came back', { status: 'RELEASED' }, false],
  ])('%s: %o', async (_, deposit, asks) => {
    const { id } = await secured(deposit, { expiresOn: day(200) })
    expect(await short(id)).toEqual(asks ? [day(300), day(360)] : enough)
  })

  test('as long as the deposit is there, and stands behind this guarantee', async () => {
    const { id, contractId, depositId } = await secured({}, { expiresOn: day(200) })
    const params = { contractId, depositId }
    await owner.ok(updateDeposit, { params, body: { instrumentId: null } })
    expect(await short(id)).toEqual(enough)
    await owner.ok(updateDeposit, { params, body: { instrumentId: id } })
    expect(await short(id)).toEqual([day(300), day(360)])
    await owner.ok(deleteDeposit, { params })
    expect(await short(id)).toEqual(enough)
  })

  test('as long as the guarantee is out, a claim on it included; and never of a receipt', async () => {
    const { id } = await secured({}, { expiresOn: day(200) })
    await newEvent(owner, id, { kind: 'EXTEND_OR_PAY' })
    expect(await short(id)).toEqual([day(300), day(360)])
    await newEvent(owner, id, { kind: 'RETURNED' })
    expect(await short(id)).toEqual(enough)
    const asked = { state: 'REQUESTED', happenedOn: day(0), expiresOn: day(200) } as const
    expect(await short((await secured({}, asked)).id)).toEqual(enough)
    const { contractId } = await secured()
    const { id: receipt } = await newReceipt(owner, { maturesOn: day(20), amount: 5_00_000 })
    const deposit = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
    await newDeposit(owner, contractId, { ...deposit, instrumentId: receipt })
    expect(await short(receipt)).toEqual(enough)
  })
})
