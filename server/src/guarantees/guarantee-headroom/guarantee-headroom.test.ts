import { checkBid, getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { beforeAll, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../instruments/instruments.factory.ts'

const { server, company, owner } = await startSuite()
const contractId = (await newContract(owner, { bidId: 'PWD/77', contractName: 'Road to Sakleshpura' })).id
const facilityId = (await newFacility(owner, { bank: 'Canara Bank', limitAmount: 10_00_000 })).id
beforeAll(async () => {
  const { id } = await newGuarantee(owner, { facilityId, amount: 4_00_000 })
  await newDeposit(owner, contractId, { status: 'SUBMITTED', amount: 4_00_000, instrumentId: id })
  await newPlan(owner, { contractId, facilityId }, { amount: 3_00_000 })
})

test('a user without Payments sees neither limits nor a bid check [deposits 11.11]', async () => {
  const executive = await company.as({ Contracts: ['canView', 'canCreate', 'canEdit', 'canDelete', 'canReport'] })
  expect((await executive.refused(getGuaranteeHeadroom, {})).status).toBe(403)
  expect((await executive.refused(checkBid, { params: { id: contractId } })).status).toBe(403)
})

test('a user without Contracts sees limits, but no contract’s name and no bid check [deposits 11.11]', async () => {
  const cashier = await company.as({ Payments: ['canView'] })
  const full = await owner.ok(getGuaranteeHeadroom, {})
  expect(full.facilities[0]?.frees[0]?.securedFor).toBe('PWD/77')
  const bare = await cashier.ok(getGuaranteeHeadroom, {})
  expect(bare.facilities[0]).toMatchObject({ used: 4_00_000, headroom: 6_00_000 })
  expect(bare.facilities[0]?.frees[0]?.securedFor).toBeNull()
  expect(JSON.stringify(bare)).not.toMatch(/PWD|Sakleshpura/)
  expect((await cashier.refused(checkBid, { params: { id: contractId } })).status).toBe(403)
})

test('bank guarantees without a limit are counted; surety bonds and drafts are not', async () => {
  const by = await (await newCompany(server)).as()
  await newGuarantee(by, { amount: 1_00_000 })
  await newGuarantee(by, { amount: 2_00_000, kind: 'E_BG', state: 'REQUESTED', happenedOn: null })
  await newGuarantee(by, { kind: 'SURETY_BOND' })
  await newGuarantee(by, { state: 'DRAFT', happenedOn: null })
  expect(await by.ok(getGuaranteeHeadroom, {})).toMatchObject({
    facilities: [],
    withoutLimit: { guarantees: 2, amount: 3_00_000 },
  })
})

test('an inactive limit is listed as long as something counts under it', async () => {
  const by = await (await newCompany(server)).as()
  const [used] = [await newFacility(by, { isActive: false }), await newFacility(by, { isActive: false })]
  await newGuarantee(by, { facilityId: used.id })
  const { facilities } = await by.ok(getGuaranteeHeadroom, {})
  expect(facilities.map((one) => one.facilityId)).toEqual([used.id])
})

test('the bid check of a tender that is absent or another company’s answers 404', async () => {
  const stranger = await (await newCompany(server)).as()
  for (const id of [newId(), (await newContract(stranger)).id])
    expect((await owner.refused(checkBid, { params: { id } })).status).toBe(404)
})
