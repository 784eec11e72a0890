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

const row = (given: Partial<RegisteredDeposit> = {}): RegisteredDeposit => ({
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
  ...given,
})

const paper = (...given: Partial<RegisteredDeposit>[]): Unregistered => {
  const [first] = papersOf(given.map((one) => row({ instrumentNo: 'BG 1', ...one })))
  if (!first) throw new Error('no paper')
  return first
}
const today = '2026-03-10'
const guarantee: Partial<Entry> = { kind: 'BG', issuedOn: '2026-01-05', expiresOn: '2027-01-04' }
const entered = (of: Unregistered, given: Partial<Entry> = {}): Entry => ({ ...entryOf(of), ...given })

test('deposits that share number and bank, whatever their case, are given by one paper', () => {
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

test('the kind is proposed by the number, and what has none waits unticked', () => {
  expect(entryOf(paper({ instrumentNo: 'FDR 12' }))).toMatchObject({ kind: 'FDR', isTicked: true })
  expect(entryOf(paper({ instrumentNo: '44-1' }))).toMatchObject({ kind: null, isTicked: false })
})

test('what is written in the place of a number waits unticked, and is entered as a draft without one', () => {
  const awaited = paper({ instrumentNo: 'FDR to be issued' })
  const entry = entered(awaited, { kind: 'FDR', issuedOn: '2026-01-05' })
  expect(entry.isTicked).toBe(false)
  expect(missingOf(awaited, entry)).toEqual(['number'])
  expect(bodyOf(awaited, entry, today)).toMatchObject({ number: null, state: 'DRAFT' })
})

test('it is worth what its deposits add up to, to the paisa', () => {
  expect(entryOf(paper({ amount: 0.1 }, { amount: 0.2 })).amount).toBe(0.3)
})

test('money that was carried from one of its deposits into another is counted once', () => {
  const earnest = { amount: 50, carriedAmount: 50, openAmount: 0 }
  expect(entryOf(paper(earnest, { depositType: 'SD', amount: 80 })).amount).toBe(80)
})

test('each kind is asked for its own days', () => {
  expect(daysOf('SURETY_BOND')).toEqual(['issuedOn', 'expiresOn', 'claimUntil'])
  expect(daysOf('NSC')).toEqual(['issuedOn', 'maturesOn'])
  expect(daysOf('DD')).toEqual(['issuedOn'])
  expect(daysOf(null)).toEqual(['issuedOn'])
})

test('what lacks a day that an issued one must have is entered as a draft', () => {
  const lodged = paper({ depositSubmitedDate: '2026-01-20' })
  expect(missingOf(lodged, entered(lodged, { kind: 'BG' }))).toEqual(['issuedOn', 'expiresOn'])
  expect(missingOf(lodged, entered(lodged, { ...guarantee, expiresOn: null }))).toEqual(['expiresOn'])
  expect(stateOf(lodged, entered(lodged, { ...guarantee, expiresOn: null }), today)).toEqual({ state: 'DRAFT' })
  expect(missingOf(lodged, entered(lodged, { kind: 'FDR' }))).toEqual(['issuedOn'])
})

test('it is lodged since the first of its deposits was submitted, else issued', () => {
  const lodged = paper({ depositSubmitedDate: '2026-02-20' }, { depositSubmitedDate: '2026-01-20' }, {})
  expect(stateOf(lodged, entered(lodged, guarantee), today)).toEqual({ state: 'LODGED', happenedOn: '2026-01-20' })
  const kept = paper({})
  expect(stateOf(kept, entered(kept, guarantee), today)).toEqual({ state: 'ISSUED' })
  // Nothing has happened on a day that is still to come.
  const planned = paper({ depositSubmitedDate: '2026-03-11' })
  expect(stateOf(planned, entered(planned, guarantee), today)).toEqual({ state: 'ISSUED' })
})

test('of money that was paid the day of the deposit is enough', () => {
  const paid = paper({ depositSubmitedDate: '2026-01-20' })
  expect(stateOf(paid, entered(paid, { kind: 'ONLINE' }), today)).toMatchObject({ state: 'LODGED' })
  const unknown = paper({})
  expect(stateOf(unknown, entered(unknown, { kind: 'CASH' }), today)).toEqual({ state: 'DRAFT' })
})

test('only the days of its kind are sent, with all of its deposits', () => {
  const two = paper({ id: '1', amount: 5 }, { id: '2', amount: 7 })
  const days = { issuedOn: '2026-01-05', expiresOn: '2027-01-04', claimUntil: null, maturesOn: '2027-06-01' }
  expect(bodyOf(two, entered(two, { ...days, kind: 'FDR' }), today)).toEqual({
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
  expect(bodyOf(two, entered(two, { kind: null, amount: 'twelve' }), today)).not.toHaveProperty('amount')
})
