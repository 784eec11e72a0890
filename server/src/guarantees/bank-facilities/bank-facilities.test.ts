import {
  createBankFacility,
  deleteBankFacility,
  getBankFacility,
  listBankFacilities,
  listBankFacilityChoices,
  updateBankFacility,
} from '@plinth/api/guarantees/bank-facilities'
import {
  createInstrument,
  filterInstruments,
  getInstrument,
  updateInstrument,
} from '@plinth/api/guarantees/instruments'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newPlan } from '../bg-plans/bg-plans.factory.ts'
import { guaranteeBody, newGuarantee } from '../instruments/instruments.factory.ts'
import { facilityBody, newFacility } from './bank-facilities.factory.ts'

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const get = (id: string) => owner.ok(getBankFacility, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateBankFacility, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateBankFacility, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteBankFacility, { params: { id } })

test('a new limit stores every field; fields left out get the defaults of most banks', async () => {
  const allFields = {
    bank: 'Karnataka Bank',
    branch: 'Hassan',
    name: 'Guarantees',
    limitAmount: 2_50_00_000.5,
    marginPercent: 12.5,
    commissionPercent: 1.75,
    commissionBasis: 'PER_DAY_365',
    minCharge: 1_000,
    freesOn: 'CLAIM_END',
    dischargeDays: 45,
    freeCash: 4_00_000,
    freeCashOn: '2026-11-20',
    reviewOn: '2027-03-31',
    isActive: false,
    comment: 'Renewed every March',
  } as const
  const created = await owner.ok(createBankFacility, { body: allFields })
  expect(created).toMatchObject({ ...allFields, createdBy: owner.userId, isDeleted: false })
  expect(await get(created.id)).toEqual(created)
  const short = await owner.ok(createBankFacility, { body: { bank: ' Axis Bank ', limitAmount: 1 } })
  expect(short).toMatchObject({
    bank: 'Axis Bank',
    name: null,
    marginPercent: null,
    commissionBasis: 'PER_QUARTER_OR_PART',
    freesOn: 'DISCHARGE',
    dischargeDays: 30,
    isActive: true,
  })
})

test.each([
  ['bank', 'is required', ''],
  ['bank', 'must be at most 200 characters', 'x'.repeat(201)],
  ['limitAmount', 'must be more than 0', 0],
  ['limitAmount', 'is required', undefined],
  ['marginPercent', 'must be at most 100', 100.01],
  ['commissionPercent', 'must have at most 3 digits and 2 decimals', 1.755],
  ['commissionBasis', 'must be one of PER_QUARTER_OR_PART, PER_DAY_365', 'PER_YEAR'],
  ['freesOn', 'must be one of EXPIRY, CLAIM_END, DISCHARGE', 'NEVER'],
  ['minCharge', 'must not be negative', -1],
  ['dischargeDays', 'must be at most 1000', 1001],
  ['reviewOn', 'must be a day written YYYY-MM-DD', '31-03-2027'],
])('%s %s', async (path, message, value) => {
  const refusal = await owner.refused(createBankFacility, { body: { ...facilityBody(), [path]: value } })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message }] })
})

test('cash for margins needs its day', async () => {
  const fault = {
    status: 400,
    fields: [{ path: 'freeCashOn', message: 'is required with the cash for margins' }],
  }
  expect(await owner.refused(createBankFacility, { body: facilityBody({ freeCash: 0 }) })).toMatchObject(fault)
  const { id } = await newFacility(owner, { freeCash: 1, freeCashOn: '2026-11-01' })
  expect(await refusedEdit(id, { freeCashOn: null })).toMatchObject(fault)
  expect(await edit(id, { freeCash: null, freeCashOn: null })).toMatchObject({ freeCash: null, freeCashOn: null })
})

test('a branch has one limit of a name in any case, whether entered or edited, and can have another after a deletion', async () => {
  const nameTaken = {
    status: 409,
    fields: [{ path: 'name', message: 'is already used by another limit of this branch' }],
  }
  const body = facilityBody({ bank: 'HDFC Bank', branch: null, name: null })
  const first = await newFacility(owner, body)
  expect(await owner.refused(createBankFacility, { body: { ...body, bank: 'hdfc bank', name: '' } })).toMatchObject(
    nameTaken,
  )
  const other = await newFacility(owner, { ...body, branch: 'Hassan' })
  expect(await refusedEdit(other.id, { branch: '' })).toMatchObject(nameTaken)
  await newFacility(stranger, body)
  await remove(first.id)
  await newFacility(owner, body)
})

