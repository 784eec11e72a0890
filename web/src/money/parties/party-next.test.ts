import { expect, test } from 'vitest'
import { nextOfParty } from './party-next.ts'

const me = { id: 'me', mayVerify: true }
const waiting = (createdBy: string | null, ...changedBy: string[]) => ({
  verifiedAt: null,
  createdBy,
  changesSince: changedBy.map((id) => ({ changedBy: id })),
})
const verified = { verifiedAt: '2026-11-26T10:00:00Z', createdBy: 'other', changesSince: [] }

test.each([
  ['undefined without accounts', [], me, undefined],
  ['undefined if all are verified', [verified], me, undefined],
  ['VERIFY for an account that another user entered', [verified, waiting('me'), waiting('other')], me, 'VERIFY'],
  ['VERIFY for an account that no user of the company entered', [waiting(null)], me, 'VERIFY'],
  ['WAIT for an account that the user entered', [waiting('me')], me, 'WAIT'],
  ['WAIT if the user changed the party', [waiting('other', 'third', 'me')], me, 'WAIT'],
  ['VERIFY if another user changed the party', [waiting('other', 'third')], me, 'VERIFY'],
  ['WAIT for a user who may not verify', [waiting('other')], { ...me, mayVerify: false }, 'WAIT'],
])('the next step of a party is %s', (_, banks, reader, step) => {
  expect(nextOfParty(banks, reader)).toBe(step)
})
