import type { RuleKind } from '@plinth/api/money/rule-kinds'
import { ruleOn } from '@plinth/api/money/rules-in-force'
import {
  confirmStatutoryRule,
  createStatutoryRule,
  deleteStatutoryRule,
  getStatutoryRule,
  getStatutoryRuleInForce,
  listStatutoryRules,
  type StandingRule,
  updateStatutoryRule,
} from '@plinth/api/money/statutory-rules'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newRule, ruleBody } from './statutory-rules.factory.ts'
import { noteUse } from './statutory-rules.queries.ts'

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const newTenant = async () => (await newCompany(server)).as()
const list = (by: Client, query: object = {}): Promise<StandingRule[]> => by.ok(listStatutoryRules, { query })
const inForce = (by: Client, kind: RuleKind, query: object = {}) =>
  by.ok(getStatutoryRuleInForce, { query: { kind, ...query } })
const noRule = (by: Client, kind: RuleKind, query: object = {}) =>
  by.refused(getStatutoryRuleInForce, { query: { kind, ...query } })
const one = async (by: Client, kind: RuleKind, query: object = {}) => {
  const [first] = await list(by, { kind, ...query })
  if (!first) throw new Error(`no rule of ${kind}`)
  return first
}

test('a new company has the shipped rules, each with its source', async () => {
  const rules = await list(await newTenant())
  expect(rules.length).toBeGreaterThan(50)
  for (const rule of rules) expect(rule).toMatchObject({ isOwn: false, sourceTitle: expect.any(String), isUsed: false })
  expect(new Set(rules.map(({ subject }) => subject)).size).toBe(9)
})

test('any signed-in user can read the rules', async () => {
  const reader = await company.as({})
  expect((await list(reader)).length).toBeGreaterThan(50)
  expect((await inForce(reader, 'LD_CAP', { day: '2026-01-01' })).value).toEqual({ percent: 10 })
})

describe('the rule on a day', () => {
  test('is the new GST rate from 22 September 2025 and the old one on the day before', async () => {
    const at = async (day: string) => (await inForce(owner, 'GST_RATE_EARTHWORK', { day })).value
    expect(await at('2025-09-22')).toEqual({ percent: 18 })
    expect(await at('2025-09-21')).toEqual({ percent: 12 })
  })

  test('is listed with its first and last day and its standing', async () => {
    const standings = (await list(owner, { kind: 'GST_RATE_EARTHWORK', day: '2025-09-21' })).map(
      ({ validFrom, validUntil, standing }) => [validFrom, validUntil, standing],
    )
    expect(standings).toEqual([
      ['2025-09-22', null, 'TO_COME'],
      ['2025-04-01', '2025-09-21', 'IN_FORCE'],
    ])
  })

  test('is missing before the first day of a kind, with 409 and the name of the kind', async () => {
    expect(await noRule(owner, 'IT_TDS_CONTRACT_OTHER', { day: '2026-03-31' })).toMatchObject({
      status: 409,
      message: 'No rule is in force: Income-tax TDS of contractors: others',
    })
  })
})

test('a list can be restricted to one subject or one kind', async () => {
  const ofSubject = await list(owner, { subject: 'STEEL' })
  expect(ofSubject.map(({ kind }) => kind)).toEqual(['STEEL_KG_PER_M'])
  expect(new Set((await list(owner, { kind: 'UNIT_CUM' })).map(({ kind }) => kind))).toEqual(new Set(['UNIT_CUM']))
})

