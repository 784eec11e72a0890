import { expect, test } from 'vitest'
import { auditedRecords } from '../api/src/names.ts'
import { codeOf, nameIn, partsIn } from './languages.ts'
import { codeUnder, filesWhere } from './source.ts'

/** Records of the trail that have no screen to lead to, and why. */
const withoutLink: Record<string, string> = {
  contract_imports: 'stands in the history of uploads alone',
  documents: 'stands on the page of the record it belongs to',
}

const named = Object.keys(auditedRecords).toSorted()

test('every table that leaves an audit trail has a name on the screen, and nothing else has', () => {
  const migrations = filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path))
  const calls = migrations.flatMap(({ text }) => [...text.matchAll(/^\s*call app\.keep_audit\(\s*'(\w+)'/gm)])
  const tables = new Set(calls.map(([, table = '']) => table))
  expect(tables.size).toBeGreaterThan(10)
  expect(named).toEqual([...tables].toSorted())
})

test('every record of the audit trail leads to a screen, or says why not', () => {
  const links = codeOf(codeUnder('web/src').filter(({ path }) => path.endsWith('/links.ts')))
  const linked = links.places
    .filter(({ part }) => part.type === 'Property' && nameIn(part['key']) === 'audited')
    .flatMap(({ part }) => partsIn(part['value']).flatMap((value) => partsIn(value['properties'])))
    .map((property) => nameIn(property['key']) ?? '')
  expect([...linked, ...Object.keys(withoutLink)].toSorted()).toEqual(named)
})
