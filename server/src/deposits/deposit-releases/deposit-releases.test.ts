import { updateUser } from '@plinth/api/access/users'
import { type DepositRelease, getDepositRelease, listDepositOwners } from '@plinth/api/deposits/deposit-releases'
import { updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import {
  type createDeposit,
  type Deposit,
  deleteDeposit,
  filterDeposits,
  getDeposit,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import {
  createReleaseRule,
  deleteReleaseRule,
  listReleaseRules,
  updateReleaseRule,
} from '@plinth/api/deposits/release-rules'
import { addWriteOff } from '@plinth/api/deposits/settlements'
import type { CallInput } from '@plinth/api/kernel/client'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { deleteContract, updateContract } from '@plinth/api/tenders/contracts'
import { describe, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { newNote } from '../../documents/notes/notes.factory.ts'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newSettlement } from '../settlements/settlements.factory.ts'

const { server, owner } = await startSuite()

type ContractBody = Parameters<typeof newContract>[1]
type DepositBody = Partial<CallInput<typeof createDeposit>['body']>

const dayMs = 24 * 3_600_000
/** The day so many days from today, in India. */
const inDays = (days: number) => dayInIndia(new Date(Date.now() + days * dayMs))

const release = ({ id: depositId, contractId }: Pick<Deposit, 'id' | 'contractId'>): Promise<DepositRelease> =>
  owner.ok(getDepositRelease, { params: { contractId, depositId } })

/** A deposit of a contract of its own. */
async function newContractDeposit(contract: ContractBody = {}, deposit: DepositBody = {}) {
  const { id: contractId } = await newContract(owner, contract)
  return newDeposit(owner, contractId, { status: 'SUBMITTED', depositSubmitedDate: '2026-01-10', ...deposit })
}
const change = ({ id: depositId, contractId }: Deposit, body: CallInput<typeof updateDeposit>['body']) =>
  owner.ok(updateDeposit, { params: { contractId, depositId }, body })
const changeContract = (id: string, body: CallInput<typeof updateContract>['body']) =>
  owner.ok(updateContract, { params: { id }, body })
const saveTerms = (id: string, body: CallInput<typeof updateContractTerms>['body']) =>
  owner.ok(updateContractTerms, { params: { id }, body })

describe('the purpose of a deposit', () => {
  test.each([
    ['EMD', 'EMD'],
    ['Earnest money deposit', 'EMD'],
    ['Bid security', 'EMD'],
    ['बयाना राशि', 'EMD'],
    ['Additional performance guarantee', 'ADDITIONAL_SECURITY'],
    ['APG', 'ADDITIONAL_SECURITY'],
    ['ASD', 'ADDITIONAL_SECURITY'],
    ['Performance guarantee', 'PERFORMANCE_SECURITY'],
    ['PBG', 'PERFORMANCE_SECURITY'],
    ['PG', 'PERFORMANCE_SECURITY'],
    ['Security deposit', 'SECURITY_DEPOSIT'],
    ['SD', 'SECURITY_DEPOSIT'],
    ['सुरक्षा निधि', 'SECURITY_DEPOSIT'],
    ['Retention money', 'RETENTION'],
    ['Mobilisation advance guarantee', 'ADVANCE_GUARANTEE'],
    ['Water connection', 'OTHER'],
    ['Pedestal', 'OTHER'],
  ])('is derived from its type: %s is %s', async (depositType, purpose) => {
    expect(await newContractDeposit({}, { depositType })).toMatchObject({ purpose })
  })

  test('follows the type until a user sets another purpose, and again once that is cleared', async () => {
    const deposit = await newContractDeposit()
    expect(await change(deposit, { depositType: 'Retention' })).toMatchObject({ purpose: 'RETENTION' })
    // A form sends the stored purpose back unchanged.
    expect(await change(deposit, { depositType: 'SD', purpose: 'RETENTION' })).toMatchObject({
      purpose: 'SECURITY_DEPOSIT',
    })
    expect(await change(deposit, { purpose: 'OTHER' })).toMatchObject({ purpose: 'OTHER' })
    expect(await change(deposit, { depositType: 'EMD' })).toMatchObject({ purpose: 'OTHER' })
    expect(await change(deposit, { purpose: null })).toMatchObject({ purpose: 'EMD' })
  })
})

describe('the due day of a deposit', () => {
  test('is set by each release rule once the day of its basis is known, and the release names rule, day and source [deposits 11.7]', async () => {
    const rules = await owner.ok(listReleaseRules, {})
    const ruleOf = (purpose: string, outcome: string) =>
      rules.find((rule) => rule.purpose === purpose && rule.outcome === outcome)
    const expectRule = (release: DepositRelease, purpose: string, outcome: string, basisOn: string, dueOn: string) => {
      const rule = ruleOf(purpose, outcome)
      expect(release).toMatchObject({
        basis: rule?.basis,
        days: rule?.days,
        ruleId: rule?.id,
        ruleOutcome: outcome,
        source: rule?.source,
        isSure: rule?.isSure,
        basisOn,
        dueOn,
      })
    }

    const lost = await newContractDeposit({ status: 'SUBMITTED', closingDate: '2026-01-12' })
    expect(await release(lost)).toMatchObject({ dueOn: null, basis: null, ruleId: null })
    await changeContract(lost.contractId, { status: 'REJECTED', resultDate: '2026-02-02' })
    expectRule(await release(lost), 'EMD', 'NOT_WON', '2026-02-02', '2026-03-04')
    await changeContract(lost.contractId, { resultDate: null })
    expect(await release(lost)).toMatchObject({ dueOn: null, basis: 'RESULT' })

    const won = await newContractDeposit({ status: 'AWARDED', awardedDate: '2026-02-02' })
    expect(await release(won)).toMatchObject({ dueOn: null, basis: 'SECURITY_LODGED' })
    const draft = await newDeposit(owner, won.contractId, {
      depositType: 'PG',
      status: 'DRAFT',
      depositSubmitedDate: '2026-02-05',
    })
    expect(await release(won)).toMatchObject({ dueOn: null })
    await newDeposit(owner, won.contractId, {
      depositType: 'PG',
      status: 'SUBMITTED',
      depositSubmitedDate: '2026-02-20',
    })
    expectRule(await release(won), 'EMD', 'WON', '2026-02-20', '2026-02-20')
    await change(draft, { status: 'SUBMITTED' })
    expectRule(await release(won), 'EMD', 'WON', '2026-02-05', '2026-02-05')

    for (const [type, purpose] of [
      ['PG', 'PERFORMANCE_SECURITY'],
      ['Additional security', 'ADDITIONAL_SECURITY'],
    ] as const) {
      const deposit = await newContractDeposit(
        { status: 'WORK_IN_PROGRESS', givenEndDate: '2026-12-31' },
        { depositType: type },
      )
      expect(await release(deposit)).toMatchObject({ dueOn: null, expectedOn: '2027-03-01' })
      await changeContract(deposit.contractId, { actualEndDate: '2026-06-30' })
      expectRule(await release(deposit), purpose, 'ANY', '2026-06-30', '2026-08-29')
      // The completion day of the contract terms takes precedence over the contract's actual end.
      await saveTerms(deposit.contractId, { completedOn: '2026-07-01' })
      expectRule(await release(deposit), purpose, 'ANY', '2026-07-01', '2026-08-30')
    }

    for (const [type, purpose] of [
      ['SD', 'SECURITY_DEPOSIT'],
      ['Retention', 'RETENTION'],
    ] as const) {
      const deposit = await newContractDeposit(
        { status: 'COMPLETED', actualEndDate: '2025-08-31' },
        { depositType: type },
      )
      expect(await release(deposit)).toMatchObject({ dueOn: null, basis: 'DLP_END', expectedOn: null })
      await saveTerms(deposit.contractId, { dlpMonths: 6 })
      // 31 August and six months.
      expectRule(await release(deposit), purpose, 'ANY', '2026-02-28', '2026-02-28')
      await saveTerms(deposit.contractId, { dlpEndsOn: '2026-09-15' })
      expectRule(await release(deposit), purpose, 'ANY', '2026-09-15', '2026-09-15')
    }

    for (const [type, purpose] of [
      ['Advance guarantee', 'ADVANCE_GUARANTEE'],
      ['Water connection', 'OTHER'],
    ] as const) {
      const deposit = await newContractDeposit({}, { depositType: type })
      expect(await release(deposit)).toMatchObject({ dueOn: null, basis: 'FIXED' })
      await change(deposit, { fixedDueOn: '2026-10-10' })
      expectRule(await release(deposit), purpose, 'ANY', '2026-10-10', '2026-10-10')
    }
  })

  test('follows the deposit’s own basis before that of its release rule', async () => {
    const deposit = await newContractDeposit({
      status: 'AWARDED',
      resultDate: '2026-01-01',
      awardedDate: '2026-01-05',
      aggreementDate: '2026-02-01',
      actualEndDate: '2026-08-01',
    })
    await saveTerms(deposit.contractId, { finalBillOn: '2026-09-01', dlpMonths: 12 })
    const waits: [DepositBody['releaseBasis'], string][] = [
      ['RESULT', '2026-01-11'],
      ['AWARD', '2026-01-15'],
      ['AGREEMENT', '2026-02-11'],
      ['COMPLETION', '2026-08-11'],
      ['DLP_END', '2027-08-11'],
      ['FINAL_BILL', '2026-09-11'],
    ]
    for (const [releaseBasis, dueOn] of waits) {
      await change(deposit, { releaseBasis, releaseDays: 10 })
      expect(await release(deposit), String(releaseBasis)).toMatchObject({
        dueOn,
        basis: releaseBasis,
        days: 10,
        ruleId: null,
        source: null,
      })
    }
    await change(deposit, { releaseBasis: 'FIXED', fixedDueOn: '2026-05-05' })
    expect(await release(deposit)).toMatchObject({ dueOn: '2026-05-05' })
    await change(deposit, { releaseBasis: 'COMPLETION', releaseDays: null })
    expect(await release(deposit)).toMatchObject({ dueOn: '2026-08-01', days: 0 })
    expect(
      await owner.refused(updateDeposit, {
        params: { contractId: deposit.contractId, depositId: deposit.id },
        body: { releaseDays: 3651 },
      }),
    ).toMatchObject({ status: 400, fields: [{ path: 'releaseDays' }] })
  })

  test('follows a changed release rule at once, and is empty without a rule', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const { id: contractId } = await newContract(by, { status: 'REJECTED', resultDate: '2026-02-02' })
    const { id: depositId } = await newDeposit(by, contractId, { status: 'SUBMITTED' })
    const release = () => by.ok(getDepositRelease, { params: { contractId, depositId } })
    const rule = (await by.ok(listReleaseRules, {})).find(
      ({ purpose, outcome }) => purpose === 'EMD' && outcome === 'NOT_WON',
    )
    const params = { id: rule?.id ?? '' }
    await by.ok(updateReleaseRule, { params, body: { days: 45, source: 'Clause 7 of the NIT' } })
    expect(await release()).toMatchObject({ dueOn: '2026-03-19', source: 'Clause 7 of the NIT' })
    await by.ok(deleteReleaseRule, { params })
    expect(await release()).toMatchObject({ dueOn: null, basis: null })
    // A rule for any outcome applies where there is none for the outcome of the tender.
    await by.ok(createReleaseRule, { body: { purpose: 'EMD', basis: 'RESULT', days: 90 } })
    expect(await release()).toMatchObject({ dueOn: '2026-05-03', source: null, isSure: false })
  })

  test('starts the limitation period of three years or the company’s setting, which restarts when the department acknowledges the debt', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const { id: contractId } = await newContract(by)
    const { id: depositId } = await newDeposit(by, contractId, {
      depositType: 'Other',
      status: 'SUBMITTED',
      fixedDueOn: '2024-02-29',
    })
    const release = () => by.ok(getDepositRelease, { params: { contractId, depositId } })
    expect(await release()).toMatchObject({ limitationOn: '2027-02-28' })
    await by.ok(updateDeposit, { params: { contractId, depositId }, body: { acknowledgedOn: '2026-03-01' } })
    expect(await release()).toMatchObject({ limitationOn: '2029-03-01' })
    await by.ok(updateDepositSettings, { body: { limitationYears: 1 } })
    expect(await release()).toMatchObject({ limitationOn: '2027-03-01' })
  })
})

