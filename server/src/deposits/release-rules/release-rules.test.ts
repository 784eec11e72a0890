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

test('a new company has eight release rules, each with its source and whether it is confirmed', async () => {
  const fresh = await (await newCompany(server)).as()
  const rules = await fresh.ok(listReleaseRules, {})
  const rows = rules.map(({ purpose, outcome, basis, days, isSure }) => [purpose, outcome, basis, days, isSure])
  expect(rows).toHaveLength(8)
  expect(rows).toEqual(
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

test('a new rule stores every field; the defaults are any outcome, 0 days and unconfirmed', async () => {
  const allFields = {
    purpose: 'RETENTION',
    outcome: 'WON',
    basis: 'FINAL_BILL',
    days: 90,
    source: 'Clause 9',
    isSure: true,
  }
  const created = await owner.ok(createReleaseRule, { body: allFields as never })
  expect(created).toMatchObject({ ...allFields, createdBy: owner.userId })
  expect(await get(created.id)).toEqual(created)
  expect(ofCase(await owner.ok(listReleaseRules, {}), 'RETENTION', 'WON')).toEqual(created)
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

test('the days of a rule may be from 3,650 before to 3,650 after', async () => {
  const { id } = await newRule(owner)
  for (const days of [-3650, 3650]) expect((await edit(id, { days })).days).toBe(days)
  await remove(id)
})

describe('a pair of purpose and outcome', () => {
  const duplicateRule = {
    status: 409,
    fields: [{ path: 'purpose', message: 'There is a rule for this purpose and outcome' }],
  }

  test('has one rule in a company, whether entered or edited, and can have another after a deletion', async () => {
    const rule = await newRule(owner)
    const again = ruleBody({ purpose: rule.purpose, outcome: rule.outcome })
    expect(await owner.refused(createReleaseRule, { body: again })).toMatchObject(duplicateRule)
    const other = await newRule(owner)
    expect(await refusedEdit(other.id, { purpose: rule.purpose, outcome: rule.outcome })).toMatchObject(duplicateRule)
    await remove(rule.id)
    expect((await owner.ok(createReleaseRule, { body: again })).id).not.toBe(rule.id)
  })

  test('gets one rule if two are entered at the same moment', async () => {
    const { id, purpose, outcome } = await newRule(owner)
    await remove(id)
    const body = ruleBody({ purpose, outcome })
    const replies = await Promise.all([1, 2].map(() => owner.sendCall(createReleaseRule, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('an edit of a rule', () => {
  test('changes the fields sent and leaves the others', async () => {
    const created = await newRule(owner, { source: 'Clause 4', isSure: true })
    expect(await edit(created.id, { days: 7, source: null })).toMatchObject({
      ...created,
      days: 7,
      source: null,
      updatedAt: expect.any(String),
    })
  })

  test('answers 412 if it is stale, and changes nothing', async () => {
    const created = await newRule(owner)
    const foreign = await edit(created.id, { ...created, days: 7 })
    expect(await refusedEdit(created.id, { ...created, days: 8 })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(created.id)).toEqual(foreign)
  })
})

test('a rule that is absent, deleted or another company’s answers 404, and the other company keeps it', async () => {
  const { id: deleted } = await newRule(owner)
  await remove(deleted)
  const foreign = await newRule(stranger)
  for (const id of [newId(), deleted, foreign.id]) {
    expect((await owner.refused(getReleaseRule, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { days: 1 })).status).toBe(404)
    expect((await owner.refused(deleteReleaseRule, { params: { id } })).status).toBe(404)
  }
  expect(await stranger.ok(getReleaseRule, { params: { id: foreign.id } })).toEqual(foreign)
})

test('a deposit follows the current rule of its outcome, else the one for any outcome, else none', async () => {
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
