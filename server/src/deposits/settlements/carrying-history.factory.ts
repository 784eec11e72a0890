import {
  createDeposit,
  type Deposit,
  type DepositStatus,
  deleteDeposit,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { addSettlement, addWriteOff, cancelSettlement, type Settlement } from '@plinth/api/deposits/settlements'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { getKpis } from '@plinth/api/tenders/dashboard'
import type pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { depositBody } from '../deposits/deposits.factory.ts'
import { faultsOf } from './settlements.factory.ts'

/** A random history of carrying, cancelling, receiving, editing and deleting, with a ledger of the money paid in. */

const unpaid: readonly DepositStatus[] = ['DRAFT', 'REJECTED', 'CANCELLED']
const paise = (rupees: number) => Math.round(rupees * 100)
type Settled = Pick<Settlement, 'id' | 'depositId' | 'amount' | 'kind' | 'intoDepositId'>

/**
 * The money paid in, in paise, counted from the accepted actions and never read from a sum of the product. Carrying pays nothing in:
 * the target's full amount was typed, and the carried part of it had been paid in before.
 */
class Ledger {
  readonly deposits = new Map<string, Deposit>()
  readonly settlements = new Map<string, Settled>()
  #paidIn = 0

  get paidIn() {
    return this.#paidIn / 100
  }

  /** Stores a deposit in its new state; undefined deletes it. */
  put(id: string, deposit: Deposit | undefined): void {
    this.#paidIn += this.#paidWith(deposit) - this.#paidWith(this.deposits.get(id))
    if (deposit) this.deposits.set(id, deposit)
    else {
      this.deposits.delete(id)
      for (const settled of this.settlements.values()) if (settled.depositId === id) this.settlements.delete(settled.id)
    }
  }

  /** Records that a settlement was booked or cancelled. */
  settle(settled: Settled, isCancelled: boolean): void {
    if (isCancelled) this.settlements.delete(settled.id)
    else this.settlements.set(settled.id, settled)
    if (settled.kind === 'CARRIED') this.#paidIn += (isCancelled ? 1 : -1) * paise(settled.amount)
  }

  #paidWith(deposit: Deposit | undefined): number {
    return deposit && !unpaid.includes(deposit.status) ? paise(deposit.amount) : 0
  }
}

interface HistoryResult {
  /** The number of answers by action and status, for example `carry 201`. */
  answers: Map<string, number>
  /** Figures that differ from the money paid in, with the action after which they were read. */
  faults: string[]
}

const today = dayInIndia(new Date())
const paramsOf = ({ contractId, id }: Deposit) => ({ contractId, depositId: id })
/** Statuses to draw from. Open ones are repeated, so that there is money to carry. */
const statuses: readonly DepositStatus[] = [
  'SUBMITTED',
  'SUBMITTED',
  'SUBMITTED',
  'PENDING',
  'REFUNDED',
  'FORFEITED',
  ...unpaid,
]

/** Performs random actions on the deposits of a company and keeps the ledger by their answers. */
class Player {
  readonly ledger = new Ledger()
  readonly answers = new Map<string, number>()
  readonly #owner: Client
  readonly #contracts: readonly string[]
  readonly #roll: (below: number) => number

  constructor(owner: Client, contracts: readonly string[], roll: (below: number) => number) {
    this.#owner = owner
    this.#contracts = contracts
    this.#roll = roll
  }

