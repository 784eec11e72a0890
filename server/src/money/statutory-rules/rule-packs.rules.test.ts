import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inWords } from '@plinth/api/kernel/code-words'
import {
  resultOf,
  ruleKindLabels,
  ruleKindSubjects,
  ruleKinds,
  ruleSubjectLabels,
  ruleSubjects,
  ruleWords,
} from '@plinth/api/money/rule-kinds'
import { comingBackEvents, comingBackWays, ruleFieldLabels, ruleUnits } from '@plinth/api/money/rule-shapes'
import { describe, expect, test } from 'vitest'
import { StartError } from '../../kernel/start-error.ts'
import { readPacks, ruleId, shippedPacks } from './rule-packs.rules.ts'

const shipped = readPacks(shippedPacks())
const hindi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../web/src/languages/hi.json'), 'utf8'),
) as Record<string, string>

const nameOf = ({ kind, validFrom }: (typeof shipped)[number]) => `${kind} from ${validFrom}`

describe('every shipped rule', () => {
  test.each(shipped.map((rule) => [nameOf(rule), rule] as const))(
    '%s has a source, a trust mark, a vector that it passes, and words in both languages',
    (_, { kind, value, source, trust, vectors }) => {
      expect(source.title).not.toBe('')
      expect(source.readOn).toMatch(/^2026-/)
      expect('VKU').toContain(trust)
      // A rule marked V must cite a reference or an address, so that its source can be found again.
      if (trust === 'V') expect(source.reference ?? source.url).toEqual(expect.any(String))
      expect(vectors.length).toBeGreaterThan(0)
      for (const { given, expect: expected } of vectors) expect(resultOf(kind, value, given)).toBe(expected)
      const marks = [...ruleWords[kind].matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(value ?? {})).toEqual(expect.arrayContaining(marks))
      for (const text of [ruleKindLabels[kind], ruleWords[kind]]) expect(hindi[text], text).toEqual(expect.any(String))
    },
  )

  test('belongs to a subject with its own file, and every subject and kind has rules', () => {
    expect(shippedPacks().map(([file]) => file)).toEqual(
      ruleSubjects.map((subject) => `${subject.toLowerCase().replaceAll('_', '-')}.json`).toSorted(),
    )
    expect([...new Set(shipped.map(({ kind }) => kind))].toSorted()).toEqual(ruleKinds.toSorted())
    expect([...new Set(Object.values(ruleKindSubjects))].toSorted()).toEqual([...ruleSubjects].toSorted())
  })

  test('has Hindi words for every field', () => {
    const texts = [
      ...[ruleSubjectLabels, ruleFieldLabels, ruleUnits].flatMap((labels) => Object.values<string>(labels)),
      ...[...comingBackWays, ...comingBackEvents].map(inWords),
    ]
    for (const text of texts) expect(hindi[text], text).toEqual(expect.any(String))
  })
})

describe('the id of a rule', () => {
  const rule = { kind: 'SAC_DIGITS', scope: 'IN', validFrom: '2025-05-01' } as const

  test('follows from kind, scope, day and value, regardless of the order of fields', () => {
    const id = ruleId({ ...rule, value: { turnover: 5, digits: 4, digitsAbove: 6 } })
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(ruleId({ ...rule, value: { digitsAbove: 6, digits: 4, turnover: 5 } })).toBe(id)
    const others = [
      { ...rule, value: { turnover: 5, digits: 4, digitsAbove: 8 } },
      { ...rule, value: null },
      { ...rule, validFrom: '2025-05-02', value: { turnover: 5, digits: 4, digitsAbove: 6 } },
      { ...rule, scope: 'IN-KA', value: { turnover: 5, digits: 4, digitsAbove: 6 } },
    ].map(ruleId)
    expect(new Set([id, ...others]).size).toBe(5)
  })

  test('equals the one that installations have already', () => {
    const cap = shipped.find(({ kind }) => kind === 'LD_CAP')
    expect(cap?.id).toBe('e5071e46-caff-86be-afa7-6100c8abc35d')
  })
})

const source = { title: 'Clause 2', reference: null, url: null, publishedOn: null, readOn: '2026-11-26' }
const cap = {
  kind: 'LD_CAP',
  scope: 'IN',
  validFrom: '2026-04-01',
  value: { percent: 10 },
  source,
  trust: 'V',
  vectors: [{ given: { amount: 1000 }, expect: 100 }],
}
const packOf = (...rules: object[]): [string, string] => ['works.json', JSON.stringify({ subject: 'WORKS', rules })]

describe('a pack', () => {
  test.each([
    [
      'whose vector has another result',
      { vectors: [{ given: { amount: 1000 }, expect: 99 }] },
      'works.json cannot be loaded: LD_CAP of IN from 2026-04-01 fails its own vector: {"amount":1000} gives 100, not 99.',
    ],
    [
      'whose vector lacks an input',
      { vectors: [{ given: {}, expect: 100 }] },
      'LD_CAP of IN from 2026-04-01 cannot work out its vector {}: a vector gives no number as amount.',
    ],
    ['without a vector', { vectors: [] }, 'LD_CAP of IN from 2026-04-01 has no vector.'],
    [
      'with a value that its kind cannot have',
      { value: { percent: 101 } },
      'LD_CAP of IN from 2026-04-01 has a wrong value: value.percent must be at most 100.',
    ],
    [
      'with a value of another kind',
      { value: { days: 10 } },
      'LD_CAP of IN from 2026-04-01 has a wrong value: value.percent is required.',
    ],
    [
      'with an end that has vectors',
      { value: null },
      'LD_CAP of IN from 2026-04-01 has vectors, although it only ends those before it.',
    ],
    ['with a rule of another subject', { kind: 'UNIT_M' }, 'UNIT_M of IN from 2026-04-01 is none of WORKS.'],
    ['with an unknown kind', { kind: 'MOOD' }, 'works.json is not as it should be at rules.0.kind'],
    ['without a trust mark', { trust: undefined }, 'works.json is not as it should be at rules.0.trust'],
    ['with a scope that is no place', { scope: 'KA' }, 'works.json is not as it should be at rules.0.scope'],
    [
      'without the day on which the source was read',
      { source: { ...source, readOn: undefined } },
      'works.json is not as it should be at rules.0.source.readOn',
    ],
  ])('%s is rejected in one sentence', (_, change, sentence) => {
    const read = () => readPacks([packOf({ ...cap, ...change })])
    expect(read).toThrow(StartError)
    expect(read).toThrow(sentence)
  })

  test('with two rules of one kind, scope and day is rejected, in one file or in two', () => {
    const again = { ...cap, value: { percent: 5 }, vectors: [{ given: { amount: 1000 }, expect: 50 }] }
    expect(() => readPacks([packOf(cap, again)])).toThrow('LD_CAP of IN from 2026-04-01 stands in works.json already.')
    const [, text] = packOf(again)
    expect(() => readPacks([packOf(cap), ['zz.json', text]])).toThrow(
      'zz.json cannot be loaded: LD_CAP of IN from 2026-04-01 stands in works.json already.',
    )
    expect(readPacks([packOf(cap, { ...again, scope: 'IN-KA' })])).toHaveLength(2)
  })

  test('that is no JSON is rejected with its name', () => {
    expect(() => readPacks([['gst.json', '{']])).toThrow('The rule pack gst.json is no JSON.')
  })

  test('may end an earlier rule', () => {
    expect(readPacks([packOf({ ...cap, value: null, vectors: [] })])).toMatchObject([{ value: null }])
  })
})
