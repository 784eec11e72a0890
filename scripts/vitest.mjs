import { clockAt, testMoment } from './clock.mjs'
import { commandOf } from './prepare.mjs'
import { colour, runNode } from './run.mjs'

const countsOf = (files) => {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/**
 * Runs vitest's `projects` at `moment` (ISO 8601); `args` are further arguments of vitest's. Returns the counts, and the results of the
 * files with failures (`FileResult` of `count-reporter.ts`). A run that breaks before it can count is one failure that belongs to no file.
 */
export async function runVitest(node, projects, args = [], { env = {}, moment = testMoment, ...options } = {}) {
  let report = { files: [], errors: 0 }
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter', 'default', '--reporter', './scripts/count-reporter.ts']
  const { code, output } = await runNode(
    node,
    [commandOf('vitest'), 'run', '--passWithNoTests', ...reporters, ...chosen, ...args],
    { ...options, env: { ...env, ...colour, ...(await clockAt(moment)) }, onMessage: (message) => (report = message) },
  )
  const counts = countsOf(report.files)
  counts.failed += report.errors
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  return { output, ...counts, failedFiles: report.files.filter(({ failed }) => failed > 0) }
}
