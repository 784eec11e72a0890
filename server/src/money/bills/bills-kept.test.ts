import { passBill, returnBill, submitBill } from '@plinth/api/money/bills'
import { confirmStatutoryRule } from '@plinth/api/money/statutory-rules'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite, startTestServer } from '../../testing/test-server.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'
import { newHead } from '../bill-heads/bill-heads.factory.ts'
import { newRule } from '../statutory-rules/statutory-rules.factory.ts'
import { memorandum, newBill, newBillable, newSubmitted, passAsClaimed, submit, submitting } from './bills.factory.ts'

const { server, company, owner } = await startSuite()

/** Runs statements in one transaction as the database role of the server. */
const asServer = (...statements: RawBuilder<unknown>[]) =>
  server.door.inTenant(company.id, owner.userId, async (db) => {
    for (const statement of statements) await statement.execute(db)
  })
const refused = (reason: string, ...statements: RawBuilder<unknown>[]) =>
  expect(asServer(...statements)).rejects.toThrow(reason)
const line = (billId: string, stage: string, amounts = sql`50, 0, 50`) => sql`insert into bill_lines
  (bill_id, stage, head, position, upto, previous, since) values (${billId}, ${stage}, 'FINE', 30, ${amounts})`

describe('a bill with the department', () => {
  test('cannot be changed by SQL as the server, nor can its lines', async () => {
    const { id } = await newSubmitted(owner, (await newBillable(owner)).id)
    for (const [column, value] of Object.entries({
      work_upto: 1,
      variation_upto: 1,
      bill_date: '2026-07-01',
      upto_date: '2026-06-01',
      typed: '[{"head": "FINE", "since": 1}]',
      title: 'Another bill',
      kind: 'FINAL',
      net_claimed: 1,
      input: '{}',
      basis: '{}',
      comment: 'x',
      return_reason: 'x',
      memo_no: 'x',
    }))
      await refused('frozen', sql`update bills set ${sql.ref(column)} = ${value} where id = ${id}`)
    await refused('keeps its number', sql`update bills set number = 9 where id = ${id}`)
    await refused('this bill was submitted', sql`update bills set deleted_at = now() where id = ${id}`)
    await refused('status', sql`update bills set status = 'DRAFT' where id = ${id}`)
    await refused('permission denied', sql`update bill_lines set base = 1 where bill_id = ${id}`)
    await refused('permission denied', sql`delete from bill_lines where bill_id = ${id}`)
    await refused('never removed', sql`select app.drop_stage(${id}, 'CLAIMED')`)
    await refused('before it goes on', line(id, 'CLAIMED'))
  })

  test('is frozen once it is passed, for every role', async () => {
    const { id } = await passAsClaimed(owner, await newSubmitted(owner, (await newBillable(owner)).id))
    for (const [column, value] of Object.entries({
      comment: 'x',
      memo_no: 'x',
      passed_on: '2026-07-01',
      work_passed: 1,
    }))
      await refused('frozen', sql`update bills set ${sql.ref(column)} = ${value} where id = ${id}`)
    await refused('status', sql`update bills set status = 'RETURNED', return_reason = 'x' where id = ${id}`)
    await refused('before it goes on', line(id, 'PASSED'))
    const takenBack = sql`memo_no = null, passed_on = null, memorandum = null, work_passed = null, net_passed = null`
    await refused('for a reason', sql`update bills set status = 'SUBMITTED', ${takenBack} where id = ${id}`)
    const back = sql`update bills set status = 'SUBMITTED', taken_back_reason = 'x', ${takenBack} where id = ${id}`
    await refused('is not the sum of its lines', back)
    await refused('frozen', sql`update bills set taken_back_reason = 'x' where id = ${id}`)
    await refused('never removed', sql`select app.drop_stage(${id}, 'PASSED')`)
    const admin = await adminClient(inject('admin'))
    try {
      for (const [change, reason] of [
        ['update bills set work_upto = 1 where id = $1', 'frozen'],
        ['delete from bills where id = $1', 'a bill is never removed'],
        ['update bill_lines set base = 1 where bill_id = $1', 'a line of a bill is never changed'],
        ['delete from bill_lines where bill_id = $1', 'a line of a bill is never removed'],
      ] as const)
        await expect(admin.query(change, [id])).rejects.toThrow(reason)
    } finally {
      await admin.end()
    }
  })

  test('drops its claimed lines only for the next claim', async () => {
    const { id } = await newSubmitted(owner, (await newBillable(owner)).id)
    await owner.ok(returnBill, { params: { id }, body: { returnReason: 'Check item 4' } })
    await refused('is not the sum of its lines', sql`select app.drop_stage(${id}, 'CLAIMED')`)
    await refused('a claim is computed when it is submitted', sql`update bills set net_claimed = 1 where id = ${id}`)
  })
})