describe('an edit of a limit', () => {
  test('changes the fields sent and leaves the others', async () => {
    const created = await newFacility(owner, { marginPercent: 10 })
    const changed = await edit(created.id, { limitAmount: 7_00_000, marginPercent: null })
    expect(changed).toMatchObject({
      ...created,
      limitAmount: 7_00_000,
      marginPercent: null,
      updatedAt: expect.any(String),
    })
    expect(await get(created.id)).toEqual(changed)
  })

  test('answers 412 if it is stale, and changes nothing', async () => {
    const created = await newFacility(owner)
    const foreign = await edit(created.id, { ...created, limitAmount: 1 })
    expect(await refusedEdit(created.id, { ...created, limitAmount: 2 })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(created.id)).toEqual(foreign)
  })
})

test('a limit that is absent, deleted or another company’s answers 404, and the other company keeps it', async () => {
  const { id: deleted } = await newFacility(owner)
  await remove(deleted)
  const foreign = await newFacility(stranger)
  for (const id of [newId(), deleted, foreign.id]) {
    expect((await owner.refused(getBankFacility, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { limitAmount: 1 })).status).toBe(404)
    expect((await owner.refused(deleteBankFacility, { params: { id } })).status).toBe(404)
    const chosen = { ...guaranteeBody(), facilityId: id }
    expect(await owner.refused(createInstrument, { body: chosen })).toMatchObject({
      status: 400,
      fields: [{ path: 'facilityId', message: 'must be a limit of your company' }],
    })
  }
  expect(await stranger.ok(getBankFacility, { params: { id: foreign.id } })).toEqual(foreign)
})

describe('a guarantee', () => {
  test('has the name of its limit and is found by it; other kinds of instruments have no limit', async () => {
    const limit = await newFacility(owner, { bank: 'Union Bank', name: 'BG line' })
    const { id } = await newGuarantee(owner, { facilityId: limit.id })
    const found = await owner.ok(filterInstruments, { body: { facilityId: [limit.id] } })
    expect(found.content.map((one) => [one.id, one.facilityName])).toEqual([[id, 'Union Bank, BG line']])
    const bond = { ...guaranteeBody(), kind: 'SURETY_BOND', facilityId: limit.id } as const
    const fault = { status: 400, fields: [{ path: 'facilityId', message: 'is for bank guarantees' }] }
    expect(await owner.refused(createInstrument, { body: bond })).toMatchObject(fault)
    const surety = await newGuarantee(owner, { kind: 'SURETY_BOND' })
    const change = { params: { id: surety.id }, body: { facilityId: limit.id } }
    expect(await owner.refused(updateInstrument, change)).toMatchObject(fault)
  })

  test('keeps its limit from being deleted, and so does a planned guarantee', async () => {
    const limit = await newFacility(owner)
    const { id } = await newGuarantee(owner, { facilityId: limit.id })
    const still = (what: string) => ({ status: 409, message: `It cannot be deleted: it still has ${what}` })
    expect(await owner.refused(deleteBankFacility, { params: { id: limit.id } })).toMatchObject(still('1 guarantee'))
    await owner.ok(updateInstrument, { params: { id }, body: { facilityId: null } })
    expect((await owner.ok(getInstrument, { params: { id } })).facilityName).toBeNull()
    const { id: contractId } = await newContract(owner)
    await newPlan(owner, { contractId, facilityId: limit.id })
    expect(await owner.refused(deleteBankFacility, { params: { id: limit.id } })).toMatchObject(
      still('1 planned guarantee'),
    )
  })
})

test('a user with contracts and without payments chooses a limit by its name, and sees none of its figures [deposits 11.11]', async () => {
  const limit = await newFacility(owner, { bank: 'Canara Bank', branch: 'Hassan', name: 'BG line', marginPercent: 15 })
  const unused = await newFacility(owner, { isActive: false })
  const executive = await company.as({ Contracts: ['canView', 'canCreate', 'canEdit', 'canReport'] })
  const choices = await executive.ok(listBankFacilityChoices, {})
  const named = {
    id: limit.id,
    bank: 'Canara Bank',
    branch: 'Hassan',
    facilityName: 'Canara Bank, BG line',
    isActive: true,
  }
  expect(choices).toContainEqual(named)
  expect(choices).toContainEqual(expect.objectContaining({ id: unused.id, isActive: false }))
  const cashier = await company.as({ Payments: ['canView'] })
  expect(await cashier.ok(listBankFacilityChoices, {})).toEqual(choices)
  expect((await executive.refused(listBankFacilities, {})).status).toBe(403)
  expect((await executive.refused(getBankFacility, { params: { id: limit.id } })).status).toBe(403)
  const { id } = await newGuarantee(executive, { facilityId: limit.id })
  const instrumentText = JSON.stringify(await executive.ok(getInstrument, { params: { id } }))
  expect(instrumentText).not.toContain(String(limit.limitAmount))
})
