import { commandOf } from './prepare.mjs'
import { colour, runNode } from './run.mjs'

/** Runs the projects and answers what came of them; a run that breaks before it can count is one failure. */
export async function runVitest(node, projects, args = [], { env = {}, ...options } = {}) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter', 'default', '--reporter', './scripts/count-reporter.ts']
  const { code, output } = await runNode(
    node,
    [commandOf('vitest'), 'run', '--passWithNoTests', ...reporters, ...chosen, ...args],
    { ...options, env: { ...env, ...colour }, onMessage: (message) => (counts = message) },
  )
  if (code !== 0 && counts.failed === 0) counts = { ...counts, failed: 1 }
  return { output, ...counts }
}
