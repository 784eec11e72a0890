import type { Deposit } from '@plinth/api/deposits/deposits'
import {
  cancelRefundRequest,
  createRefundRequest,
  deleteRefundRequest,
  sendRefundRequest,
  setRefundAnswer,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { addSettlement, cancelSettlement, listSettlements } from '@plinth/api/deposits/settlements'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { afterAll, expect, inject, test } from 'vitest'
import { endPrinting } from '../../kernel/print/print.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { faultsOf } from '../settlements/settlements.factory.ts'
import { sendBody } from './refund-requests.factory.ts'

const actions = 400
const writers = 8

const { company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(async () => {
  endPrinting()
  await admin.end()
})

const found = async (text: string) => (await admin.query(text, [company.id])).rows

/** Joins items `i` of letters `r` that were sent and neither withdrawn nor deleted. */
const askingItems = `from refund_request_items i join refund_requests r on r.tenant_id = i.tenant_id and r.id = i.request_id
  where i.tenant_id = d.tenant_id and i.deposit_id = d.id and i.deleted_at is null and r.state in ('SENT', 'ANSWERED')`

test(`after ${actions} random actions of ${writers} writers numbers have no gap, and the statuses of deposits fit the letters [deposits 11.13]`, async () => {
  const offices = await Promise.all([newOffice(owner), newOffice(owner)])
  const deposits: (Deposit & { officeId: string })[] = []
  for (const { id: officeId } of offices) {
    const { id } = await newContract(owner, { officeId })
    for (let nth = 0; nth < 5; nth += 1)
      deposits.push({ ...(await newDeposit(owner, id, { amount: 1000.01, instrumentNo: `DD ${nth}` })), officeId })
  }
  const [answerCounts, requests] = [new Map<string, number>(), [] as string[]]

  async function doRandomAction(roll: (below: number) => number): Promise<void> {
    const one = <T>(some: readonly T[]): T => some[roll(some.length)] as T
    const send = async (endpoint: Endpoint, input: object) => {
      const { status, text } = await owner.sendCall(endpoint, input)
      const key = `${endpoint.method} ${endpoint.path.split('/').at(-1)} ${status}`
      answerCounts.set(key, (answerCounts.get(key) ?? 0) + 1)
      return status < 300 && text !== '' ? JSON.parse(text) : undefined
    }
    const deposit = one(deposits)
    const params = { contractId: deposit.contractId, depositId: deposit.id }
    const { officeId } = deposit
    const some = deposits.filter((other) => other.officeId === officeId && roll(3) === 0)
    const items = some.map(({ id: depositId }) => ({
      depositId,
      ...(roll(2) === 0 && { amount: 1 + roll(50_000) / 100 }),
    }))
    const letterOn = one(['2025-12-01', '2026-03-31', '2026-04-01', dayFromToday(-1)])
    const request = { params: { id: one(requests) } }
    const which = roll(100)
    if (which < 25 || requests.length < 5) {
      const created = await send(createRefundRequest, { body: { officeId, letterOn, deposits: items } })
      if (created) requests.push(created.id)
    } else if (which < 35) await send(updateRefundRequest, { ...request, body: { officeId, deposits: items } })
    else if (which < 55) await send(sendRefundRequest, { ...request, body: sendBody() })
    else if (which < 60) await send(setRefundAnswer, { ...request, body: { answeredOn: dayFromToday(0) } })
    else if (which < 72) await send(cancelRefundRequest, request)
    else if (which < 76) await send(deleteRefundRequest, request)
    else if (which < 88) {
      const amount = roll(2) === 0 ? 1000.01 : 1 + roll(90_000) / 100
      await send(addSettlement, { params, body: { kind: 'RECEIVED', amount, settledOn: dayFromToday(0) } })
    } else {
      const settled: { id: string }[] = JSON.parse((await owner.sendCall(listSettlements, { params })).text)
      if (settled.length > 0)
        await send(cancelSettlement, { params: { ...params, settlementId: one(settled.slice(0, 4)).id }, body: {} })
    }
  }
  await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      const roll = dice(seedOf(`refund requests ${at}`))
      for (let nth = 0; nth < actions / writers; nth += 1) await doRandomAction(roll)
    }),
  )

  const seedText = `seed ${seed}`
  // A busy machine may answer 503; it then stored nothing.
  expect(
    [...answerCounts.keys()].filter((key) => !/ (200|201|204|400|404|409|503)$/.test(key)),
    seedText,
  ).toEqual([])
  for (const expected of ['POST send 201', 'POST send 409', 'POST withdraw 200', 'POST settlements 201'])
    expect(answerCounts.get(expected) ?? 0, `${expected}, ${seedText}`).toBeGreaterThan(1)

  // Deleted drafts keep their numbers.
  const years =
    await found(`select left(number, 10) as year, count(*)::int as count, max(right(number, 3)::int) as last,
    count(distinct number)::int as numbers from refund_requests where tenant_id = $1 group by 1`)
  expect(years.length, seedText).toBeGreaterThan(1)
  for (const { count, last, numbers } of years) expect([last, numbers], seedText).toEqual([count, count])

  expect(await faultsOf(admin, company.id), seedText).toEqual([])
  const unasked =
    await found(`select d.id, d.status from security_deposits d where d.tenant_id = $1 and d.open_amount > 0
    and exists (select ${askingItems}) and d.status not in ('PENDING_REFUND', 'PENDING_RELEASE')`)
  expect(unasked, `asked for, and not waiting, ${seedText}`).toEqual([])
  // Deposits with settlements are left out: one that is opened again keeps the status in which it was closed.
  const forgotten =
    await found(`select d.id from security_deposits d where d.tenant_id = $1 and not exists (select ${askingItems})
    and d.status in ('PENDING_REFUND', 'PENDING_RELEASE') and not exists (select from deposit_settlements s
      where s.tenant_id = d.tenant_id and s.deposit_id = d.id)`)
  expect(forgotten, `waiting, and not asked for, ${seedText}`).toEqual([])
  const lost =
    await found(`select r.id from refund_requests r where r.tenant_id = $1 and r.state in ('SENT', 'ANSWERED')
    and not exists (select from documents d where d.tenant_id = r.tenant_id and d.id = r.document_id and d.deleted_at is null)`)
  expect(lost, `sent without its letter, ${seedText}`).toEqual([])
  expect(await found('select id from document_uploads where tenant_id = $1'), seedText).toEqual([])
}, 180_000)
