import { expect, test } from 'vitest'
import { codeUnder, filesWhere, isTest, isTestSupport } from './source.ts'

/** Code that computes a day in the zone of the machine or in UTC; the day must be the company's everywhere. */
const otherZone =
  /Intl\.DateTimeFormat|toLocale(?:Date|Time)String|\.get(?:Date|Day|Month|FullYear|Hours)\(|new Date\(\)\.toISOString\(\)\.slice|\bcurrent_date\b|\blocaltime|\bnow\(\)::date/

/** The files that use the company's zone, or check the name of a zone. */
const zoneModules = ['web/src/lib/days.ts', 'server/src/kernel/sheets/exports.ts', 'api/src/kernel/fields.ts']

const files = [
  ...['api/src', 'server/src', 'web/src'].flatMap((folder) => codeUnder(folder)),
  ...filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path)),
].filter(({ path }) => !isTest(path) && !isTestSupport(path))

test('days are computed in the company’s time zone, by one module on each side', () => {
  expect(
    files
      .filter(({ text }) => otherZone.test(text))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(zoneModules.toSorted())
})
