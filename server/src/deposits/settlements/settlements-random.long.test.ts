import {
  type Deposit,
  deleteDeposit,
  depositFigures,
  depositStatuses,
  filterDeposits,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import {
  addSettlement,
  addWriteOff,
  cancelSettlement,
  enteredKinds,
  listSettlements,
} from '@plinth/api/deposits/settlements'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { contractStatuses, updateContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { afterAll, expect, inject, test } from 'vitest'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { faultsOf, recountSettled } from './settlements.factory.ts'

const actions = 10_000
const writers = 8

const { company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

test(`after ${actions} random actions of ${writers} writers figures, register and deposits equal the sums of their settlements [deposits 11.2]`, async () => {
  const contracts = await Promise.all(Array.from({ length: 4 }, async () => (await newContract(owner)).id))
  const deposits: Deposit[] = []
  for (const contractId of contracts)
    for (let nth = 0; nth < 8; nth += 1)
      deposits.push(
        await newDeposit(owner, contractId, {
          depositType: nth % 2 ? 'EMD' : 'SD',
          instrumentNo: newId(),
          amount: 1000.01,
        }),
      )
  const today = dayInIndia(new Date())
  const answerCounts = new Map<number, number>()

  async function doRandomAction(roll: (below: number) => number): Promise<void> {
    const one = <T>(some: readonly T[]): T => some[roll(some.length)] as T
    const deposit = one(deposits)
    const params = { contractId: deposit.contractId, depositId: deposit.id }
    const amount = (1 + roll(60_000)) / 100
    const send = async (endpoint: Endpoint, input: object) => {
      const { status } = await owner.sendCall(endpoint, input)
      answerCounts.set(status, (answerCounts.get(status) ?? 0) + 1)
    }
    const kind = one(enteredKinds)
    const into = one(deposits.filter(({ contractId, id }) => contractId === deposit.contractId && id !== deposit.id))
    const settlement = {
      kind,
      amount,
      settledOn: today,
      reason: 'x',
      ...(kind === 'CARRIED' && { intoDepositId: into.id }),
    }
    const deducted = kind === 'RECEIVED' && roll(2) === 0 ? (1 + roll(5_000)) / 100 : null
    const which = roll(100)
    if (which < 40) return send(addSettlement, { params, body: { ...settlement, deducted } })
    if (which < 45) return send(addWriteOff, { params, body: { amount, settledOn: today, reason: 'x' } })
    if (which < 65) {
      const reply = await owner.sendCall(listSettlements, { params })
      const found = JSON.parse(reply.text) as { id: string }[]
      if (reply.status !== 200 || found.length === 0) return undefined
      return send(cancelSettlement, { params: { ...params, settlementId: one(found.slice(0, 6)).id }, body: {} })
    }
    if (which < 85) return send(updateDeposit, { params, body: { status: one(depositStatuses) } })
    if (which < 92) return send(updateDeposit, { params, body: { amount: 500 + roll(100_000) / 100 } })
    if (which < 94) return send(updateDeposit, { params, body: { depositType: one(['EMD', 'SD', 'FSD']) } })
    if (which < 99)
      return send(updateContract, { params: { id: deposit.contractId }, body: { status: one(contractStatuses) } })
    return roll(20) === 0 ? send(deleteDeposit, { params }) : undefined
  }

  await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      const roll = dice(seedOf(`settlements ${at}`))
      for (let nth = 0; nth < actions / writers; nth += 1) await doRandomAction(roll)
    }),
  )
  expect(
    [...answerCounts.keys()].filter((status) => ![200, 201, 204, 400, 404, 409].includes(status)),
    `seed ${seed}`,
  ).toEqual([])
  expect(answerCounts.get(201) ?? 0).toBeGreaterThan(actions / 20)
  expect(answerCounts.get(409) ?? 0).toBeGreaterThan(actions / 100)

  expect(await faultsOf(admin, company.id), `seed ${seed}`).toEqual([])
  const kpis = await owner.ok(getKpis, { body: {} })
  const recounted = await recountSettled(admin, company.id)
  expect(kpis, `seed ${seed}`).toMatchObject(recounted)
  for (const figure of depositFigures) {
    if (figure === 'deposit_by_type' || figure === 'average_refund_days') continue
    expect((await owner.ok(filterDeposits, { body: { figure } })).total, `${figure}, seed ${seed}`).toBe(
      recounted[figure],
    )
  }
  for (const { key, value } of recounted.deposit_by_type)
    expect((await owner.ok(filterDeposits, { body: { figure: 'deposit_by_type', figureKey: key } })).total).toBe(value)
}, 180_000)
