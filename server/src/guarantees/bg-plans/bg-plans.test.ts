import { createBgPlan, deleteBgPlan, filterBgPlans, getBgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { createInstrument, deleteInstrument } from '@plinth/api/guarantees/instruments'
import { deleteContract, updateContract } from '@plinth/api/tenders/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'
import { guaranteeBody, newGuarantee } from '../instruments/instruments.factory.ts'
import { newPlan, planBody } from './bg-plans.factory.ts'

let place: { contractId: string; facilityId: string }

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()
beforeAll(async () => {
  const contract = await newContract(owner, { bidId: 'PWD/77', contractName: 'Road to Sakleshpura' })
  const facility = await newFacility(owner, { bank: 'Canara Bank', name: 'BG line' })
  place = { contractId: contract.id, facilityId: facility.id }
})

const get = (id: string) => owner.ok(getBgPlan, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateBgPlan, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateBgPlan, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteBgPlan, { params: { id } })

test('a new plan stores every field, is PLANNED, counts, and has the names of contract and limit', async () => {
  const body = planBody(place, { purpose: 'EMD', amount: 1_25_000.75, comment: 'Ask for e-BG' })
  const created = await owner.ok(createBgPlan, { body })
  expect(created).toMatchObject({
    ...body,
    state: 'PLANNED',
    instrumentId: null,
    instrumentNumber: null,
    bidId: 'PWD/77',
    contractName: 'Road to Sakleshpura',
    contractStatus: 'DRAFT',
    facilityName: 'Canara Bank, BG line',
    isCounted: true,
    createdBy: owner.userId,
  })
  expect(await get(created.id)).toEqual(created)
})

test.each([
  ['purpose', 'must be one of EMD, PERFORMANCE_SECURITY', 'FINE'],
  ['amount', 'must be more than 0', 0],
  ['neededOn', 'must be a day written YYYY-MM-DD', undefined],
  ['untilOn', 'must not be before neededOn', '2089-12-31'],
  ['state', 'must be one of PLANNED, ISSUED, DROPPED', 'LOST'],
  ['contractId', 'must be a contract of your company', newId()],
  ['facilityId', 'must be a limit of your company', newId()],
  ['instrumentId', 'is for what is issued', 'guarantee'],
])('%s %s', async (path, message, value) => {
  const field = value === 'guarantee' ? (await newGuarantee(owner, { facilityId: place.facilityId })).id : value
  const refusal = await owner.refused(createBgPlan, { body: { ...planBody(place), [path]: field } })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message: expect.stringContaining(message) }] })
})

test('contract and limit of a plan must be of the same company', async () => {
  const foreign = {
    contractId: (await newContract(stranger)).id,
    facilityId: (await newFacility(stranger)).id,
  }
  for (const path of ['contractId', 'facilityId'] as const) {
    const body = planBody({ ...place, [path]: foreign[path] })
    expect(await owner.refused(createBgPlan, { body })).toMatchObject({ status: 400, fields: [{ path }] })
  }
})

