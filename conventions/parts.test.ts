import { expect, test } from 'vitest'
import { codeUnder, isTest, offences, type SourceFile } from './source.ts'

const pages = codeUnder('web/src').filter(({ path }) => !isTest(path))

/** `linksOf` makes a lazy script of the `wire` of an entity. */
const lazyImport = /(?:\b(?:lazyPart|lazyDialog|lazyScreen|lazyScript)\(\s*|\bwire: )\(\) =>\s*import\(/g

/** The one place that imports by an address. */
const isLoader = ({ path }: SourceFile) => path === 'web/src/lib/lazy-script.ts'

test('every dynamic import is a lazy part, screen or script, which can be tried again', () => {
  const found = offences(
    pages.filter((file) => !isLoader(file)),
    ({ text }) => [
      ...[...text.replaceAll(lazyImport, '').matchAll(/\bimport\((?!\.).*/g)].map(([line]) => line),
      ...[...text.matchAll(/\blazy\(|\blazyRouteComponent\b|\bSuspense\b/g)].map(([name]) => name),
    ],
  )
  expect(found).toEqual([])
  expect(pages.flatMap(({ text }) => [...text.matchAll(lazyImport)]).length).toBeGreaterThan(60)
})
