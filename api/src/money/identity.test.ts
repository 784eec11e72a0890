import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStateCode, states } from '../kernel/states.ts'
import {
  asIdentity,
  gstinCheckCharacter,
  gstinFault,
  ifscForm,
  insideGstin,
  isDeductorsGstin,
  panForm,
  pinForm,
  tanForm,
  udyamForm,
} from './identity.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const letters = alphabet.slice(10)

/** GSTINs of ordinary and SEZ suppliers, and of tax deductors with a TAN or a PAN inside. */
const validGstins = [
  '27AAPFU0939F1ZV',
  '29AAGCB7383J1Z4',
  '07AAACI1681G1ZR',
  '33AAACS8577K2ZV',
  '29AAJFV5506C1Z5',
  '29BQEPM7730H1ZK',
  '29BLRK01234B1DB',
  '29BLRC04417A1DN',
  '29BLRP02291C1DO',
  '29AAATD1147B1DH',
]

const text = (characters: readonly string[], length: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length })
/** Any valid GSTIN. */
const gstins = fc
  .tuple(
    fc.constantFrom(...Object.keys(states)),
    text(letters, 4),
    fc.oneof(text(letters, 1), text(alphabet.slice(0, 10), 1)),
    text(alphabet.slice(0, 10), 4),
    text(letters, 1),
    text(alphabet.slice(1), 1),
  )
  .map(([state, four, fifth, digits, letter, nth]) => {
    const first = state + four + fifth + digits + letter + nth + (/\d/.test(fifth) ? 'D' : 'Z')
    return first + gstinCheckCharacter(first)
  })
const withCheckCharacter = (first: string) => first + gstinCheckCharacter(first)

describe('a GSTIN', () => {
  test.each(validGstins)('%s is valid', (gstin) => {
    expect(gstinFault(gstin)).toBeUndefined()
    expect(gstinFault(` ${gstin.toLowerCase()}\t`)).toBeUndefined()
  })

  test('with another last character has a fault with the right one', () => {
    for (const gstin of validGstins)
      for (const last of alphabet.filter((character) => !gstin.endsWith(character)))
        expect(gstinFault(gstin.slice(0, -1) + last)).toEqual({ kind: 'CHECK_DIGIT', character: gstin.at(-1) })
  })

  test.each([
    ['', 'nothing'],
    ['27AAPFU0939F1Z', 'one character too few'],
    ['27AAPFU0939F1ZVV', 'one too many'],
    ['27AAPFU0939F1CB', 'that of a collector of tax'],
    ['27AAPFU0939F0ZX', 'a registration number 0'],
    ['27AAPF10939F1ZV', 'a digit among the letters, of no deductor'],
    ['27ААPFU0939F1ZV', 'letters of another alphabet'],
    [withCheckCharacter('25AAPFU0939F1Z'), 'a State of old documents'],
    [withCheckCharacter('28AAPFU0939F1Z'), 'a State of old documents'],
    [withCheckCharacter('00AAPFU0939F1Z'), 'no State'],
    [withCheckCharacter('39AAPFU0939F1Z'), 'no State'],
    [withCheckCharacter('99AAPFU0939F1Z'), 'a centre without a State'],
  ])('%s has an invalid form: %s', (gstin) => {
    expect(gstinFault(gstin)).toEqual({ kind: 'FORM' })
    expect(insideGstin(gstin)).toBeUndefined()
  })

  test('with any single character changed is rejected', () => {
    fc.assert(
      fc.property(gstins, fc.nat(14), fc.constantFrom(...alphabet), (gstin, at, character) => {
        fc.pre(gstin[at] !== character)
        expect(gstinFault(gstin)).toBeUndefined()
        expect(gstinFault(gstin.slice(0, at) + character + gstin.slice(at + 1))).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('with two different neighbouring characters swapped is rejected', () => {
    fc.assert(
      fc.property(gstins, fc.nat(13), (gstin, at) => {
        const [one = '', other = ''] = gstin.slice(at, at + 2)
        fc.pre(one !== other)
        expect(gstinFault(gstin.slice(0, at) + other + one + gstin.slice(at + 2))).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('stays valid if some characters two places apart are swapped; and the check character is the same for 0Z and Z0', () => {
    const gstin = withCheckCharacter('29AAPFU4939F1Z')
    const swapped = withCheckCharacter('29AAPFU3949F1Z')
    expect(swapped).toBe(gstin.replace('4939', '3949'))
    // No form allows these two characters side by side in either order.
    expect(gstinCheckCharacter('29AAPFU0939F0Z')).toBe(gstinCheckCharacter('29AAPFU0939FZ0'))
  })

  test('contains its State, and a PAN or TAN', () => {
    expect(insideGstin(' 27aapfu0939f1zv')).toEqual({ state: '27', pan: 'AAPFU0939F', tan: null })
    expect(insideGstin('29BLRK01234B1DB')).toEqual({ state: '29', pan: null, tan: 'BLRK01234B' })
    expect(insideGstin('29AAATD1147B1DH')).toEqual({ state: '29', pan: null, tan: null })
    // The parts are found even if the last character is wrong.
    expect(insideGstin('27AAPFU0939F1ZA')?.pan).toBe('AAPFU0939F')
    expect(validGstins.filter(isDeductorsGstin)).toEqual(validGstins.slice(6))
  })
})

test.each([
  ['PAN', panForm, ['AAPFU0939F', 'BQEPM7730H', 'AAACI1681G'], ['AAPDU0939F', 'AAPFU939F', 'AAPFU0939', '1APFU0939F']],
  ['TAN', tanForm, ['BLRK01234B', 'MUMA99999Z'], ['BLRK0123B', 'BL1K01234B', 'BLRK012345']],
  ['IFSC', ifscForm, ['HDFC0000412', 'SBIN0RRKAGB'], ['HDFC1000412', 'HDFC000041', 'HD4C0000412']],
  ['PIN', pinForm, ['560001', '110001'], ['060001', '56000', '5600011', '56 001']],
  ['Udyam number', udyamForm, ['UDYAM-KR-10-0041827'], ['UDYAM-KR-1-0041827', 'UDYAMKR100041827', 'KR10D0041827']],
])('a %s is checked by its form', (_, form, validNumbers, invalidNumbers) => {
  for (const one of validNumbers) expect(form.test(one), one).toBe(true)
  for (const one of invalidNumbers) expect(form.test(one), one).toBe(false)
})

test('an identity number is stored in capitals, without surrounding blanks', () => {
  expect(asIdentity('  hdfc0000412\n')).toBe('HDFC0000412')
})

test('a State has a code of two digits', () => {
  expect(Object.keys(states)).toHaveLength(37)
  expect(['01', '29', '38', '97'].every(isStateCode)).toBe(true)
  expect(['1', '25', '28', '39', '96', 'constructor', ''].some(isStateCode)).toBe(false)
})