describe('the next step of a deposit', () => {
  test('is the first that applies: an own step, a dispute, a shortfall, asking for it, waiting, setting the due day', async () => {
    const deposit = await newContractDeposit({ status: 'SUBMITTED' }, { amount: 1000 })
    expect(await release(deposit)).toMatchObject({ nextStep: 'SET_DUE', nextOn: '2026-01-17' })
    await changeContract(deposit.contractId, { resultDate: '2026-04-01' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'WAIT', nextOn: '2026-04-01', dueOn: null })
    await changeContract(deposit.contractId, { status: 'CANCELLED' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'ASK', nextOn: '2026-05-01' })
    await newSettlement(owner, deposit, { amount: 400, settledOn: '2026-06-01' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'SHORTFALL', nextOn: '2026-06-04' })
    // A call after the partial receipt means that the shortfall is known; a plain note does not.
    await newNote(owner, deposit.id, { kind: 'NOTE', happenedOn: '2026-06-02' }, 'DEPOSIT')
    expect(await release(deposit)).toMatchObject({ nextStep: 'SHORTFALL', lastContactOn: null })
    await newNote(owner, deposit.id, { kind: 'CALL', happenedOn: '2026-06-02' }, 'DEPOSIT')
    expect(await release(deposit)).toMatchObject({ nextStep: 'ASK', nextOn: '2026-05-01', lastContactOn: '2026-06-02' })
    await change(deposit, { disputedOn: '2026-05-20' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'DISPUTE', nextOn: '2026-07-02' })
    await change(deposit, { disputedOn: '2026-06-10' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'DISPUTE', nextOn: '2026-07-10' })
    await change(deposit, { ownNextStep: 'Meet the CE', ownNextOn: '2026-08-01' })
    expect(await release(deposit)).toMatchObject({ nextStep: 'OWN', ownNextStep: 'Meet the CE', nextOn: '2026-08-01' })
    await owner.ok(addWriteOff, {
      params: { contractId: deposit.contractId, depositId: deposit.id },
      body: { amount: 600, settledOn: '2026-08-02', reason: 'Not worth it' },
    })
    expect(await release(deposit)).toMatchObject({ nextStep: null, nextOn: null, daysOverdue: null })
  })

  test('is empty for a deposit that was never paid', async () => {
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
      expect(await release(await newContractDeposit({}, { status })), status).toMatchObject({
        nextStep: null,
        nextOn: null,
      })
  })

  test('needs a day if it is a user’s own, and its day needs the step', async () => {
    const deposit = await newContractDeposit()
    const params = { contractId: deposit.contractId, depositId: deposit.id }
    expect(await owner.refused(updateDeposit, { params, body: { ownNextOn: '2026-08-01' } })).toMatchObject({
      status: 400,
      fields: [{ path: 'ownNextStep' }],
    })
    expect(await owner.refused(updateDeposit, { params, body: { ownNextStep: 'Ring' } })).toMatchObject({
      status: 400,
      fields: [{ path: 'ownNextOn' }],
    })
    expect(
      await owner.refused(updateDeposit, { params, body: { ownNextStep: '', ownNextOn: '2026-08-01' } }),
    ).toMatchObject({
      status: 400,
      fields: [{ path: 'ownNextStep' }],
    })
    expect(await owner.ok(getDeposit, { params })).toMatchObject({ ownNextStep: null, ownNextOn: null })
  })

  test('comes with the cost of waiting: the company’s interest since the due day, half a paisa rounded up', async () => {
    const deposit = await newContractDeposit({}, { depositType: 'Other', amount: 365.5, fixedDueOn: inDays(-10) })
    // 365.50 × 12 × 10 / 36,500 = 1.2016…
    expect(await release(deposit)).toMatchObject({ daysOverdue: 10, interestPercent: 12, costOfWaiting: 1.2 })
    await change(deposit, { amount: 760.42, fixedDueOn: inDays(-1) })
    // 760.42 × 12 / 36,500 = 0.25000…, which is 0.25; 395.42 × 12 / 36,500 = 0.13000…
    expect(await release(deposit)).toMatchObject({ costOfWaiting: 0.25 })
    // 76.04 × 12 × 1 / 36,500 = 0.02499…; 15.21 × 12 / 36,500 = 0.0050005, a half and a little.
    await change(deposit, { amount: 15.21 })
    expect(await release(deposit)).toMatchObject({ costOfWaiting: 0.01 })
    await change(deposit, { fixedDueOn: inDays(0) })
    expect(await release(deposit)).toMatchObject({ daysOverdue: null, costOfWaiting: 0 })
  })
})

