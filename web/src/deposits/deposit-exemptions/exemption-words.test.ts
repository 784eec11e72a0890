import { expect, test } from 'vitest'
import { exemptText, validityText } from './exemption-words.ts'

const now = '2026-11-26'
const certificate = {
  purpose: 'EMD',
  ground: 'NSIC',
  validUntil: '2027-12-31',
  isNeeded: true,
  contractStatus: 'DRAFT',
} as const
type Given = Partial<Parameters<typeof validityText>[0]>
const said = (given: Given, closingDate: string | null = null) =>
  validityText({ ...certificate, ...given }, closingDate, now)

test('a certificate says until when it is valid, what is left near its end, and since when it is over', () => {
  expect(said({})).toEqual({ text: 'Certificate valid until 31 Dec 2027' })
  expect(said({ validUntil: '2027-01-26' })).toEqual({ text: 'Certificate valid until 26 Jan 2027' })
  const soon = (validUntil: string, left: string) => ({
    text: expect.stringContaining('Certificate valid until'),
    left,
    tone: 'soon',
    validUntil,
  })
  for (const { validUntil, ...told } of [
    soon('2027-01-25', '60 days left'),
    soon('2026-11-27', '1 day left'),
    soon('2026-11-26', 'runs out today'),
  ])
    expect(said({ validUntil })).toEqual(told)
  expect(said({ validUntil: '2026-11-25' })).toEqual({
    text: 'Certificate expired on 25 Nov 2026',
    left: '1 day ago: renew it',
    tone: 'over',
  })
})

test('one that nothing depends on any more raises no alarm', () => {
  expect(said({ isNeeded: false, validUntil: '2026-11-25' })).toEqual({ text: 'Certificate expired on 25 Nov 2026' })
  expect(said({ isNeeded: false, validUntil: '2026-11-27' })).toEqual({ text: 'Certificate valid until 27 Nov 2026' })
  expect(said({ isNeeded: false, validUntil: null })).toBeNull()
})

test('a certificate that ends before bids close is told of while the bid is prepared', () => {
  const told = { left: 'it ends before bids close on 01 Jan 2028', tone: 'over' }
  expect(said({}, '2028-01-01')).toMatchObject(told)
  for (const given of [{ contractStatus: 'SUBMITTED' }, { purpose: 'PERFORMANCE_SECURITY' }] as const)
    expect(said(given, '2028-01-01')).not.toHaveProperty('left')
  expect(said({}, '2027-12-31')).not.toHaveProperty('left')
})

test('of certificates that always end a missing day is told, of others none', () => {
  for (const ground of ['NSIC', 'STARTUP'] as const)
    expect(said({ ground, validUntil: null })).toMatchObject({ text: expect.stringContaining('not entered') })
  for (const ground of ['UDYAM', 'GOVERNMENT', 'OTHER'] as const) expect(said({ ground, validUntil: null })).toBeNull()
})

test('what is claimed or accepted says what need not be guaranteed', () => {
  const text = (given: object) => exemptText({ purpose: 'EMD', state: 'CLAIMED', amount: null, ...given })
  expect(text({})).toBe('An exemption from EMD is claimed: while that stands, no guarantee for it need be planned.')
  expect(text({ state: 'ACCEPTED', amount: 50_000 })).toBe(
    'An exemption from EMD was accepted: ₹50,000.00 of it need not be guaranteed.',
  )
})
