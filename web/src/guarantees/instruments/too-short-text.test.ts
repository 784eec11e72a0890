import { expect, test } from 'vitest'
import { tooShortText } from './too-short-text.ts'

test('tooShortText says by how many days a guarantee is too short, why, and which day is long enough', () => {
  const short = { expiresOn: '2027-07-15', completesOn: '2027-06-30', neededUntil: '2027-08-29' }
  expect(tooShortText(short)).toBe(
    'Ends 45 days before what the contract asks for (completion 30 Jun 2027 + 60 days): have it extended to 29 Aug 2027',
  )
})

test('tooShortText is null if no later day is required', () => {
  expect(tooShortText({ expiresOn: '2027-07-15', completesOn: null, neededUntil: null })).toBeNull()
})