describe('the owner and the office of a deposit', () => {
  test('the owner is the deposit’s own, else that of the contract terms, else its author; inactive users are skipped', async () => {
    const [asha, ravi] = [
      await newUser(owner, { username: 'Asha Rao' }),
      await newUser(owner, { username: 'Ravi Nair' }),
    ]
    const deposit = await newContractDeposit()
    expect(await release(deposit)).toMatchObject({ ownerId: owner.session.user.id })
    await saveTerms(deposit.contractId, { ownerId: asha.id })
    expect(await release(deposit)).toMatchObject({ ownerName: 'Asha Rao' })
    await change(deposit, { ownerId: ravi.id })
    expect(await release(deposit)).toMatchObject({ ownerName: 'Ravi Nair', ownerId: ravi.id })
    await owner.ok(updateUser, { params: { id: ravi.id }, body: { isActive: false } })
    expect(await release(deposit)).toMatchObject({ ownerName: 'Asha Rao' })
    // An inactive owner stays stored and does not block an edit of other fields.
    await change(deposit, { comment: 'Rang' })
    const stranger = await (await newCompany(server)).as()
    expect(
      await owner.refused(updateDeposit, {
        params: { contractId: deposit.contractId, depositId: deposit.id },
        body: { ownerId: stranger.session.user.id },
      }),
    ).toMatchObject({ status: 400, fields: [{ path: 'ownerId' }] })
    expect(await owner.ok(listDepositOwners, {})).toContainEqual(expect.objectContaining({ id: owner.session.user.id }))
    expect(await owner.ok(listDepositOwners, {})).not.toContainEqual(expect.objectContaining({ id: ravi.id }))
  })

  test('the office is the deposit’s own, else the contract’s, and the register filters by it', async () => {
    const [division, circle] = [
      await newOffice(owner, { department: 'Irrigation' }),
      await newOffice(owner, { department: 'Ports' }),
    ]
    const deposit = await newContractDeposit({ officeId: division.id }, { instrumentNo: 'OFFICE 1' })
    expect(await release(deposit)).toMatchObject({ officeId: division.id, department: 'Irrigation' })
    await change(deposit, { officeId: circle.id })
    expect(await release(deposit)).toMatchObject({ officeId: circle.id, department: 'Ports' })
    const found = async (department: string) =>
      (await owner.ok(filterDeposits, { body: { department: [department] } })).content.map(({ id }) => id)
    expect([await found('Irrigation'), await found('Ports')]).toEqual([[], [deposit.id]])
  })
})

