import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asIdentity,
  gstinCheckCharacter,
  gstinFault,
  ifscForm,
  insideGstin,
  isDeductorsGstin,
  isStateCode,
  panForm,
  pinForm,
  states,
  tanForm,
  udyamForm,
} from './identity.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const letters = alphabet.slice(10)

/** Of suppliers in ordinary and special zones, and of those who deduct tax at source, with a TAN or a PAN inside. */
const good = [
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
/** Any GSTIN that may have been given. */
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
const whole = (first: string) => first + gstinCheckCharacter(first)

describe('a GSTIN', () => {
  test.each(good)('%s is good', (gstin) => {
    expect(gstinFault(gstin)).toBeUndefined()
    expect(gstinFault(` ${gstin.toLowerCase()}\t`)).toBeUndefined()
  })

  test('with another last character says the right one', () => {
    for (const gstin of good)
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
    [whole('25AAPFU0939F1Z'), 'a State of old documents'],
    [whole('28AAPFU0939F1Z'), 'a State of old documents'],
    [whole('00AAPFU0939F1Z'), 'no State'],
    [whole('39AAPFU0939F1Z'), 'no State'],
    [whole('99AAPFU0939F1Z'), 'a centre without a State'],
  ])('%s has the form of none: %s', (gstin) => {
    expect(gstinFault(gstin)).toEqual({ kind: 'FORM' })
    expect(insideGstin(gstin)).toBeUndefined()
  })

  test('in which any single character is another one is found, whichever it is', () => {
    fc.assert(
      fc.property(gstins, fc.nat(14), fc.constantFrom(...alphabet), (gstin, at, character) => {
        fc.pre(gstin[at] !== character)
        expect(gstinFault(gstin)).toBeUndefined()
        expect(gstinFault(gstin.slice(0, at) + character + gstin.slice(at + 1))).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('in which two neighbours that differ change places is found', () => {
    fc.assert(
      fc.property(gstins, fc.nat(13), (gstin, at) => {
        const [one = '', other = ''] = gstin.slice(at, at + 2)
        fc.pre(one !== other)
        expect(gstinFault(gstin.slice(0, at) + other + one + gstin.slice(at + 2))).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('is good, too, where two characters change places over one between them; nor does its end tell the neighbours 0 and Z', () => {
    const gstin = whole('29AAPFU4939F1Z')
    const swapped = whole('29AAPFU3949F1Z')
    expect(swapped).toBe(gstin.replace('4939', '3949'))
    // No form has a place where these two may stand beside each other either way round.
    expect(gstinCheckCharacter('29AAPFU0939F0Z')).toBe(gstinCheckCharacter('29AAPFU0939FZ0'))
  })

  test('says its State, and the PAN or TAN inside', () => {
    expect(insideGstin(' 27aapfu0939f1zv')).toEqual({ state: '27', pan: 'AAPFU0939F', tan: null })
    expect(insideGstin('29BLRK01234B1DB')).toEqual({ state: '29', pan: null, tan: 'BLRK01234B' })
    expect(insideGstin('29AAATD1147B1DH')).toEqual({ state: '29', pan: null, tan: null })
    // What is inside is told while the last character is still wrong.
    expect(insideGstin('27AAPFU0939F1ZA')?.pan).toBe('AAPFU0939F')
    expect(good.filter(isDeductorsGstin)).toEqual(good.slice(6))
  })
})

test.each([
  ['PAN', panForm, ['AAPFU0939F', 'BQEPM7730H', 'AAACI1681G'], ['AAPDU0939F', 'AAPFU939F', 'AAPFU0939', '1APFU0939F']],
  ['TAN', tanForm, ['BLRK01234B', 'MUMA99999Z'], ['BLRK0123B', 'BL1K01234B', 'BLRK012345']],
  ['IFSC', ifscForm, ['HDFC0000412', 'SBIN0RRKAGB'], ['HDFC1000412', 'HDFC000041', 'HD4C0000412']],
  ['PIN', pinForm, ['560001', '110001'], ['060001', '56000', '5600011', '56 001']],
  ['Udyam number', udyamForm, ['UDYAM-KR-10-0041827'], ['UDYAM-KR-1-0041827', 'UDYAMKR100041827', 'KR10D0041827']],
])('a %s is told by its form', (_, form, right, wrong) => {
  for (const one of right) expect(form.test(one), one).toBe(true)
  for (const one of wrong) expect(form.test(one), one).toBe(false)
})

test('a number is kept without blanks around it, in capitals', () => {
  expect(asIdentity('  hdfc0000412\n')).toBe('HDFC0000412')
})

test('a State is known by two digits', () => {
  expect(Object.keys(states)).toHaveLength(37)
  expect(['01', '29', '38', '97'].every(isStateCode)).toBe(true)
  expect(['1', '25', '28', '39', '96', 'constructor', ''].some(isStateCode)).toBe(false)
})