test('the nets of a bill are the sums of its lines, and each line is upto minus previous', async () => {
  const { id } = await newBill(owner, (await newBillable(owner)).id)
  const submitWith = (
    net: number,
  ) => sql`update bills set status = 'SUBMITTED', input = '{}', basis = '{}', net_claimed = ${net}
    where id = ${id}`
  await refused('violates check constraint', line(id, 'CLAIMED', sql`50, 10, 50`))
  await refused('is not the sum of its lines', line(id, 'CLAIMED'))
  await refused('is not the sum of its lines', line(id, 'CLAIMED'), submitWith(50))
  await refused('is not the sum of its lines', submitWith(50))
  await asServer(line(id, 'CLAIMED'), submitWith(-50))
  const passing = (net: number) => sql`update bills set status = 'PASSED', memo_no = 'EE/1', passed_on = '2026-07-01',
    memorandum = '{}', work_passed = 0, net_passed = ${net} where id = ${id}`
  await refused('is not the sum of its lines', line(id, 'PASSED'), passing(-49))
  await asServer(line(id, 'PASSED'), passing(-50))
})

test('the database allows one draft per agreement, and one bill with the department', async () => {
  const { id: agreementId } = await newBillable(owner)
  const first = await newSubmitted(owner, agreementId)
  const second = await newBill(owner, agreementId)
  const { id: other } = await newBillable(owner)
  await refused(
    'A bill is still with the department',
    line(second.id, 'CLAIMED'),
    sql`update bills set status = 'SUBMITTED', input = '{}', basis = '{}', net_claimed = -50 where id = ${second.id}`,
  )
  const inserted = (of: string, number: number | null, status = 'DRAFT') => sql`insert into bills
    (agreement_id, number, status, bill_date, upto_date, work_upto) values (${of}, ${number}, ${status}, '2026-06-30', '2026-06-30', 1)`
  await refused('There is a draft of its next bill already', inserted(agreementId, null))
  await refused('a bill begins as a draft', inserted(other, null, 'PASSED'))
  await owner.ok(passBill, { params: { id: first.id }, body: memorandum(first, 11_05_000) })
})

test('submitting answers 412 if a rule of the company changes meanwhile', async () => {
  const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000, siteState: '29' } as const
  const { id: agreementId } = await newClientAgreement(owner, signed)
  const ruleFields = { kind: 'BOCW_CESS_RATE', scope: 'IN-KA', validFrom: '2026-05-01', value: { percent: 2 } } as const
  const rule = await newRule(owner, ruleFields)
  await newHead(owner, agreementId, { head: 'CESS', ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' })
  const { id, claimed } = await newBill(owner, agreementId)
  expect(claimed?.lines.at(-1)).toMatchObject({ head: 'CESS', percent: '2', ruleIds: [rule.id] })
  const call = await submitting(owner, id)
  const [holder, observer] = [await adminClient(inject('admin')), await adminClient(inject('admin'))] as const
  await holder.query('begin')
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  await holder.query(`update company_rules set value = '{"percent": 3}' where id = $1`, [rule.id])
  const answer = owner.sendCall(submitBill, call)
  const blocked = 'select count(*)::int as count from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
  await expect.poll(async () => (await observer.query(blocked, [rows[0].pid])).rows).toEqual([{ count: 1 }])
  await holder.query('commit')
  expect((await answer).status).toBe(412)
  expect((await submit(owner, id)).claimed?.lines.at(-1)).toMatchObject({ head: 'CESS', percent: '3' })
  for (const admin of [holder, observer]) await admin.end()
})

test('an unconfirmed rule blocks submitting; once it is confirmed, lines and sources name it [money 13.23]', async () => {
  const ownServer = await startTestServer({ alone: true })
  const admin = await adminClient(ownServer.admin ?? {})
  try {
    const rule = { id: newId(), title: 'Circular of the welfare board of Karnataka' }
    await admin.query(
      `insert into rules (id, kind, scope, valid_from, value, source_title, trust, read_on, vectors)
       values ($1, 'BOCW_CESS_RATE', 'IN-KA', '2026-05-01', '{"percent": 2}', $2, 'U', '2026-05-02', '[]')`,
      [rule.id, rule.title],
    )
    const by = await (await newCompany(ownServer)).as()
    const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000, siteState: '29' } as const
    const { id: agreementId } = await newClientAgreement(by, signed)
    await newHead(by, agreementId, { head: 'CESS', ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' })
    const { id, sources } = await newBill(by, agreementId)
    const [source] = sources
    const [found] = source?.rules ?? []
    expect(found).toMatchObject({ id: rule.id, sourceTitle: rule.title, validFrom: '2026-05-01', waits: true })
    expect(await by.refused(submitBill, await submitting(by, id))).toMatchObject({
      status: 409,
      message: `${found?.name} has not been confirmed: ${rule.title}`,
    })
    await by.ok(confirmStatutoryRule, { params: { id: rule.id }, body: { remark: 'Read the circular' } })
    const bill = await submit(by, id)
    // 2 % of 10,00,000 is 20,000.
    expect(bill.netClaimed).toBe(9_80_000)
    expect(bill.sources).toEqual([{ ...source, rules: [{ ...found, waits: false }] }])
    expect(bill.claimed?.lines.at(-1)).toMatchObject({ head: 'CESS', percent: '2', ruleIds: [rule.id] })
  } finally {
    await admin.end()
    await ownServer.stop()
  }
})
