import { getDepositRelease } from '@plinth/api/deposits/deposit-releases'
import {
  createReleaseRule,
  deleteReleaseRule,
  getReleaseRule,
  listReleaseRules,
  type ReleaseRule,
  updateReleaseRule,
} from '@plinth/api/deposits/release-rules'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newRule, ruleBody } from './release-rules.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const get = (id: string) => owner.ok(getReleaseRule, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateReleaseRule, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateReleaseRule, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteReleaseRule, { params: { id } })
const ofCase = (rules: readonly ReleaseRule[], purpose: string, outcome: string) =>
  rules.find((rule) => rule.purpose === purpose && rule.outcome === outcome)

test('a new company has the rules of the manuals, each with its source, and says which are to be confirmed', async () => {
  const fresh = await (await newCompany(server)).as()
  const rules = await fresh.ok(listReleaseRules, {})
  const told = rules.map(({ purpose, outcome, basis, days, isSure }) => [purpose, outcome, basis, days, isSure])
  expect(told).toHaveLength(8)
  expect(told).toEqual(
    expect.arrayContaining([
      ['EMD', 'NOT_WON', 'RESULT', 30, true],
      ['EMD', 'WON', 'SECURITY_LODGED', 0, true],
      ['PERFORMANCE_SECURITY', 'ANY', 'COMPLETION', 60, false],
      ['ADDITIONAL_SECURITY', 'ANY', 'COMPLETION', 60, false],
      ['SECURITY_DEPOSIT', 'ANY', 'DLP_END', 0, true],
      ['RETENTION', 'ANY', 'DLP_END', 0, true],
      ['ADVANCE_GUARANTEE', 'ANY', 'FIXED', 0, true],
      ['OTHER', 'ANY', 'FIXED', 0, true],
    ]),
  )
  for (const { source, isDeleted } of rules) expect([source, isDeleted]).toEqual([expect.any(String), false])
})

test('a new rule keeps every field; what is left out is any tender, no days, and to be confirmed', async () => {
  const whole = {
    purpose: 'RETENTION',
    outcome: 'WON',
    basis: 'FINAL_BILL',
    days: 90,
    source: 'Clause 9',
    isSure: true,
  }
  const made = await owner.ok(createReleaseRule, { body: whole as never })
  expect(made).toMatchObject({ ...whole, createdBy: owner.userId })
  expect(await get(made.id)).toEqual(made)
  expect(ofCase(await owner.ok(listReleaseRules, {}), 'RETENTION', 'WON')).toEqual(made)
  await remove(ofCase(await owner.ok(listReleaseRules, {}), 'OTHER', 'ANY')?.id ?? '')
  const short = await owner.ok(createReleaseRule, { body: { purpose: 'OTHER', basis: 'AWARD' } })
  expect(short).toMatchObject({ outcome: 'ANY', days: 0, source: null, isSure: false })
})

test.each([
  ['purpose', 'must be one of EMD, PERFORMANCE_SECURITY', 'FINE'],
  ['purpose', 'must be one of EMD, PERFORMANCE_SECURITY', undefined],
  ['basis', 'must be one of RESULT, AWARD', 'MOOD'],
  ['basis', 'must be one of RESULT, AWARD', undefined],
  ['outcome', 'must be one of WON, NOT_WON, ANY', 'LOST'],
  ['days', 'must be at least -3650', -3651],
  ['days', 'must be at most 3650', 3651],
  ['days', 'must be a whole number', 0.5],
  ['source', 'must be at most 500 characters', 'x'.repeat(501)],
])('%s %s', async (path, message, value) => {
  const refusal = await owner.refused(createReleaseRule, { body: { ...ruleBody(), [path]: value } })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message: expect.stringContaining(message) }] })
})

test('days may be as many before the day as after it', async () => {
  const { id } = await newRule(owner)
  for (const days of [-3650, 3650]) expect((await edit(id, { days })).days).toBe(days)
  await remove(id)
})

describe('purpose and tender', () => {
  const taken = {
    status: 409,
    fields: [{ path: 'purpose', message: 'There is a rule for this purpose and outcome' }],
  }

  test('have one rule in a company, by entering and by changing, and another after a delete', async () => {
    const rule = await newRule(owner)
    const again = ruleBody({ purpose: rule.purpose, outcome: rule.outcome })
    expect(await owner.refused(createReleaseRule, { body: again })).toMatchObject(taken)
    const other = await newRule(owner)
    expect(await refusedEdit(other.id, { purpose: rule.purpose, outcome: rule.outcome })).toMatchObject(taken)
    await remove(rule.id)
    expect((await owner.ok(createReleaseRule, { body: again })).id).not.toBe(rule.id)
  })

  test('entered twice at the same moment are kept once', async () => {
    const { id, purpose, outcome } = await newRule(owner)
    await remove(id)
    const body = ruleBody({ purpose, outcome })
    const replies = await Promise.all([1, 2].map(() => owner.sendCall(createReleaseRule, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('an edit', () => {
  test('changes what it carries and leaves the rest', async () => {
    const made = await newRule(owner, { source: 'Clause 4', isSure: true })
    expect(await edit(made.id, { days: 7, source: null })).toMatchObject({
      ...made,
      days: 7,
      source: null,
      updatedAt: expect.any(String),
    })
  })

  test('made on what somebody changed since is refused, and changes nothing', async () => {
    const made = await newRule(owner)
    const theirs = await edit(made.id, { ...made, days: 7 })
    expect(await refusedEdit(made.id, { ...made, days: 8 })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(made.id)).toEqual(theirs)
  })
})

test('one that is absent, deleted or another company’s is not found, and the other company keeps it', async () => {
  const { id: gone } = await newRule(owner)
  await remove(gone)
  const theirs = await newRule(stranger)
  for (const id of [newId(), gone, theirs.id]) {
    expect((await owner.refused(getReleaseRule, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { days: 1 })).status).toBe(404)
    expect((await owner.refused(deleteReleaseRule, { params: { id } })).status).toBe(404)
  }
  expect(await stranger.ok(getReleaseRule, { params: { id: theirs.id } })).toEqual(theirs)
})

test('deposits go by a rule as it is now, by one for any tender where there is no other, and by none once it is deleted', async () => {
  const by = await (await newCompany(server)).as()
  const rules = await by.ok(listReleaseRules, {})
  const emd = ofCase(rules, 'EMD', 'NOT_WON')
  const contract = await newContract(by, { status: 'REJECTED', resultDate: '2026-01-01' })
  const { id: depositId } = await newDeposit(by, contract.id, { status: 'SUBMITTED' })
  const release = () => by.ok(getDepositRelease, { params: { contractId: contract.id, depositId } })
  expect(await release()).toMatchObject({ ruleId: emd?.id, ruleOutcome: 'NOT_WON', dueOn: '2026-01-31', isSure: true })
  await by.ok(updateReleaseRule, { params: { id: emd?.id ?? '' }, body: { days: 45, isSure: false } })
  expect(await release()).toMatchObject({ dueOn: '2026-02-15', isSure: false })
  const common = await by.ok(createReleaseRule, {
    body: { purpose: 'EMD', outcome: 'ANY', basis: 'RESULT', days: 60 },
  })
  expect((await release()).ruleId).toBe(emd?.id)
  await by.ok(deleteReleaseRule, { params: { id: emd?.id ?? '' } })
  expect(await release()).toMatchObject({ ruleId: common.id, ruleOutcome: 'ANY', dueOn: '2026-03-02' })
  await by.ok(deleteReleaseRule, { params: { id: common.id } })
  expect(await release()).toMatchObject({ ruleId: null, basis: null, dueOn: null })
})