describe('the register of deposits', () => {
  test('has the same release fields as the page of a deposit, and filters and sorts by them', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const make = async (instrumentNo: string, days: number, overrides: DepositBody = {}) => {
      const { id } = await newContract(by)
      return newDeposit(by, id, {
        depositType: 'Other',
        status: 'SUBMITTED',
        instrumentNo,
        fixedDueOn: inDays(days),
        ...overrides,
      })
    }
    const late = await make('LATE', -5)
    const today = await make('TODAY', 0)
    await make('SOON', 5)
    await make('BACK', -9, { status: 'REFUNDED' })
    await make('DRAFT', -9, { status: 'DRAFT' })
    const asha = await newUser(by, { username: 'Asha Rao' })
    await by.ok(updateDeposit, {
      params: { contractId: today.contractId, depositId: today.id },
      body: { ownerId: asha.id },
    })
    const found = async (body: CallInput<typeof filterDeposits>['body']) =>
      (await by.ok(filterDeposits, { body: { sort: { field: 'instrumentNo', direction: 'asc' }, ...body } })).content
    const numbers = async (body: CallInput<typeof filterDeposits>['body']) =>
      (await found(body)).map(({ instrumentNo }) => instrumentNo)
    expect(await found({ instrumentNo: 'LATE' })).toMatchObject([
      { dueOn: inDays(-5), daysOverdue: 5, nextStep: 'ASK', nextOn: inDays(-5), ownerName: by.session.user.username },
    ])
    const release = await by.ok(getDepositRelease, { params: { contractId: late.contractId, depositId: late.id } })
    expect((await found({ instrumentNo: 'LATE' }))[0]).toMatchObject({
      dueOn: release.dueOn,
      nextStep: release.nextStep,
      nextOn: release.nextOn,
    })
    expect(await numbers({ quickFilters: ['OVERDUE'] })).toEqual(['LATE'])
    expect(await numbers({ dueBefore: inDays(1) })).toEqual(['LATE', 'TODAY'])
    expect(await numbers({ nextBy: inDays(0) })).toEqual(['LATE', 'TODAY'])
    expect(await numbers({ nextStep: ['ASK'] })).toEqual(['LATE', 'SOON', 'TODAY'])
    expect(await numbers({ ownerId: [asha.id] })).toEqual(['TODAY'])
    expect(await numbers({ purpose: ['OTHER'], ownerId: [asha.id] })).toEqual(['TODAY'])
    expect(await numbers({ purpose: ['EMD'] })).toEqual([])
    expect(await numbers({ sort: { field: 'dueOn', direction: 'desc' }, quickFilters: ['HELD'] })).toEqual([
      'SOON',
      'TODAY',
      'LATE',
    ])
    expect(await numbers({ sort: { field: 'nextOn', direction: 'asc' }, quickFilters: ['HELD'] })).toEqual([
      'LATE',
      'TODAY',
      'SOON',
    ])
  })
})

test('the release of a deposit that is deleted, of another contract or of another company answers 404', async () => {
  const deposit = await newContractDeposit()
  const { id: elsewhere } = await newContract(owner)
  const refusedRelease = (contractId: string, depositId: string) =>
    owner.refused(getDepositRelease, { params: { contractId, depositId } })
  expect(await refusedRelease(elsewhere, deposit.id)).toMatchObject({ status: 404 })
  const stranger = await (await newCompany(server)).as()
  expect(
    await stranger.refused(getDepositRelease, { params: { contractId: deposit.contractId, depositId: deposit.id } }),
  ).toMatchObject({ status: 404 })
  await owner.ok(deleteDeposit, { params: { contractId: deposit.contractId, depositId: deposit.id } })
  expect(await refusedRelease(deposit.contractId, deposit.id)).toMatchObject({ status: 404 })
  await owner.ok(deleteContract, { params: { id: deposit.contractId } })
})
