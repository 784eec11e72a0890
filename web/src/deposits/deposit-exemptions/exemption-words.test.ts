import { expect, test } from 'vitest'
import { validityText } from './exemption-words.ts'

const now = '2026-11-26'
const certificate = {
  purpose: 'EMD',
  ground: 'NSIC',
  validUntil: '2027-12-31',
  isNeeded: true,
  contractStatus: 'DRAFT',
} as const
type Overrides = Partial<Parameters<typeof validityText>[0]>
const validity = (overrides: Overrides, closingDate: string | null = null) =>
  validityText({ ...certificate, ...overrides }, closingDate, now)

test('the text of a certificate has its last day, the days left near the end, and the days since it expired', () => {
  expect(validity({})).toEqual({ text: 'Certificate valid until 31 Dec 2027' })
  expect(validity({ validUntil: '2027-01-26' })).toEqual({ text: 'Certificate valid until 26 Jan 2027' })
  const soon = (validUntil: string, left: string) => ({
    text: expect.stringContaining('Certificate valid until'),
    left,
    tone: 'soon',
    validUntil,
  })
  for (const { validUntil, ...expected } of [
    soon('2027-01-25', '60 days left'),
    soon('2026-11-27', '1 day left'),
    soon('2026-11-26', 'runs out today'),
  ])
    expect(validity({ validUntil })).toEqual(expected)
  expect(validity({ validUntil: '2026-11-25' })).toEqual({
    text: 'Certificate expired on 25 Nov 2026',
    left: '1 day ago: renew it',
    tone: 'over',
  })
})

test('an exemption that is not needed any more has no alarm', () => {
  expect(validity({ isNeeded: false, validUntil: '2026-11-25' })).toEqual({
    text: 'Certificate expired on 25 Nov 2026',
  })
  expect(validity({ isNeeded: false, validUntil: '2026-11-27' })).toEqual({
    text: 'Certificate valid until 27 Nov 2026',
  })
  expect(validity({ isNeeded: false, validUntil: null })).toBeNull()
})

test('a certificate for an EMD that ends before bids close has an alarm while the bid is a draft', () => {
  const expected = { left: 'it ends before bids close on 01 Jan 2028', tone: 'over' }
  expect(validity({}, '2028-01-01')).toMatchObject(expected)
  for (const overrides of [{ contractStatus: 'SUBMITTED' }, { purpose: 'PERFORMANCE_SECURITY' }] as const)
    expect(validity(overrides, '2028-01-01')).not.toHaveProperty('left')
  expect(validity({}, '2027-12-31')).not.toHaveProperty('left')
})

test('a missing last day is reported only for certificates that always end', () => {
  for (const ground of ['NSIC', 'STARTUP'] as const)
    expect(validity({ ground, validUntil: null })).toMatchObject({ text: expect.stringContaining('not entered') })
  for (const ground of ['UDYAM', 'GOVERNMENT', 'OTHER'] as const)
    expect(validity({ ground, validUntil: null })).toBeNull()
})