  /** Performs one action, drawn by weights that add up to 100. */
  async act(): Promise<void> {
    const acts: readonly [of100: number, act: () => Promise<void>][] = [
      [30, () => this.#carry()],
      [18, () => this.#cancel()],
      [7, () => this.#book('receive', { kind: this.#one(['RECEIVED', 'RELEASED']), amount: this.#amount(300) })],
      [4, () => this.#book('lose', { kind: this.#one(['FORFEITED', 'DEDUCTED']), amount: this.#amount(200) })],
      [3, () => this.#book('write off', { amount: this.#amount(100) }, addWriteOff)],
      [18, () => this.#edit('status', { status: this.#one(statuses) })],
      [9, () => this.#edit('amount', { amount: this.#amount(400) })],
      [3, () => this.#editToSettled()],
      [8, () => this.#remove()],
    ]
    let drawn = this.#roll(100)
    const [, act] = acts.find(([weight]) => (drawn -= weight) < 0) ?? []
    await act?.()
  }

  async create(): Promise<void> {
    const params = { contractId: this.#one(this.#contracts) }
    const body = depositBody({ instrumentNo: newId(), amount: this.#amount(1000) })
    const stored = await this.#send<Deposit>('create', createDeposit, { params, body })
    if (stored) this.ledger.put(stored.id, stored)
  }

  #one<T>(some: readonly T[]): T {
    const chosen = some[this.#roll(some.length)]
    if (chosen === undefined) throw new Error('there is nothing to choose from')
    return chosen
  }
  #amount(most: number) {
    return (1 + this.#roll(most * 100)) / 100
  }
  #deposit() {
    return this.#one([...this.ledger.deposits.values()])
  }

  /** Sends a call and returns the stored record; undefined when the call is refused. */
  async #send<T>(name: string, endpoint: Endpoint, input: object): Promise<T | undefined> {
    const { status, text } = await this.#owner.sendCall(endpoint, input)
    const answer = `${name} ${status}`
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
    if (status >= 300) return undefined
    const stored: T = JSON.parse(text || '{}')
    return stored
  }

  async #book(name: string, values: object, endpoint: Endpoint = addSettlement, deposit = this.#deposit()) {
    const call = { params: paramsOf(deposit), body: { settledOn: today, reason: 'x', ...values } }
    const booked = await this.#send<Settled>(name, endpoint, call)
    if (booked) this.ledger.settle(booked, false)
  }
  async #carry() {
    const source = this.#deposit()
    const { contractId } = source
    const target = this.#one([...this.ledger.deposits.values()].filter((other) => other.contractId === contractId))
    const body = { kind: 'CARRIED', amount: this.#amount(150), intoDepositId: target.id }
    await this.#book('carry', body, addSettlement, source)
  }
  async #cancel() {
    const settled = [...this.ledger.settlements.values()]
    if (settled.length === 0) return
    const chosen = this.#one(settled)
    const deposit = this.ledger.deposits.get(chosen.depositId)
    if (!deposit) throw new Error('a settlement without its deposit')
    const params = { ...paramsOf(deposit), settlementId: chosen.id }
    if (await this.#send('cancel', cancelSettlement, { params, body: {} })) this.ledger.settle(chosen, true)
  }
  /** Lowers the amount of a deposit to its settled part. */
  async #editToSettled() {
    const settled = [...this.ledger.settlements.values()]
    if (settled.length === 0) return
    const { depositId } = this.#one(settled)
    const parts = settled.filter((other) => other.depositId === depositId)
    const amount = parts.reduce((total, part) => total + paise(part.amount), 0) / 100
    await this.#edit('amount to settled', { amount }, this.ledger.deposits.get(depositId))
  }
  async #edit(name: string, body: object, deposit = this.#deposit()) {
    const edited = await this.#send<Deposit>(name, updateDeposit, { params: paramsOf(deposit), body })
    if (edited) this.ledger.put(deposit.id, edited)
  }
  async #remove() {
    const deposit = this.#deposit()
    if (!(await this.#send('delete', deleteDeposit, { params: paramsOf(deposit) }))) return
    this.ledger.put(deposit.id, undefined)
    await this.create()
  }
}

/** Performs `acts` actions in a company, and compares its figures with the money paid in after every `every` of them. */
async function runHistory(
  owner: Client,
  { acts: count, every, name }: { acts: number; every: number; name: string },
): Promise<HistoryResult> {
  const contracts = [(await newContract(owner)).id, (await newContract(owner)).id]
  const player = new Player(owner, contracts, dice(seedOf(`carrying ${name}`)))
  const faults: string[] = []
  for (let nth = 0; nth < 16; nth += 1) await player.create()
  for (let nth = 1; nth <= count; nth += 1) {
    await player.act()
    if (nth % every !== 0 && nth !== count) continue
    const { paidIn } = player.ledger
    const {
      total_security_deposit: total,
      total_refunded: back,
      total_lost: lost,
      total_open: open,
    } = await owner.ok(getKpis, { body: {} })
    const parts = (paise(back) + paise(lost) + paise(open)) / 100
    if (total !== paidIn || parts !== paidIn)
      faults.push(`after act ${nth}: paid in ${paidIn}, in all ${total}, back, lost and open ${parts}`)
  }
  return { answers: player.answers, faults }
}

interface History {
  /** The number of actions in all companies together; the companies run at the same time. */
  acts: number
  companies: number
  /** The figures are compared after this many actions. */
  every: number
}

/** Runs a history in several companies at the same time. The faults include those of the rows at the end. */
async function runHistories(
  server: TestServer,
  admin: pg.Client,
  { acts, companies, every }: History,
): Promise<HistoryResult> {
  const answers = new Map<string, number>()
  const faults: string[] = []
  await Promise.all(
    Array.from({ length: companies }, async (_, at) => {
      const company = await newCompany(server)
      const result = await runHistory(await company.as(), { acts: acts / companies, every, name: String(at) })
      for (const [answer, times] of result.answers) answers.set(answer, (answers.get(answer) ?? 0) + times)
      faults.push(...result.faults, ...(await faultsOf(admin, company.id)))
    }),
  )
  return { answers, faults }
}

/** Answers that a history must contain: carried amounts are stored and refused, and they block changes of their deposits. */
export const carryingAnswers = ['carry 201', 'carry 409', 'cancel 200', 'status 200', 'status 409', 'delete 409']

/** Runs a history, and expects the figures to hold all money paid in and each of the answers at least `least` times. */
export async function expectEveryRupee(history: History, expected: readonly string[], least: number): Promise<void> {
  const server = await startTestServer()
  const admin = await adminClient(inject('admin'))
  onTestFinished(async () => {
    await admin.end()
    await server.stop()
  })
  const { answers, faults } = await runHistories(server, admin, history)
  expect(faults, `seed ${seed}`).toEqual([])
  for (const answer of expected)
    expect(answers.get(answer) ?? 0, `${answer}, seed ${seed}`).toBeGreaterThanOrEqual(least)
}
