import { browsersFor } from './browsers.mjs'
import { runChecks } from './checks.mjs'
import { prepare } from './prepare.mjs'
import { Failure } from './run.mjs'
import { runFailedAgain, summedUp } from './unsteady.mjs'
import { runVitest } from './vitest.mjs'

const minutesSince = (began) => ((performance.now() - began) / 60_000).toFixed(1)

/**
 * Runs a step and returns its results. A step that throws is printed at once and counts as a failure, so that the last line is always the
 * sum.
 */
export async function counted(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

/** Runs the projects of a stage side by side: the first prints as it runs, the others when they are done. */
async function runStage(node, { side, args = [], env }) {
  const runs = side.map((projects, at) =>
    counted(async () => {
      const options = { env: { ...env, ...(await browsersFor(node)(projects)) }, quiet: at > 0 }
      const { output, ...result } = await runVitest(node, projects, args, options)
      if (output) console.log(output.trimEnd())
      // A title filter skips tests on purpose.
      return [{ ...result, env: options.env, ...(args.includes('-t') && { skipped: 0 }) }]
    }),
  )
  return (await Promise.all(runs)).flat()
}

/**
 * The parts of the suites, each with stages that run one after the other, as two cores carry no more. `side` are lists of vitest's projects
 * that run side by side, because they mostly wait. `args` are vitest's arguments.
 */
const parts = {
  test: [{ side: [['api', 'web', 'server']] }, { side: [['e2e']] }],
  'short survive': [
    { side: [['survive-short']], env: { SURVIVE: 'short' } },
    { side: [['installations']], args: ['backup/backup.test.ts', '-t', 'with its documents on disk'] },
  ],
  walks: [{ side: [['journeys']] }, { side: [['walks']] }],
  survive: [
    { side: [['survive-floods']] },
    { side: [['survive-storms'], ['survive-kills']] },
    { side: [['long']] },
    { side: [['installations'], ['local-postgres']] },
  ],
}

async function runAgain(node, results) {
  const { changes, lines } = await runFailedAgain(results, ({ project, file, env }) => {
    console.log(`\n${file} failed and runs once more, alone.`)
    return runVitest(node, [project], [file], { env })
  })
  for (const line of lines) console.log(line)
  return changes
}

/**
 * Runs parts of the suites one after the other: keys of `parts`, `checks` (format, lint, types and conventions) or functions that take the
 * Node to use and return results. Prints unsteady tests, the minutes of each part and, as the last line, the sum of all counts. Returns
 * whether all passed, and these two lines.
 */
export async function runParts(names, env = {}) {
  const minutes = []
  const results = await counted(async () => {
    const node = await prepare()
    const all = []
    for (const name of names) {
      const began = performance.now()
      if (typeof name === 'function') all.push(...(await counted(() => name(node))))
      else if (name === 'checks') all.push(...(await counted(() => runChecks(node))))
      else
        for (const stage of parts[name])
          all.push(...(await runStage(node, { ...stage, env: { ...stage.env, ...env } })))
      minutes.push(`${name.name ?? name} ${minutesSince(began)}`)
    }
    return [...all, ...(await runAgain(node, all))]
  })
  const { line, isPassed } = summedUp(results)
  const minutesLine = `minutes: ${minutes.join(', ')}`
  console.log(`\n${minutesLine}\n${line}`)
  return { isPassed, line, minutes: minutesLine }
}
