import { expect, test } from 'vitest'
import { codeUnder, isTestSupport } from './source.ts'

const literal = /(?<![\w)\]/<])\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g

/** The regular expressions of the product, by their source. */
const patterns = ['api/src', 'server/src', 'web/src', 'local-postgres/src']
  .flatMap((folder) => codeUnder(folder))
  .filter(({ path }) => !isTestSupport(path))
  .flatMap(({ path, text }) => [...text.matchAll(literal)].map(([, body = '']) => ({ path, body })))
  .filter(({ body }) => {
    try {
      return Boolean(new RegExp(body, 'u'))
    } catch {
      return false
    }
  })

/** A pattern with every character and every character class written as one letter. */
const simplified = (body: string) => body.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x')

test('there are patterns to check', () => {
  expect(patterns.length).toBeGreaterThan(200)
})

/** In these, each part ends with a character that its next repetition cannot begin with, so that a text can be read in one way only. */
const onlyOneWay = ['^(?:[\\w-]+(?:\\.[\\w-]+)*|\\[[\\da-f:.]+\\])(?::\\d{1,5})?$', '^[A-Z]+(?:_[A-Z]+)+$']

test('no pattern has nested repetition, which could take exponential time on a text that nearly matches', () => {
  const found = patterns.filter(
    ({ body }) => /\([^()]*[+*][^()]*\)(?:[+*]|\{\d+,\})/.test(simplified(body)) && !onlyOneWay.includes(body),
  )
  expect(found).toEqual([])
})

/** A pattern that begins with a repetition and is anchored at the end is tried from every position. The limit of its texts: */
const bounded: Record<string, string> = {
  '^[\\s.]+|[\\s.]+$': 'a name of 1,000 signs, in server/src/documents/documents/files.rules.ts',
  '\\s*\\/[-=]$': 'a figure of 200 signs, in server/src/kernel/sheets/sheet-cells.ts',
  '\\s*%\\s*$': 'a figure of 200 signs, in server/src/kernel/sheets/sheet-cells.ts',
  '[T\\s]+0{1,2}:00(?::00(?:\\.0+)?)?(?:\\s*AM)?Z?$': 'a day of 200 signs, in server/src/kernel/sheets/sheet-cells.ts',
  '\\d+$': 'the name of a cell, 21 signs, in server/src/kernel/sheets/sheet-xlsx.ts',
  '\\/+$': 'a setting',
  '^-+|-+$': 'the name of a company, 200 signs',
  '^[([]?(?:\\p{L}{1,2}|[ivx]+)[)\\]]?$':
    'an item number of 100 signs, in server/src/works/schedule-sheets/item-numbers.rules.ts',
  '[.:]+$': 'an item number of 100 signs, in server/src/works/schedule-sheets/item-numbers.rules.ts',
  '^[([]?(?:\\p{L}|[ivx]+)[)\\].:]?$':
    'a number of 40 signs, in server/src/works/schedule-sheets/item-numbers.rules.ts',
  '^(%0?|‰|[\\d,]+(?:\\.0+)?)\\s*(\\S.*)$': 'a unit of 100 signs, in server/src/works/schedule-sheets/units.rules.ts',
}

test('a pattern that is tried from every position has only texts of limited length', () => {
  const isTriedEverywhere = (body: string) =>
    simplified(body)
      .split('|')
      .some((part) => /^\(*[^^$()|][+*].*\$\)*$/.test(part))
  const found = patterns.filter(({ body }) => isTriedEverywhere(body))
  expect(found.filter(({ body }) => !bounded[body])).toEqual([])
  expect(Object.keys(bounded).filter((body) => !found.some((pattern) => pattern.body === body))).toEqual([])
})
