import { expect, test } from 'vitest'
import { codeUnder, filesWhere, isTest, isTestSupport } from './source.ts'

/** What asks the machine that the code runs on, or UTC, which day a moment is of; it is the company's everywhere. */
const another =
  /Intl\.DateTimeFormat|toLocale(?:Date|Time)String|\.get(?:Date|Day|Month|FullYear|Hours)\(|new Date\(\)\.toISOString\(\)\.slice|\bcurrent_date\b|\blocaltime|\bnow\(\)::date/

/** Where the company's zone is asked, and where a name is judged to be one. */
const asked = ['web/src/lib/days.ts', 'server/src/kernel/sheets/exports.ts', 'api/src/kernel/fields.ts']

const files = [
  ...['api/src', 'server/src', 'web/src'].flatMap((folder) => codeUnder(folder)),
  ...filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path)),
].filter(({ path }) => !isTest(path) && !isTestSupport(path))

test('the day of a moment is told in the company’s time zone, and asked for in one place on each side', () => {
  expect(
    files
      .filter(({ text }) => another.test(text))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(asked.toSorted())
})
