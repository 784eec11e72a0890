import { expect, test } from 'vitest'
import { filesWhere, isTypeScript, offences } from './source.ts'

const barrels = ['api/src/index.ts', 'local-postgres/src/index.ts']
/** Tools that load these files require a default export. */
const isLoadedByName = (path: string) => path.endsWith('.config.ts') || path === 'scripts/count-reporter.ts'

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match.trim())

test('exports are named', () => {
  const files = filesWhere((path) => isTypeScript(path) && !isLoadedByName(path))
  expect(offences(files, ({ text }) => found(text, /^export default\b.*|^export \{[^}]*\bas default\b.*/gm))).toEqual(
    [],
  )
})

test('no file re-exports, except the entry points', () => {
  const files = filesWhere((path) => isTypeScript(path) && !barrels.includes(path))
  const again = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s.*/gm
  expect(offences(files, ({ text }) => found(text, again))).toEqual([])
})

test('no folder has an index file, except the two packages with one', () => {
  const files = filesWhere((path) => /\/index\.tsx?$/.test(path) && !barrels.includes(path))
  expect(files.map(({ path }) => path)).toEqual([])
})

test('imports use no path alias, only package names and relative paths', () => {
  const aliased = filesWhere((path) => /(^|\/)(tsconfig[\w.]*\.json|vite\.config\.ts)$/.test(path))
  expect(offences(aliased, ({ text }) => found(text, /"paths"\s*:|\balias\s*:/g))).toEqual([])
})
