import { expect, test } from 'vitest'
import { asTyped, fillOf, type Told } from './gstin-fill.ts'

const empty: Told = { pan: null, tan: null, state: null, gstTreatment: 'UNREGISTERED' }

test('a GSTIN fills in what is empty', () => {
  expect(fillOf('27AAPFU0939F1ZV', empty, {})).toEqual({ pan: 'AAPFU0939F', state: '27', gstTreatment: 'REGULAR' })
  expect(fillOf('29BLRK01234B1DB', empty, {})).toEqual({ tan: 'BLRK01234B', state: '29', gstTreatment: 'DEDUCTOR' })
})

test('what somebody typed stays, what an earlier GSTIN filled in does not', () => {
  const typed: Told = { pan: 'AAACC4175D', tan: null, state: '29', gstTreatment: 'COMPOSITION' }
  expect(fillOf('27AAPFU0939F1ZV', typed, {})).toEqual({})
  const filled = { pan: 'AAACC4175D', state: '29', gstTreatment: 'COMPOSITION' } as const
  expect(fillOf('27AAPFU0939F1ZV', typed, filled)).toEqual({ pan: 'AAPFU0939F', state: '27', gstTreatment: 'REGULAR' })
})

test('one that cannot be right fills in nothing', () => {
  for (const gstin of ['', '27AAPFU0939F1Z', '27AAPFU0939F1ZA', '25AAPFU0939F1ZV'])
    expect(fillOf(gstin, empty, {})).toEqual({})
})

test('it is kept in capitals, without blanks', () => {
  expect(asTyped(' 27 aapfu 0939f1zv')).toBe('27AAPFU0939F1ZV')
})
