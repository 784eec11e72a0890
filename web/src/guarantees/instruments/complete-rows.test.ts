import type { RegisteredDeposit } from '@plinth/api/deposits/deposits'
import { expect, test } from 'vitest'
import { aDeposit } from '../../deposits/deposits/test-deposit.ts'
import {
  bodyOf,
  daysOf,
  type Entry,
  entryOf,
  missingOf,
  papersOf,
  stateOf,
  type Unregistered,
} from './complete-rows.ts'

const row = (overrides: Partial<RegisteredDeposit> = {}): RegisteredDeposit => ({
  ...aDeposit(),
  bidId: null,
  contractName: 'Ring Road',
  contractStatus: 'AWARDED',
  department: null,
  officeName: null,
  instrumentKind: null,
  instrumentState: null,
  instrumentEndsOn: null,
  dueOn: null,
  daysOverdue: null,
  nextStep: null,
  nextOn: null,
  ownerName: null,
  ...overrides,
})

const paper = (...overrides: Partial<RegisteredDeposit>[]): Unregistered => {
  const [first] = papersOf(overrides.map((one) => row({ instrumentNo: 'BG 1', ...one })))
  if (!first) throw new Error('no paper')
  return first
}
const today = '2026-03-10'
const guarantee: Partial<Entry> = { kind: 'BG', issuedOn: '2026-01-05', expiresOn: '2027-01-04' }
const entryWith = (target: Unregistered, overrides: Partial<Entry> = {}): Entry => ({
  ...entryOf(target),
  ...overrides,
})

test('papersOf groups deposits with the same number and bank into one paper, ignoring case', () => {
  const papers = papersOf([
    row({ id: '1', instrumentNo: 'BG 1', bankName: 'Canara Bank' }),
    row({ id: '2', instrumentNo: 'bg 1 ', bankName: 'canara bank', bankAddress: 'Hassan' }),
    row({ id: '3', instrumentNo: 'BG 1', bankName: 'Axis' }),
    row({ id: '4', instrumentNo: 'BG 1', bankName: null }),
    row({ id: '5', instrumentNo: 'BG 1', bankName: '' }),
  ])
  expect(papers.map(({ deposits }) => deposits.map(({ id }) => id))).toEqual([['1', '2'], ['3'], ['4', '5']])
  expect(papers[0]).toMatchObject({ number: 'BG 1', issuer: 'Canara Bank', branch: 'Hassan' })
  expect(papers[2]).toMatchObject({ issuer: null, branch: null })
})

test('entryOf proposes the kind by the number, and leaves a paper without a kind unticked', () => {
  expect(entryOf(paper({ instrumentNo: 'FDR 12' }))).toMatchObject({ kind: 'FDR', isTicked: true })
  expect(entryOf(paper({ instrumentNo: '44-1' }))).toMatchObject({ kind: null, isTicked: false })
})

test('a remark instead of a number leaves the paper unticked, and is entered as a draft without a number', () => {
  const awaited = paper({ instrumentNo: 'FDR to be issued' })
  const entry = entryWith(awaited, { kind: 'FDR', issuedOn: '2026-01-05' })
  expect(entry.isTicked).toBe(false)
  expect(missingOf(awaited, entry)).toEqual(['number'])
  expect(bodyOf(awaited, entry, today)).toMatchObject({ number: null, state: 'DRAFT' })
})

test('the proposed amount is the exact sum of its deposits, to the paisa', () => {
  expect(entryOf(paper({ amount: 0.1 }, { amount: 0.2 })).amount).toBe(0.3)
})

test('the proposed amount counts money carried from one of its deposits into another once', () => {
  const earnest = { amount: 50, carriedAmount: 50, openAmount: 0 }
  expect(entryOf(paper(earnest, { depositType: 'SD', amount: 80 })).amount).toBe(80)
})

test('daysOf lists the days of each kind', () => {
  expect(daysOf('SURETY_BOND')).toEqual(['issuedOn', 'expiresOn', 'claimUntil'])
  expect(daysOf('NSC')).toEqual(['issuedOn', 'maturesOn'])
  expect(daysOf('DD')).toEqual(['issuedOn'])
  expect(daysOf(null)).toEqual(['issuedOn'])
})

test('a paper without a day that an issued instrument must have is entered as a draft', () => {
  const lodged = paper({ depositSubmitedDate: '2026-01-20' })
  expect(missingOf(lodged, entryWith(lodged, { kind: 'BG' }))).toEqual(['issuedOn', 'expiresOn'])
  expect(missingOf(lodged, entryWith(lodged, { ...guarantee, expiresOn: null }))).toEqual(['expiresOn'])
  expect(stateOf(lodged, entryWith(lodged, { ...guarantee, expiresOn: null }), today)).toEqual({ state: 'DRAFT' })
  expect(missingOf(lodged, entryWith(lodged, { kind: 'FDR' }))).toEqual(['issuedOn'])
})

test('a paper is lodged since the day its first deposit was submitted, and issued if none was', () => {
  const lodged = paper({ depositSubmitedDate: '2026-02-20' }, { depositSubmitedDate: '2026-01-20' }, {})
  expect(stateOf(lodged, entryWith(lodged, guarantee), today)).toEqual({ state: 'LODGED', happenedOn: '2026-01-20' })
  const unsubmitted = paper({})
  expect(stateOf(unsubmitted, entryWith(unsubmitted, guarantee), today)).toEqual({ state: 'ISSUED' })
  // A day in the future does not count as submitted.
  const planned = paper({ depositSubmitedDate: '2026-03-11' })
  expect(stateOf(planned, entryWith(planned, guarantee), today)).toEqual({ state: 'ISSUED' })
})

test('paid money needs no day of issue if its deposit has the day of submission', () => {
  const paid = paper({ depositSubmitedDate: '2026-01-20' })
  expect(stateOf(paid, entryWith(paid, { kind: 'ONLINE' }), today)).toMatchObject({ state: 'LODGED' })
  const unknown = paper({})
  expect(stateOf(unknown, entryWith(unknown, { kind: 'CASH' }), today)).toEqual({ state: 'DRAFT' })
})

test('bodyOf sends only the days of the kind, with all deposits of the paper', () => {
  const two = paper({ id: '1', amount: 5 }, { id: '2', amount: 7 })
  const days = { issuedOn: '2026-01-05', expiresOn: '2027-01-04', claimUntil: null, maturesOn: '2027-06-01' }
  expect(bodyOf(two, entryWith(two, { ...days, kind: 'FDR' }), today)).toEqual({
    kind: 'FDR',
    number: 'BG 1',
    amount: 12,
    issuer: null,
    branch: null,
    issuedOn: '2026-01-05',
    maturesOn: '2027-06-01',
    state: 'ISSUED',
    depositIds: ['1', '2'],
  })
  expect(bodyOf(two, entryWith(two, { kind: null, amount: 'twelve' }), today)).not.toHaveProperty('amount')
})
