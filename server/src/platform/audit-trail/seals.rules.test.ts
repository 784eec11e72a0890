import { describe, expect, test } from 'vitest'
import type { Standing } from '../../kernel/secrets/trail-signatures.ts'
import { after, claimOfSeal, claimOfTakeover, extend, type Span, spansIn, textOf, verdictOn } from './seals.rules.ts'

test('spans are kept as text, grow at their end, and are cut off behind a number', () => {
  const spans: Span[] = []
  for (const number of [3, 4, 5, 9, 9]) extend(spans, number)
  extend(spans, 10, 20)
  expect(textOf(spans)).toBe('3-5,9-20')
  expect(spansIn('3-5,9-20')).toEqual(spans)
  expect(spansIn('')).toEqual([])
  expect(textOf(after(spans, 4))).toBe('5-5,9-20')
  expect(after(spans, 20)).toEqual([])
})

test('what is signed of a takeover is nothing that is signed of a seal', () => {
  const seal = { number: 7, digest: 'ab' }
  const takeover = { ...seal, forged: spansIn('1-2'), unknown: [] }
  expect(claimOfTakeover('company', takeover)).toBe('takeover company 7 ab 1-2 ')
  expect(claimOfTakeover('company', { ...takeover, forged: [], unknown: spansIn('1-2') })).not.toBe(
    claimOfTakeover('company', takeover),
  )
  expect(claimOfSeal('company', seal)).toBe('company 7 ab')
})

describe('a seal', () => {
  const covering = { number: 100, digest: '', forged: spansIn('5-6,200-200'), unknown: spansIn('1-3') }

  test.each<[string, number, Standing, string]>([
    ['of a good signature', 101, 'ours', 'ours'],
    ['that a takeover covers, whatever key made it', 50, 'foreign', 'ours'],
    ['that a takeover could not tell', 2, 'foreign', 'unknown'],
    ['that a takeover could not tell, and we now can', 2, 'ours', 'ours'],
    ['that was found forged then', 5, 'foreign', 'forged'],
    ['that was cut off then and made anew since', 200, 'ours', 'forged'],
    ['that says to be by a key of ours and is not', 101, 'forged', 'forged'],
    ['by a key that is not known', 101, 'foreign', 'unknown'],
    ['that should name its key and does not', 101, 'unmarked', 'forged'],
    ['of an early version that no known key made', 2, 'unmarked', 'unknown'],
  ])('%s', (_, number, own, verdict) => {
    expect(verdictOn(number, own, [covering])).toBe(verdict)
  })

  test('of an early version is unknown where nothing was ever taken over', () => {
    expect([verdictOn(1, 'unmarked', []), verdictOn(1, 'foreign', [])]).toEqual(['unknown', 'unknown'])
  })

  test('is good when any takeover that holds says so', () => {
    const earlier = { number: 3, digest: '', forged: [], unknown: [] }
    expect(verdictOn(2, 'foreign', [earlier, covering])).toBe('ours')
  })
})
