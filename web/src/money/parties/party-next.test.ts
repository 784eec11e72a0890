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
  ['nothing where there is no account', [], me, undefined],
  ['nothing where all are verified', [verified], me, undefined],
  ['to verify what another person entered', [verified, waiting('me'), waiting('other')], me, 'VERIFY'],
  ['to verify what nobody of the company entered', [waiting(null)], me, 'VERIFY'],
  ['to wait for another person with what one entered oneself', [waiting('me')], me, 'WAIT'],
  ['to wait for another person where one changed the party', [waiting('other', 'third', 'me')], me, 'WAIT'],
  ['to verify where somebody else changed the party', [waiting('other', 'third')], me, 'VERIFY'],
  ['to wait for those who may verify', [waiting('other')], { ...me, mayVerify: false }, 'WAIT'],
])('there is %s', (_, banks, reader, step) => {
  expect(nextOfParty(banks, reader)).toBe(step)
})
