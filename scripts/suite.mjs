import { randomInt } from 'node:crypto'
import { browsersFor } from './browsers.mjs'
import { runCalendar } from './calendar.mjs'
import { headIfClean, stampGate } from './gate-stamp.mjs'
import { prepare } from './prepare.mjs'
import { Failure, main } from './run.mjs'
import { runParts } from './stages.mjs'
import { summedUp } from './unsteady.mjs'
import { runVitest } from './vitest.mjs'

const [suite, ...args] = process.argv.slice(2)
const calendar = (node) => runCalendar(node, suite === 'calendar' ? args : [])

/** The parts of each command. */
const suites = {
  test: ['checks', 'test'],
  gate: ['checks', 'test', 'short survive'],
  walks: ['walks'],
  survive: ['survive'],
  calendar: [calendar],
  release: ['walks', 'survive', calendar],
}

/** The projects to which vitest's own arguments (a part of a path, `-t` and a title, `--project`) apply. */
const projectsOf = {
  test: ['!survive-*'],
  survive: ['survive-floods', 'survive-storms', 'survive-kills', 'long', 'installations', 'local-postgres'],
}

async function runChosen(env) {
  const node = await prepare()
  const named = args.flatMap((arg, at) => (arg.startsWith('--project') ? (arg.split('=')[1] ?? args[at + 1]) : []))
  // Without a project, a part of a path may match browser tests.
  const browsers = suite === 'survive' ? {} : await browsersFor(node)(named.length > 0 ? named : ['e2e'])
  const projects = named.length > 0 ? [] : projectsOf[suite]
  const { line, isPassed } = summedUp([await runVitest(node, projects, args, { env: { ...env, ...browsers } })])
  console.log(`\n${line}`)
  return isPassed
}

await main(async () => {
  if (!suites[suite]) throw new Failure(`There is no suite ${suite}: ${Object.keys(suites).join(', ')}.`)
  const mode = args.find((arg) => ['--long', '--short'].includes(arg))
  if (mode) args.splice(args.indexOf(mode), 1)
  const env = mode ? { SURVIVE: mode.slice(2) } : {}
  // Each long run uses other inputs.
  if (mode === '--long') env.SEED = process.env.SEED ?? String(randomInt(2 ** 31))
  if (projectsOf[suite] && args.length > 0) return (await runChosen(env)) ? 0 : 1
  const head = headIfClean()
  const names = suite === 'survive' && mode === '--short' ? ['short survive'] : suites[suite]
  const { isPassed, ...lines } = await runParts(names, env)
  if (suite === 'gate' && isPassed) stampGate(head, lines)
  return isPassed ? 0 : 1
})
