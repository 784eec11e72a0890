import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from './prepare.mjs'
import { root } from './run.mjs'
import { runVitest } from './vitest.mjs'

/**
 * Days on which a week, month, year or leap year turns over, and times at which India and UTC have different days. A run takes
 * less than ten minutes, and those before midnight begin early enough to end before it: a test that computes a day before
 * midnight and checks it after midnight would prove nothing.
 */
const moments = {
  Monday: '2026-11-23T10:00:00+05:30',
  'Friday 23:50 IST': '2026-11-27T23:50:00+05:30',
  Saturday: '2026-11-21T10:00:00+05:30',
  'second Saturday': '2026-12-12T10:00:00+05:30',
  Sunday: '2026-11-22T10:00:00+05:30',
  '30 January': '2027-01-30T10:00:00+05:30',
  '31 January': '2027-01-31T10:00:00+05:30',
  '28 February': '2027-02-28T10:00:00+05:30',
  '29 February 2028': '2028-02-29T10:00:00+05:30',
  '31 March': '2027-03-31T10:00:00+05:30',
  '1 April': '2027-04-01T10:00:00+05:30',
  '30 June': '2027-06-30T10:00:00+05:30',
  '31 December 23:50 IST': '2026-12-31T23:50:00+05:30',
  '1 January 00:10 IST': '2027-01-01T00:10:00+05:30',
  'up to 18:29 UTC': '2026-11-24T18:19:00Z',
  '18:31 UTC': '2026-11-24T18:31:00Z',
}

/** The tests of the server, the wire and the pages' rules that depend on the current day. */
function dayTests() {
  const tests = ['api', 'server', 'web'].flatMap((folder) => filesUnder(join(root, folder, 'src')))
  return tests
    .filter(
      (path) => path.endsWith('.test.ts') && /\btoday\b|dayFromToday|current_date/.test(readFileSync(path, 'utf8')),
    )
    .map((path) => path.slice(root.length))
}

/** Runs every test that depends on days at each moment, or at those whose names contain one of `names`. Returns the counts of each. */
export async function runCalendar(node, names = []) {
  const files = dayTests()
  const chosen = Object.entries(moments).filter(
    ([name]) => names.length === 0 || names.some((part) => name.includes(part)),
  )
  const results = []
  for (const [name, moment] of chosen) {
    const began = performance.now()
    const {
      output,
      failedFiles: _,
      ...counts
    } = await runVitest(node, ['api', 'web', 'server', 'long'], files, { moment, quiet: true })
    if (counts.failed > 0) console.log(output.trimEnd())
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(`${name.padEnd(24)}${counts.passed} passed, ${counts.failed} failed, ${minutes} minutes`)
    results.push(counts)
  }
  return results
}
