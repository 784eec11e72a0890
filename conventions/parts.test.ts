import { expect, test } from 'vitest'
import { codeUnder, isTest, offences, type SourceFile } from './source.ts'

const pages = codeUnder('web/src').filter(({ path }) => !isTest(path))

/** `linksOf` makes a late script of the `wire` of an entity. */
const asPart = /(?:\b(?:part|screenPart|lateScript)\(\s*|\bwire: )\(\) =>\s*import\(/g

/** The one place that loads again what has failed, by its address. */
const isLoader = ({ path }: SourceFile) => path === 'web/src/lib/scripts.ts'

test('every script that comes later is a part: what does not come, or breaks, takes no screen along', () => {
  const found = offences(
    pages.filter((file) => !isLoader(file)),
    ({ text }) => [
      ...[...text.replaceAll(asPart, '').matchAll(/\bimport\((?!\.).*/g)].map(([line]) => line),
      ...[...text.matchAll(/\blazy\(|\blazyRouteComponent\b|\bSuspense\b/g)].map(([name]) => name),
    ],
  )
  expect(found).toEqual([])
  expect(pages.flatMap(({ text }) => [...text.matchAll(asPart)]).length).toBeGreaterThan(60)
})
