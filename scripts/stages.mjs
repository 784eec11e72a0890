import { Failure } from './run.mjs'
import { runVitest } from './vitest.mjs'

/** The counts of a step; one that breaks is told at once and counts as a failure, so the last line is always the sum. */
export async function counted(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

/** Vitest on the lists of projects of a stage side by side: the first is heard at once, the others when they are done. */
function runStage(node, stage, envOf) {
  return stage.map((projects, at) =>
    counted(async () => {
      const { output, ...counts } = await runVitest(node, projects, [], { env: await envOf(projects), quiet: at > 0 })
      if (output) console.log(output.trimEnd())
      return [counts]
    }),
  )
}

/**
 * One stage after the other, as two cores carry no more; what is run beside others in one waits far more than it works.
 * `envOf` gives what the environment of some projects has besides. Answers the counts of each run.
 */
export async function runStages(node, stages, envOf = () => ({})) {
  const results = []
  for (const stage of stages) results.push(...(await Promise.all(runStage(node, stage, envOf))).flat())
  return results
}

/** Prints the sum of all counts as the last line; 0 when something passed and nothing failed, else 1. */
export function summedUp(results) {
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}