describe('a rule of the company', () => {
  test('stores every field, and replaces the shipped rule from its first day and not before', async () => {
    const by = await newTenant()
    const shipped = await one(by, 'LD_CAP')
    const body = {
      kind: 'LD_CAP',
      scope: 'IN',
      validFrom: '2026-05-01',
      value: { percent: 7.5 },
      sourceTitle: 'Our agreements',
      sourceReference: 'Clause 2(d)',
      sourceUrl: 'https://kpwd.example/gcc',
      publishedOn: '2026-02-16',
      readOn: '2026-11-01',
    } as const
    const created = await by.ok(createStatutoryRule, { body })
    expect(created).toMatchObject({ ...body, isOwn: true, subject: 'WORKS', trust: null, waits: false, isUsed: false })
    expect(await by.ok(getStatutoryRule, { params: { id: created.id } })).toEqual(created)
    expect((await inForce(by, 'LD_CAP', { day: '2026-05-01' })).id).toBe(created.id)
    expect((await inForce(by, 'LD_CAP', { day: '2026-04-30' })).id).toBe(shipped.id)
    const later = await newRule(by, { validFrom: '2026-07-01', value: { percent: 5 } })
    expect((await inForce(by, 'LD_CAP', { day: '2026-06-30' })).id).toBe(created.id)
    expect((await inForce(by, 'LD_CAP', { day: '2026-07-01' })).id).toBe(later.id)
    expect(await by.ok(getStatutoryRule, { params: { id: created.id } })).toEqual({
      ...created,
      validUntil: '2026-06-30',
    })
    await newRule(by, { validFrom: '2026-09-01', value: null })
    expect((await inForce(by, 'LD_CAP', { day: '2026-09-01' })).id).toBe(shipped.id)
  })

  test('for a State counts only there, and before one for all India', async () => {
    const by = await newTenant()
    const wide = await newRule(by, { validFrom: '2026-07-01' })
    const narrow = await newRule(by, { validFrom: '2026-05-01', scope: 'IN-KA', value: { percent: 6 } })
    const day = '2026-08-01'
    expect((await inForce(by, 'LD_CAP', { day, place: 'IN-KA' })).id).toBe(narrow.id)
    for (const place of ['IN', 'IN-MH']) expect((await inForce(by, 'LD_CAP', { day, place })).id).toBe(wide.id)
    expect(await list(by, { kind: 'LD_CAP', day, place: 'IN-KA' })).toMatchObject([
      { id: narrow.id, standing: 'IN_FORCE' },
      { id: wide.id, standing: 'REPLACED' },
      { isOwn: false, standing: 'REPLACED' },
    ])
  })

  test('is visible only to its own company', async () => {
    const { id } = await newRule(stranger, { validFrom: '2026-05-01' })
    expect((await owner.refused(getStatutoryRule, { params: { id } })).status).toBe(404)
    expect((await owner.refused(updateStatutoryRule, { params: { id }, body: { sourceTitle: 'x' } })).status).toBe(404)
    expect((await list(owner, { kind: 'LD_CAP' })).map((rule) => rule.id)).not.toContain(id)
    expect((await inForce(owner, 'LD_CAP', { day: '2026-06-01' })).isOwn).toBe(false)
  })

  test('is unique per kind, place and day, and can be entered again after it is deleted', async () => {
    const body = ruleBody()
    const { id } = await owner.ok(createStatutoryRule, { body })
    expect(await owner.refused(createStatutoryRule, { body })).toMatchObject({
      status: 409,
      fields: [{ path: 'validFrom', message: 'already has a rule of yours of this kind' }],
    })
    await newRule(owner, { ...body, scope: 'IN-KA' })
    await owner.ok(deleteStatutoryRule, { params: { id } })
    expect((await owner.refused(getStatutoryRule, { params: { id } })).status).toBe(404)
    expect((await owner.ok(createStatutoryRule, { body })).id).not.toBe(id)
  })

  test.each([
    ['value.percent', 'must be at most 100', { value: { percent: 101 } }],
    ['value.percent', 'is required', { value: {} }],
    ['value.days', 'is not a known field', { value: { percent: 1, days: 2 } }],
    ['value.percent', 'must be a number', { value: { percent: '5' } }],
    ['value', 'is required', { value: undefined }],
    ['kind', 'must be one of UNIT_M', { kind: 'MOOD' }],
    ['scope', 'must be IN, or a State such as IN-KA', { scope: 'KA' }],
    ['scope', 'must be IN, or a State such as IN-KA', { scope: 'IN-XX' }],
    ['scope', 'must be IN, or a State such as IN-KA', { scope: 'in-ka' }],
    ['validFrom', 'must be a day written YYYY-MM-DD', { validFrom: undefined }],
    ['sourceTitle', 'is required', { sourceTitle: ' ' }],
    ['sourceUrl', 'must be an address such as', { sourceUrl: 'javascript:alert(1)' }],
  ])('%s %s', async (path, message, change) => {
    const refusal = await owner.refused(createStatutoryRule, { body: { ...ruleBody(), ...change } })
    expect(refusal).toMatchObject({ status: 400, fields: [{ path, message: expect.stringContaining(message) }] })
  })

  test('is changed within the shape of its kind, and a stale change answers 412', async () => {
    const created = await newRule(owner)
    const edit = (body: object) => owner.refused(updateStatutoryRule, { params: { id: created.id }, body })
    expect(await edit({ value: { days: 3 } })).toMatchObject({
      status: 400,
      fields: expect.arrayContaining([expect.objectContaining({ path: 'value.percent' })]),
    })
    const changed = await owner.ok(updateStatutoryRule, {
      params: { id: created.id },
      body: { ...created, value: { percent: 4 } },
    })
    expect(changed).toMatchObject({ ...created, value: { percent: 4 }, updatedAt: expect.any(String) })
    const listed = (await list(owner, { kind: 'LD_CAP' })).find((rule) => rule.id === created.id)
    expect(await owner.ok(updateStatutoryRule, { params: { id: created.id }, body: { ...listed } })).toMatchObject({
      value: { percent: 4 },
    })
    expect(await edit({ ...created, value: { percent: 3 } })).toMatchObject({ status: 412, code: 'stale' })
  })

  test('cannot change once something was computed with it, except for its source', async () => {
    const { id } = await newRule(owner)
    await server.door.inTenant(company.id, owner.userId, (db) => noteUse(db, [id]))
    const used = {
      status: 409,
      message: 'Something was computed by this rule: enter another that holds from a later day.',
    }
    const params = { id }
    expect(await owner.refused(updateStatutoryRule, { params, body: { value: { percent: 1 } } })).toMatchObject(used)
    expect(await owner.refused(updateStatutoryRule, { params, body: { validFrom: '2031-01-01' } })).toMatchObject(used)
    expect(await owner.refused(deleteStatutoryRule, { params })).toMatchObject(used)
    expect(await owner.ok(updateStatutoryRule, { params, body: { sourceReference: 'Clause 2(e)' } })).toMatchObject({
      sourceReference: 'Clause 2(e)',
      isUsed: true,
    })
  })
})

