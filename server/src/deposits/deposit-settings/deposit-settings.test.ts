import { getDepositRelease } from '@plinth/api/deposits/deposit-releases'
import { getDepositSettings, updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { describe, expect, test } from 'vitest'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'

const defaults = { followUpDays: [15, 15, 30], limitationYears: 3, interestPercent: 12, requestPrefix: 'RR' }

const { server, owner } = await startSuite()

const save = (by: Client, body: object) => by.ok(updateDepositSettings, { body })

test('a company without settings gets the defaults, and changing one setting keeps the others', async () => {
  const by = await (await newCompany(server)).as()
  expect(await by.ok(getDepositSettings, {})).toMatchObject({ ...defaults, createdAt: null, updatedAt: null })
  const saved = await save(by, { limitationYears: 2 })
  expect(saved).toMatchObject({ ...defaults, limitationYears: 2, updatedAt: expect.any(String) })
  expect(await by.ok(getDepositSettings, {})).toEqual(saved)
})

test('every setting is stored for its company only', async () => {
  const [by, other] = [await (await newCompany(server)).as(), await (await newCompany(server)).as()]
  const own = { followUpDays: [1, 365], limitationYears: 30, interestPercent: 9.25, requestPrefix: 'KR/ACC' }
  expect(await save(by, own)).toMatchObject(own)
  expect(await save(by, { requestPrefix: ' SR ' })).toMatchObject({ ...own, requestPrefix: 'SR' })
  expect(await other.ok(getDepositSettings, {})).toMatchObject(defaults)
})

test.each([
  ['followUpDays', 'must name at least one pause', []],
  ['followUpDays', 'must name at most 12 pauses', Array.from({ length: 13 }, () => 15)],
  ['followUpDays.1', 'must be at least 1', [15, 0]],
  ['followUpDays.0', 'must be at most 365', [366]],
  ['followUpDays.1', 'must be a whole number', [15, 1.5]],
  ['limitationYears', 'must be at least 1', 0],
  ['limitationYears', 'must be at most 30', 31],
  ['limitationYears', 'must be a whole number', 2.5],
  ['interestPercent', 'must not be negative', -1],
  ['interestPercent', 'must be at most 100', 100.5],
  ['requestPrefix', 'is required', ' '],
  ['requestPrefix', 'must be at most 20 characters', 'x'.repeat(21)],
])('%s %s', async (path, message, value) => {
  const body = { [path.split('.')[0] ?? '']: value }
  expect(await owner.refused(updateDepositSettings, { body })).toMatchObject({
    status: 400,
    fields: [{ path, message }],
  })
  expect((await owner.ok(getDepositSettings, {})).updatedAt).toBeNull()
})

describe('an edit of the settings', () => {
  const stale = { status: 412, code: 'stale' }

  test('answers 412 if it is stale, and changes nothing', async () => {
    const by = await (await newCompany(server)).as()
    const mine = await save(by, { limitationYears: 4 })
    const theirs = await save(by, { ...mine, limitationYears: 5 })
    expect(await by.refused(updateDepositSettings, { body: { ...mine, limitationYears: 6 } })).toMatchObject(stale)
    expect(await by.ok(getDepositSettings, {})).toEqual(theirs)
  })

  test('made on the defaults answers 412 once settings are stored', async () => {
    const by = await (await newCompany(server)).as()
    const before = await by.ok(getDepositSettings, {})
    const theirs = await save(by, { ...before, interestPercent: 9 })
    expect(await by.refused(updateDepositSettings, { body: { ...before, interestPercent: 18 } })).toMatchObject(stale)
    expect(await by.ok(getDepositSettings, {})).toEqual(theirs)
  })

  test('is stored once of two first edits at the same moment; the other is rejected', async () => {
    for (let round = 0; round < 3; round += 1) {
      const by = await (await newCompany(server)).as()
      const replies = await Promise.all(
        [8, 9].map((interestPercent) =>
          by.sendCall(updateDepositSettings, { body: { interestPercent, updatedAt: null } }),
        ),
      )
      const [stored, other] = replies.toSorted((one, two) => one.status - two.status)
      expect(stored?.status).toBe(200)
      expect([409, 412]).toContain(other?.status)
      const { interestPercent } = await by.ok(getDepositSettings, {})
      expect(interestPercent).toBe(JSON.parse(stored?.text ?? '').interestPercent)
    }
  })
})

test('the release of a deposit uses the limitation years and the interest of the settings', async () => {
  const by = await (await newCompany(server)).as()
  const contract = await newContract(by, { status: 'REJECTED', resultDate: '2026-01-01' })
  const { id: depositId } = await newDeposit(by, contract.id, { status: 'SUBMITTED' })
  const release = () => by.ok(getDepositRelease, { params: { contractId: contract.id, depositId } })
  expect(await release()).toMatchObject({ limitationOn: '2029-01-31', interestPercent: 12 })
  await save(by, { limitationYears: 1, interestPercent: 9.5 })
  expect(await release()).toMatchObject({ limitationOn: '2027-01-31', interestPercent: 9.5 })
})

test('a user who may only view contracts reads the settings and cannot change them', async () => {
  const company = await newCompany(server)
  const viewer = await company.as({ Contracts: ['canView'] })
  expect(await viewer.ok(getDepositSettings, {})).toMatchObject(defaults)
  expect((await viewer.refused(updateDepositSettings, { body: { limitationYears: 4 } })).status).toBe(403)
})
