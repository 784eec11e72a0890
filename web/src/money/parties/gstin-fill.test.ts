import { expect, test } from 'vitest'
import { fillOf, type GstinFields, normalizeTyped } from './gstin-fill.ts'

const empty: GstinFields = { pan: null, tan: null, state: null, gstTreatment: 'UNREGISTERED' }

test('a GSTIN fills empty fields', () => {
  expect(fillOf('27AAPFU0939F1ZV', empty, {})).toEqual({ pan: 'AAPFU0939F', state: '27', gstTreatment: 'REGULAR' })
  expect(fillOf('29BLRK01234B1DB', empty, {})).toEqual({ tan: 'BLRK01234B', state: '29', gstTreatment: 'DEDUCTOR' })
})

test('a GSTIN keeps typed values and replaces those of an earlier GSTIN', () => {
  const typed: GstinFields = { pan: 'AAACC4175D', tan: null, state: '29', gstTreatment: 'COMPOSITION' }
  expect(fillOf('27AAPFU0939F1ZV', typed, {})).toEqual({})
  const filled = { pan: 'AAACC4175D', state: '29', gstTreatment: 'COMPOSITION' } as const
  expect(fillOf('27AAPFU0939F1ZV', typed, filled)).toEqual({ pan: 'AAPFU0939F', state: '27', gstTreatment: 'REGULAR' })
})

test('an invalid GSTIN fills nothing', () => {
  for (const gstin of ['', '27AAPFU0939F1Z', '27AAPFU0939F1ZA', '25AAPFU0939F1ZV'])
    expect(fillOf(gstin, empty, {})).toEqual({})
})

test('a GSTIN is stored in capitals, without blanks', () => {
  expect(normalizeTyped(' 27 aapfu 0939f1zv')).toBe('27AAPFU0939F1ZV')
})
