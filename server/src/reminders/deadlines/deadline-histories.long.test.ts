import { updateTenant } from '@plinth/api/access/tenants'
import { updateUser } from '@plinth/api/access/users'
import { createDepositExemption, updateDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { depositPurposes, releaseBases } from '@plinth/api/deposits/deposit-releases'
import { updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { createDeposit, deleteDeposit, depositStatuses, updateDeposit } from '@plinth/api/deposits/deposits'
import {
  cancelRefundRequest,
  createRefundRequest,
  deleteRefundRequest,
  sendRefundRequest,
  setRefundAnswer,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { listReleaseRules, updateReleaseRule } from '@plinth/api/deposits/release-rules'
import { addSettlement, cancelSettlement } from '@plinth/api/deposits/settlements'
import { setDocumentValidity } from '@plinth/api/documents/documents'
import { addNote, deleteNote } from '@plinth/api/documents/notes'
import { updateBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan, deleteBgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { instrumentStates } from '@plinth/api/guarantees/instrument-moves'
import { updateInstrument } from '@plinth/api/guarantees/instruments'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { createHoliday, deleteHoliday, updateHoliday } from '@plinth/api/reminders/holidays'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { contractStatuses, updateContract } from '@plinth/api/tenders/contracts'
import { createGeneralTask, deleteGeneralTask, updateGeneralTask } from '@plinth/api/works/general-tasks'
import { createProject, deleteProject, projectStatuses, updateProject } from '@plinth/api/works/projects'
import { createTask, deleteTask, taskStatuses, updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { sendBody } from '../../deposits/refund-requests/refund-requests.factory.ts'
import { newDocument } from '../../documents/documents/documents.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newGuarantee, newReceipt } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, everything, operatorCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'

/** Rounds of concurrent acts. Later acts may hide a wrong deadline by writing it again, so each round ends with a comparison. */
const rounds = 180
const actsOfRound = 2
const callers = 8

const { server, company, owner } = await startSuite()
const operator = await (await operatorCompany(server)).as()
const clients = [owner, await company.as(), await company.as(), await company.as()]
const people = [(await company.person(everything)).userId, (await company.person(everything)).userId, owner.userId]
/** Today or earlier in every time zone that the company takes on. */
const past = dayFromToday(-1)

const { id: officeId } = await newOffice(owner)
const contracts = await Promise.all([1, 2, 3].map(async () => (await newContract(owner, { officeId })).id))
const instruments = [
  (await newGuarantee(owner, { amount: 9_000_000 })).id,
  (await newGuarantee(owner, { amount: 9_000_000 })).id,
  (await newReceipt(owner, { amount: 9_000_000 })).id,
]
const facility = (await newFacility(owner)).id
const document = (await newDocument(owner, contracts[0] ?? '')).id
const rules = (await owner.ok(listReleaseRules, {})).map(({ id }) => id)

interface OfContract {
  id: string
  contractId: string
}
/** The records that acts have made, the latest last. Acts draw from the last few. */
const deposits: OfContract[] = []
const settlements: { id: string; deposit: OfContract }[] = []
const notes: { id: string; deposit: OfContract; by: Client }[] = []
const requests: string[] = []
const exemptions: string[] = []
const plans: string[] = []
const projects: string[] = [(await newProject(owner)).id]
const tasks: string[] = []
const generalTasks: string[] = []
const holidays: string[] = []
// Guarantees that several contracts wait for.
const performance = { depositType: 'Performance security', amount: 1_000 }
for (const contractId of contracts)
  for (const instrumentId of [...instruments, null])
    deposits.push({ id: (await newDeposit(owner, contractId, { ...performance, instrumentId })).id, contractId })

let acceptedActs = 0
/** Deadlocks and faults of the server. */
const faults: string[] = []
/** The calls of the acts, and whether one of them was accepted. */
const calls = new Map<string, boolean>()

/** Draws acts and sends them by one of the callers. */
class Caller {
  readonly #roll: (below: number) => number
  readonly #by: Client

  constructor(nth: number) {
    this.#roll = dice(seedOf(`deadlines ${nth}`))
    this.#by = clients[nth % clients.length] ?? owner
  }

  one<T>(some: readonly T[]): T {
    return some[this.#roll(some.length)] as T
  }
  /** One of the records made last; an id of none while there is none. */
  recent<T>(some: readonly T[], none: T): T {
    return some.length === 0 ? none : this.one(some.slice(-6))
  }
  /** One of the first deposits, which share the guarantees, or of those made last. */
  deposit(): OfContract {
    return this.one(this.#roll(2) === 0 ? deposits.slice(0, 9) : deposits.slice(-6))
  }
  day = () => dayFromToday(this.#roll(400) - 100)
  maybe = <T>(value: T): T | null => (this.#roll(4) === 0 ? null : value)
  amount = () => (1 + this.#roll(9_000)) / 100

  /** Sends a call, and returns the id of the answered record; undefined if the call was refused. */
  async send(endpoint: Endpoint, input: object, by = this.#by): Promise<string | undefined> {
    const { status, text } = await by.sendCall(endpoint, input)
    const call = `${endpoint.method} ${endpoint.path}`
    if (status >= 500 || text.includes('Somebody changed this at the same moment'))
      faults.push(`${call} ${status} ${text}`)
    const isAccepted = status < 300
    calls.set(call, isAccepted || calls.get(call) === true)
    if (!isAccepted) return undefined
    acceptedActs += 1
    return text === '' ? '' : JSON.parse(text).id
  }

  async create(endpoint: Endpoint, input: object, made: string[]): Promise<void> {
    const id = await this.send(endpoint, input)
    if (id) made.push(id)
  }

  async remove(endpoint: Endpoint, made: string[]): Promise<void> {
    const id = this.recent(made, newId())
    if ((await this.send(endpoint, { params: { id } })) !== undefined) made.splice(made.indexOf(id), 1)
  }

  async addDeposit() {
    const contractId = this.one(contracts)
    const depositType = this.one(['EMD', 'Performance security', 'Security deposit', 'Retention'])
    const fields = { instrumentNo: newId(), amount: 1_000, instrumentId: this.maybe(this.one(instruments)) }
    const id = await this.send(createDeposit, { params: { contractId }, body: { depositType, ...fields } })
    if (id) deposits.push({ id, contractId })
  }

  editDeposit() {
    const { id: depositId, contractId } = this.deposit()
    const body = this.one([
      { status: this.one(depositStatuses) },
      { purpose: this.one(depositPurposes) },
      { amount: 1_000 + this.amount() },
      { ownerId: this.maybe(this.one(people)) },
      { releaseBasis: this.maybe(this.one(releaseBases)), releaseDays: this.#roll(90), fixedDueOn: this.day() },
      { instrumentId: this.maybe(this.one(instruments)) },
      { disputedOn: this.maybe(past), acknowledgedOn: this.maybe(past) },
      { depositSubmitedDate: dayFromToday(-this.#roll(90)) },
      this.one([
        { ownNextStep: 'Call', ownNextOn: this.day() },
        { ownNextStep: null, ownNextOn: null },
      ]),
    ])
    return this.send(updateDeposit, { params: { contractId, depositId }, body })
  }

  async removeDeposit() {
    const deposit = this.deposit()
    const params = { contractId: deposit.contractId, depositId: deposit.id }
    if ((await this.send(deleteDeposit, { params })) !== undefined) deposits.splice(deposits.indexOf(deposit), 1)
  }

  async settle() {
    const deposit = this.deposit()
    const params = { contractId: deposit.contractId, depositId: deposit.id }
    const body = { kind: 'RECEIVED', amount: this.amount(), settledOn: past, isRepeatConfirmed: true }
    const id = await this.send(addSettlement, { params, body })
    if (id) settlements.push({ id, deposit })
  }

  cancelSettlement() {
    const { id: settlementId, deposit } = this.recent(settlements, { id: newId(), deposit: this.deposit() })
    const params = { contractId: deposit.contractId, depositId: deposit.id, settlementId }
    return this.send(cancelSettlement, { params, body: {} })
  }

  async note() {
    const deposit = this.deposit()
    const params = { recordType: 'DEPOSIT', recordId: deposit.id }
    const body = { kind: this.one(['CALL', 'VISIT', 'NOTE']), text: 'x', happenedOn: past }
    const id = await this.send(addNote, { params, body })
    if (id) notes.push({ id, deposit, by: this.#by })
  }

  async deleteNote() {
    const note = notes.at(-1)
    if (!note) return
    const params = { recordType: 'DEPOSIT', recordId: note.deposit.id, noteId: note.id }
    await this.send(deleteNote, { params }, note.by)
  }

  editContract() {
    const body = this.one<object>([
      { status: this.one(contractStatuses), terminationReason: 'x' },
      { closingDate: this.maybe(this.day()), resultDate: this.maybe(this.day()) },
      { awardedDate: this.maybe(this.day()), aggreementDate: this.maybe(this.day()) },
      { givenEndDate: this.maybe(this.day()), actualEndDate: this.maybe(this.day()) },
    ])
    return this.send(updateContract, { params: { id: this.one(contracts) }, body })
  }

  editTerms() {
    const body = this.one<object>([
      { ownerId: this.maybe(this.one(people)) },
      {
        psDays: this.maybe(this.#roll(60)),
        agreementDays: this.maybe(this.#roll(60)),
        bidValidityDays: this.#roll(90),
      },
      { psValidBeyondDays: this.maybe(this.#roll(90)), dlpMonths: this.maybe(this.#roll(24)) },
      { completedOn: this.maybe(this.day()), finalBillOn: this.maybe(this.day()) },
    ])
    return this.send(updateContractTerms, { params: { id: this.one(contracts) }, body })
  }

  askedFor() {
    return [...new Set([this.deposit().id, this.deposit().id])].map((depositId) => ({ depositId }))
  }

  request() {
    const [params, sent] = [{ id: this.recent(requests, newId()) }, sendBody({ sentOn: past })]
    const words = { subject: 'Refund', body: 'Kindly refund:\n\n{deposits}', letterOn: dayFromToday(-9) }
    return this.one([
      () => this.create(createRefundRequest, { body: { officeId, ...words, deposits: this.askedFor() } }, requests),
      () => this.send(updateRefundRequest, { params, body: { deposits: this.askedFor() } }),
      () => this.send(sendRefundRequest, { params, body: sent }),
      () => this.send(sendRefundRequest, { params: { id: requests.at(-1) ?? newId() }, body: sent }),
      () => this.send(setRefundAnswer, { params, body: { answeredOn: past } }),
      () => this.send(cancelRefundRequest, { params }),
      () => this.remove(deleteRefundRequest, requests),
    ])()
  }

  instrument() {
    const params = { id: this.one(instruments) }
    const event = this.one<object>([
      { kind: 'EXTENDED', expiresOn: `20${27 + this.#roll(9)}-06-30` },
      { kind: 'CORRECTED', remark: 'x', expiresOn: this.day(), claimUntil: null },
      { kind: this.one(['CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAYED', 'STAY_VACATED', 'CLAIM_WITHDRAWN']) },
      { kind: 'CORRECTED', remark: 'x', state: this.one(instrumentStates.slice(2, 5)) },
      { kind: 'RETURNED', releases: false },
    ])
    const body = { happenedOn: past, ...event }
    return this.#roll(5) === 0
      ? this.send(updateInstrument, { params, body: { number: newId() } })
      : this.send(addInstrumentEvent, { params, body })
  }

  exemption() {
    const params = { id: this.recent(exemptions, newId()) }
    const purpose = this.one(depositPurposes)
    const made = { contractId: this.one(contracts), purpose, ground: 'NSIC', validUntil: this.day() }
    const edit = { validUntil: this.maybe(this.day()), state: this.one(['CLAIMED', 'ACCEPTED', 'REFUSED']) }
    return this.#roll(2) === 0
      ? this.create(createDepositExemption, { body: made }, exemptions)
      : this.send(updateDepositExemption, { params, body: edit })
  }

  plan() {
    const params = { id: this.recent(plans, newId()) }
    const days = { neededOn: dayFromToday(this.#roll(90)), untilOn: dayFromToday(100 + this.#roll(90)) }
    const place = {
      contractId: this.one(contracts),
      facilityId: facility,
      purpose: this.one(depositPurposes),
      amount: 100,
    }
    return this.one([
      () => this.create(createBgPlan, { body: { ...place, ...days } }, plans),
      () => this.send(updateBgPlan, { params, body: { ...days, state: this.one(['PLANNED', 'DROPPED']) } }),
      () => this.remove(deleteBgPlan, plans),
    ])()
  }

  project() {
    const params = { id: this.recent(projects, newId()) }
    const end = { givenEndDate: this.maybe(this.day()), extensionDate: this.maybe(this.day()) }
    const body = { ...end, status: this.one(projectStatuses), terminationReason: 'x' }
    const made = { projectName: 'Canal', contractId: this.maybe(this.one(contracts)) }
    return this.one([
      () => this.create(createProject, { body: made }, projects),
      () => this.create(createProject, { body: { projectName: 'Canal', givenEndDate: this.day() } }, projects),
      () => this.send(updateProject, { params, body }),
      () => this.send(updateProject, { params, body: { contractId: this.maybe(this.one(contracts)) } }),
      () => this.remove(deleteProject, projects),
    ])()
  }

  task() {
    const [params, parentId] = [{ id: this.recent(tasks, newId()) }, this.recent<string | null>(tasks, null)]
    const body = { givenEndDate: this.maybe(this.day()), assignedTo: this.maybe(this.one(people)) }
    const projectId = this.recent(projects, newId())
    return this.one([
      () => this.create(createTask, { body: { ...body, projectId, title: 'Dig' } }, tasks),
      () => this.create(createTask, { body: { ...body, projectId, title: 'Dig', parentId } }, tasks),
      () => this.send(updateTask, { params, body }),
      () => this.send(updateTask, { params, body: { status: this.one(taskStatuses), rejectionReason: 'x' } }),
      () => this.remove(deleteTask, tasks),
    ])()
  }

  generalTask() {
    const params = { id: this.recent(generalTasks, newId()) }
    const body = { dueOn: this.maybe(this.day()), assigneeId: this.maybe(this.one(people)) }
    return this.one([
      () => this.create(createGeneralTask, { body: { ...body, title: 'Renew' } }, generalTasks),
      () => this.send(updateGeneralTask, { params, body }),
      () => this.remove(deleteGeneralTask, generalTasks),
    ])()
  }

  /** Acts on which all deadlines of the company may depend. */
  company() {
    const params = { id: this.recent(holidays, newId()) }
    const holiday = { onDay: this.day(), name: 'Fair', closed: this.one(['COMPANY_AND_BANKS', 'COMPANY', 'BANKS']) }
    const [person, isActive] = [{ id: this.one(people.slice(0, 2)) }, this.#roll(2) === 0]
    const rule = { basis: this.one(releaseBases), days: this.#roll(60) }
    const [follow, years] = [{ followUpDays: [1 + this.#roll(30), 30] }, { limitationYears: 1 + this.#roll(5) }]
    const timeZone = this.one(['Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles'])
    return this.one([
      () => this.create(createHoliday, { body: holiday }, holidays),
      () => this.send(updateHoliday, { params, body: holiday }),
      () => this.remove(deleteHoliday, holidays),
      () => this.send(updateUser, { params: person, body: { isActive } }),
      () => this.send(updateUser, { params: person, body: { isActive } }),
      () =>
        this.send(updateCompanySettings, {
          body: { saturdaysOff: [1 + this.#roll(5)], weeklyOff: [1 + this.#roll(7)] },
        }),
      () => this.send(updateDepositSettings, { body: this.one<object>([follow, years]) }),
      () => this.send(updateReleaseRule, { params: { id: this.one(rules) }, body: rule }),
      () => this.send(updateTenant, { params: { id: company.id }, body: { timeZone } }, operator),
    ])()
  }

  /** Does one act, drawn by weights. */
  async act(): Promise<void> {
    const acts: readonly [weight: number, act: () => Promise<unknown>][] = [
      [16, () => this.editContract()],
      [10, () => this.editTerms()],
      [5, () => this.addDeposit()],
      [20, () => this.editDeposit()],
      [1, () => this.removeDeposit()],
      [8, () => this.settle()],
      [4, () => this.cancelSettlement()],
      [6, () => this.note()],
      [1, () => this.deleteNote()],
      [12, () => this.request()],
      [16, () => this.instrument()],
      [4, () => this.exemption()],
      [4, () => this.plan()],
      [6, () => this.project()],
      [8, () => this.task()],
      [3, () => this.generalTask()],
      [
        1,
        () =>
          this.send(setDocumentValidity, { params: { id: document }, body: { validUntil: this.maybe(this.day()) } }),
      ],
      [
        1,
        () => this.send(updateBankFacility, { params: { id: facility }, body: { reviewOn: this.maybe(this.day()) } }),
      ],
      [5, () => this.company()],
    ]
    let drawn = this.#roll(acts.reduce((sum, [weight]) => sum + weight, 0))
    const [, act] = acts.find(([weight]) => (drawn -= weight) < 0) ?? []
    await act?.()
  }
}

const differences = () =>
  server.door.inTenant(company.id, null, async (db) => [
    ...(await sql`select * from app.deadline_differences()`.execute(db)).rows,
    ...(await sql`select * from app.deposit_state_differences()`.execute(db)).rows,
  ])

test('after random acts of eight concurrent callers the stored deadlines equal what the records say, and no act met a deadlock', async () => {
  const all = Array.from({ length: callers }, (_, nth) => new Caller(nth))
  for (let round = 1; round <= rounds; round += 1) {
    await Promise.all(
      all.map(async (caller) => {
        for (let nth = 0; nth < actsOfRound; nth += 1) await caller.act()
      }),
    )
    expect(await differences(), `round ${round}, seed ${seed}`).toEqual([])
  }
  expect(faults, `seed ${seed}`).toEqual([])
  expect(acceptedActs, `seed ${seed}`).toBeGreaterThan(1_000)
  expect(
    [...calls].filter(([, isAccepted]) => !isAccepted).map(([call]) => call),
    `seed ${seed}`,
  ).toEqual([])
}, 280_000)
