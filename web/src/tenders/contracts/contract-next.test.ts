import type { Contract } from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { aDeposit } from '../../deposits/deposits/test-deposit.ts'
import { type ContractFacts, type ContractRights, nextOfContract } from './contract-next.ts'

const today = '2026-11-24'
const all: ContractRights = { edit: true, deposit: true, project: true }
const emd = aDeposit({ depositType: 'EMD' })
const security = aDeposit({ depositType: 'Performance security' })

type ContractPart = Partial<Pick<Contract, 'status' | 'closingDate' | 'aggreementDate'>>
const next = (contract: ContractPart, facts: Partial<ContractFacts> = {}, may = all) =>
  nextOfContract(
    { status: 'DRAFT', closingDate: null, aggreementDate: null, ...contract },
    { deposits: [], emdExemption: null, isProjectCreated: false, ...facts },
    may,
    today,
  )

test('a draft that closes within 14 days or has closed is to be submitted; before that its EMD is to be recorded', () => {
  expect(next({ closingDate: '2026-12-07' })).toBe('SUBMIT_BID')
  expect(next({ closingDate: '2026-11-20' })).toBe('SUBMIT_BID')
  expect(next({ closingDate: '2026-12-08' })).toBe('RECORD_EMD')
  expect(next({})).toBe('RECORD_EMD')
  expect(next({}, { deposits: [emd] })).toBe('SUBMIT_BID')
  // An EMD that was never paid does not count.
  expect(next({}, { deposits: [{ ...emd, status: 'REJECTED' }] })).toBe('RECORD_EMD')
})

test('for a submitted bid first the EMD is to be recorded, then the result', () => {
  expect(next({ status: 'SUBMITTED' })).toBe('RECORD_EMD')
  expect(next({ status: 'SUBMITTED' }, { deposits: [emd] })).toBe('ENTER_RESULT')
})

test.each(['CLAIMED', 'ACCEPTED'] as const)(
  'no EMD is to be recorded when an exemption from it is %s',
  (emdExemption) => {
    expect(next({}, { emdExemption })).toBe('SUBMIT_BID')
    expect(next({ status: 'SUBMITTED' }, { emdExemption })).toBe('ENTER_RESULT')
  },
)

test('an awarded contract needs its security, its project and its agreement date, in this order', () => {
  expect(next({ status: 'AWARDED' }, { deposits: [emd] })).toBe('RECORD_SECURITY')
  expect(next({ status: 'AWARDED' }, { deposits: [emd, security] })).toBe('CREATE_PROJECT')
  const isDone = { deposits: [security], isProjectCreated: true }
  expect(next({ status: 'AWARDED' }, isDone)).toBe('ENTER_AGREEMENT')
  expect(next({ status: 'AWARDED', aggreementDate: '2026-11-01' }, isDone)).toBeUndefined()
  // A project can be created only from an awarded contract.
  expect(next({ status: 'ACCEPTED' }, { deposits: [security] })).toBe('ENTER_AGREEMENT')
})

test('money that is due back is to be asked for once the contract is over', () => {
  expect(next({ status: 'REJECTED' }, { deposits: [emd] })).toBe('ASK_BACK')
  expect(next({ status: 'REJECTED' }, { deposits: [{ ...emd, status: 'PENDING_REFUND' }] })).toBeUndefined()
  expect(next({ status: 'COMPLETED' }, { deposits: [{ ...security, status: 'REFUNDED' }] })).toBeUndefined()
  expect(next({ status: 'WORK_IN_PROGRESS' }, { deposits: [security] })).toBeUndefined()
})

test('steps that the person may not do are not offered', () => {
  expect(next({ status: 'AWARDED' }, {}, { ...all, deposit: false })).toBe('CREATE_PROJECT')
  expect(next({ status: 'AWARDED' }, {}, { edit: false, deposit: false, project: false })).toBeUndefined()
  expect(next({ closingDate: today }, {}, { ...all, edit: false })).toBe('RECORD_EMD')
  expect(next({ status: 'REJECTED' }, { deposits: [emd] }, { ...all, edit: false })).toBeUndefined()
})
