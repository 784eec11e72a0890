import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { auditedRecords } from '../api/src/entities.ts'
import type { EntityManifest } from '../api/src/kernel/entity.ts'
import { codeOf, nameIn, partsIn } from './languages.ts'
import { codeUnder, filesWhere, root } from './source.ts'

/** Audited tables without a screen to link to, and why. */
const withoutLink: Record<string, string> = {
  contract_imports: 'is listed in the history of uploads only',
  documents: 'is shown on the page of its record',
}

const named = Object.keys(auditedRecords).toSorted()

test('the audited tables are exactly those in the manifests of the entities', () => {
  const migrations = filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path))
  const calls = migrations.flatMap(({ text }) => [...text.matchAll(/^\s*call app\.keep_audit\(\s*'(\w+)'/gm)])
  const tables = new Set(calls.map(([, table = '']) => table))
  expect(tables.size).toBeGreaterThan(10)
  expect(named).toEqual([...tables].toSorted())
})

/** The manifests of the entities, by the names of their constants. */
const manifests = await Promise.all(
  filesWhere((path) => path.endsWith('.entity.ts')).map(async ({ path }) => {
    const file = (await import(pathToFileURL(join(root, path)).href)) as Record<string, EntityManifest>
    const [name = '', manifest] = Object.entries(file)[0] ?? []
    return { name, manifest: manifest ?? expect.fail(path) }
  }),
)

const links = codeOf(codeUnder('web/src').filter(({ path }) => path.endsWith('/links.ts')))

test('every entity with an audit trail has links, or a reason for having none', () => {
  const linked = links.argumentsOf('linksOf', 0).map(({ part }) => nameIn(part))
  const audited = manifests.filter(({ manifest }) => manifest.audited !== undefined)
  const notLinked = audited.filter(({ name }) => !linked.includes(name))
  expect(notLinked.flatMap(({ manifest }) => Object.keys(manifest.audited ?? {})).toSorted()).toEqual(
    Object.keys(withoutLink).toSorted(),
  )
})

test('the manifest or the links of an audited entity have the address of its records', () => {
  const inLinks = links.places
    .filter(({ part }) => part.type === 'Property' && nameIn(part['key']) === 'pathOf')
    .flatMap(({ part }) => partsIn(part['value']).flatMap((value) => partsIn(value['properties'])))
    .map((property) => nameIn(property['key']) ?? '')
  const shownNowhere = manifests.flatMap(({ manifest: { path, listPath, audited = {} } }) =>
    path === undefined && listPath === undefined ? Object.keys(audited) : [],
  )
  expect(inLinks.length).toBeGreaterThan(4)
  expect(shownNowhere.filter((table) => !inLinks.includes(table)).toSorted()).toEqual(
    Object.keys(withoutLink).toSorted(),
  )
})

test('a manifest with a title has the address of its list, and one whose records are found or created has their address', () => {
  const incomplete = manifests.filter(
    ({ manifest: { path, listPath, title, create, found } }) =>
      (title !== undefined && path === undefined && listPath === undefined) ||
      ((create !== undefined || found !== undefined) && (path === undefined || title === undefined)),
  )
  expect(incomplete.map(({ name }) => name)).toEqual([])
})