describe('a plan counts no more', () => {
  test('when it is dropped, its last day has passed, or its tender is lost or deleted', async () => {
    const contract = await newContract(owner)
    const at = { ...place, contractId: contract.id }
    const { id } = await newPlan(owner, at)
    expect(await edit(id, { state: 'DROPPED' })).toMatchObject({ isCounted: false })
    expect(await edit(id, { state: 'PLANNED' })).toMatchObject({ isCounted: true })
    expect(await edit(id, { neededOn: '2020-01-01', untilOn: '2020-12-31' })).toMatchObject({ isCounted: false })
    expect(await edit(id, { untilOn: '2090-12-31' })).toMatchObject({ isCounted: true })
    for (const status of ['REJECTED', 'CANCELLED'] as const) {
      await owner.ok(updateContract, { params: { id: contract.id }, body: { status } })
      expect(await get(id)).toMatchObject({ contractStatus: status, isCounted: false })
    }
    await owner.ok(updateContract, { params: { id: contract.id }, body: { status: 'DRAFT' } })
    await owner.ok(deleteContract, { params: { id: contract.id } })
    expect(await get(id)).toMatchObject({ isCounted: false })
  })

  test('when it is issued, which needs a bank guarantee that counts and belongs to no other plan', async () => {
    const { id } = await newPlan(owner, place)
    const fault = (status: number, message: string) => ({ status, fields: [{ path: 'instrumentId', message }] })
    const issue = (instrumentId: string | null) => refusedEdit(id, { state: 'ISSUED', instrumentId })
    expect(await issue(null)).toMatchObject(fault(400, 'is required once it is issued'))
    const none = fault(400, 'must be a bank guarantee of your company')
    const bond = await newGuarantee(owner, { kind: 'SURETY_BOND' })
    const foreign = await newGuarantee(stranger)
    for (const one of [newId(), bond.id, foreign.id]) expect(await issue(one)).toMatchObject(none)
    const nowhere = await newGuarantee(owner, { state: 'LODGED' })
    expect(await issue(nowhere.id)).toMatchObject(fault(409, 'This guarantee says no bank limit: say it there first'))
    const draft = await newGuarantee(owner, { facilityId: place.facilityId, state: 'DRAFT', happenedOn: null })
    expect(await issue(draft.id)).toMatchObject(
      fault(409, 'This guarantee does not count: it is a draft, or was cancelled'),
    )
    const lodged = await newGuarantee(owner, { facilityId: place.facilityId, state: 'LODGED' })
    expect(await edit(id, { state: 'ISSUED', instrumentId: lodged.id })).toMatchObject({
      isCounted: false,
      instrumentNumber: lodged.number,
    })
    const other = await newPlan(owner, place)
    expect(await refusedEdit(other.id, { state: 'ISSUED', instrumentId: lodged.id })).toMatchObject(
      fault(409, 'is the guarantee of another plan'),
    )
    expect(await owner.refused(deleteInstrument, { params: { id: lodged.id } })).toMatchObject({
      status: 409,
      message: 'It cannot be deleted: it still has 1 planned guarantee',
    })
  })

  test('when its guarantee is entered with the id of the plan', async () => {
    const { id } = await newPlan(owner, place)
    const body = { ...guaranteeBody({ facilityId: place.facilityId, state: 'REQUESTED' }), planId: id }
    const created = await owner.ok(createInstrument, { body })
    expect(await get(id)).toMatchObject({ state: 'ISSUED', instrumentId: created.id })
    const again = { ...guaranteeBody({ facilityId: place.facilityId, state: 'REQUESTED' }), planId: id }
    expect(await owner.refused(createInstrument, { body: again })).toMatchObject({
      status: 400,
      fields: [{ path: 'planId', message: 'must be a planned guarantee of your company' }],
    })
  })
})

describe('an edit of a plan', () => {
  test('answers 412 if it is stale, and changes nothing', async () => {
    const created = await newPlan(owner, place)
    const foreign = await edit(created.id, { ...created, amount: 1 })
    expect(await refusedEdit(created.id, { ...created, amount: 2 })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(created.id)).toEqual(foreign)
  })
})

test('a plan that is absent, deleted or another company’s answers 404', async () => {
  const { id: deleted } = await newPlan(owner, place)
  await remove(deleted)
  const foreign = await newPlan(stranger, {
    contractId: (await newContract(stranger)).id,
    facilityId: (await newFacility(stranger)).id,
  })
  for (const id of [newId(), deleted, foreign.id]) {
    expect((await owner.refused(getBgPlan, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { amount: 1 })).status).toBe(404)
    expect((await owner.refused(deleteBgPlan, { params: { id } })).status).toBe(404)
  }
})

test('a search finds plans by words of bank, bid ID and contract, and by limit, contract, purpose and state', async () => {
  const contract = await newContract(owner, { bidId: 'NHAI/9', contractName: 'Bridge at Alur' })
  const facility = await newFacility(owner, { bank: 'Bank of Baroda', name: 'Second' })
  const at = { contractId: contract.id, facilityId: facility.id }
  const { id } = await newPlan(owner, at, { purpose: 'EMD', state: 'DROPPED' })
  const found = async (filter: object) => {
    const { content } = await owner.ok(filterBgPlans, { body: filter })
    return content.map((plan) => plan.id)
  }
  for (const filter of [
    { search: 'baroda alur' },
    { search: 'nhai/9' },
    { facilityId: [facility.id] },
    { contractId: [contract.id] },
    { state: ['DROPPED'], purpose: ['EMD'], contractId: [contract.id] },
  ])
    expect(await found(filter)).toEqual([id])
  expect(await found({ search: 'baroda sakleshpura' })).toEqual([])
  expect(await found({ contractId: [contract.id], state: ['PLANNED'] })).toEqual([])
})

test('a user who may not view contracts sees the limit of a plan and not its contract', async () => {
  const { id } = await newPlan(owner, place)
  const cashier = await company.as({ Payments: ['canView'] })
  expect(await cashier.ok(getBgPlan, { params: { id } })).toMatchObject({
    facilityName: 'Canara Bank, BG line',
    bidId: null,
    contractName: null,
    contractStatus: null,
    isCounted: true,
  })
})