describe('a shipped rule', () => {
  test('cannot be changed or deleted', async () => {
    const { id } = await one(owner, 'BOCW_CESS_RATE')
    expect((await owner.refused(updateStatutoryRule, { params: { id }, body: { sourceTitle: 'x' } })).status).toBe(404)
    expect((await owner.refused(deleteStatutoryRule, { params: { id } })).status).toBe(404)
  })

  test('that is unsure counts once a user of the company has confirmed it', async () => {
    const by = await newTenant()
    const waiting = await one(by, 'IT_TDS_CONTRACT_CODE')
    expect(waiting).toMatchObject({ trust: 'U', waits: true, confirmedByName: null, standing: 'IN_FORCE' })
    expect(await noRule(by, 'IT_TDS_CONTRACT_CODE', { day: '2026-11-26' })).toMatchObject({
      status: 409,
      message: `Codes of income-tax TDS of contractors has not been confirmed: ${waiting.sourceTitle}`,
    })
    const confirm = { params: { id: waiting.id }, body: { remark: 'Read on the portal' } }
    expect(await by.ok(confirmStatutoryRule, confirm)).toMatchObject({
      waits: false,
      confirmedByName: expect.any(String),
      confirmedAt: expect.any(String),
      remark: 'Read on the portal',
    })
    expect((await inForce(by, 'IT_TDS_CONTRACT_CODE', { day: '2026-11-26' })).id).toBe(waiting.id)
    expect(await by.refused(confirmStatutoryRule, confirm)).toMatchObject({ status: 409 })
    expect((await one(stranger, 'IT_TDS_CONTRACT_CODE')).waits).toBe(true)
  })

  test('is confirmed once by concurrent requests', async () => {
    const by = await newTenant()
    const { id } = await one(by, 'CERTIFICATE_DUE_IT_TDS')
    const call = { params: { id }, body: { remark: 'Asked' } }
    const replies = await Promise.all([1, 2, 3].map(() => by.sendCall(confirmStatutoryRule, call)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('that is sure needs no confirmation, nor does a rule of the company', async () => {
    const { id } = await one(owner, 'BOCW_CESS_RATE')
    const confirm = (ruleId: string) =>
      owner.refused(confirmStatutoryRule, { params: { id: ruleId }, body: { remark: 'Read' } })
    expect(await confirm(id)).toMatchObject({ status: 409, message: 'This rule needs no confirmation.' })
    expect(await confirm((await newRule(owner)).id)).toMatchObject({ status: 409 })
    expect((await confirm(newId())).status).toBe(404)
  })

  test('needs a remark to be confirmed', async () => {
    const { id } = await one(owner, 'CERTIFICATE_DUE_IT_TDS')
    const refusal = await owner.refused(confirmStatutoryRule, { params: { id }, body: { remark: ' ' } })
    expect(refusal).toMatchObject({ status: 400, fields: [{ path: 'remark', message: 'is required' }] })
  })
})

test('the database and `ruleOn` find the same rule, for many rules, days and places', async () => {
  const by = await newTenant()
  const days = ['2025-04-01', '2025-09-22', '2026-04-01', '2026-11-26']
  const places = ['IN', 'IN-KA', 'IN-MH']
  for (const [nth, validFrom] of days.entries())
    for (const scope of places)
      if ((nth + scope.length) % 2 === 0 || scope === 'IN-KA')
        await newRule(by, { validFrom, scope, value: (nth + scope.length) % 3 === 0 ? null : { percent: nth } })
  const rules = await list(by)
  const kinds = ['LD_CAP', 'GST_RATE_EARTHWORK', 'IT_TDS_CONTRACT_OTHER'] as const
  for (const kind of kinds)
    for (const day of ['2025-03-31', ...days, '2027-01-01'])
      for (const place of places) {
        const reply = await by.sendCall(getStatutoryRuleInForce, { query: { kind, day, place } })
        const expected = ruleOn(rules, { kind, day, place })
        expect(reply.status === 200 ? JSON.parse(reply.text).id : undefined, `${kind} ${day} ${place}`).toBe(
          expected?.id,
        )
      }
})
