import { expect, test } from 'vitest'
import {
  conformanceTable,
  proofsIn,
  readProofs,
  readStatements,
  statementsPath,
  strayNumbers,
  tablePath,
} from './conformance.ts'
import { paths, textOf } from './source.ts'

const statements = readStatements()
const proofs = readProofs()
const known = new Set(statements.map(({ id }) => id))

test('each statement is listed once, in its section, with the next number', () => {
  const ids = statements.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(statements.filter(({ id, section }) => !section.startsWith(`${id.split('.')[0]} `))).toEqual([])
  expect(statements.length).toBeGreaterThan(200)
})

test('every statement has a test that runs', () => {
  const proven = new Set(proofs.filter(({ isSkipped }) => !isSkipped).flatMap(({ ids }) => ids))
  expect(statements.filter(({ id }) => !proven.has(id)).map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

test('every number in a title belongs to a statement, and every number in a test file is in a title', () => {
  const unknown = proofs.flatMap(({ path, title, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${path}: “${title}” names ${id}`),
  )
  expect(unknown, statementsPath).toEqual([])
  expect(strayNumbers()).toEqual([])
})

test('the table matches the statements and the tests', () => {
  expect(paths).toContain(tablePath)
  expect(textOf(tablePath), 'npm run conformance writes it').toBe(conformanceTable(statements, proofs))
})

test('titles are read in every form, and skipped tests are detected', () => {
  const text = `
const other = testIn('Some Works')
describe('a list [2.1]', () => {
  test.each([
    ['x (', 1],
  ])('of %s [2.2 3.1]', () => {})
  test.skip("isn't read [2.3]", () => {})
})
describe.skip('a form', () => {
  test('is sent [2.4]', () => {})
})
other('in a company [2.5]', async () => {})
`
  expect(proofsIn({ path: 'x', text })).toEqual([
    { path: 'x', title: 'a list', ids: ['2.1'], isSkipped: false },
    { path: 'x', title: 'a list › of %s', ids: ['2.2', '3.1'], isSkipped: false },
    { path: 'x', title: "a list › isn't read", ids: ['2.3'], isSkipped: true },
    { path: 'x', title: 'a form › is sent', ids: ['2.4'], isSkipped: true },
    { path: 'x', title: 'in a company', ids: ['2.5'], isSkipped: false },
  ])
})
