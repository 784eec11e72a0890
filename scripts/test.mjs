import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureFirefox } from './firefox.mjs'
import { prepare } from './prepare.mjs'
import { Failure, main } from './run.mjs'
import { runVitest } from './vitest.mjs'

// One stage after the other, as two cores carry no more; what is run beside others waits far more than it works.
const stages = [
  [['api', 'web', 'server'], ['local-postgres']],
  [['e2e']],
  [['survive-floods']],
  [['survive-storms'], ['survive-kills']],
]

/** The counts of a step; one that breaks is told at once and counts as a failure, so the last line is always the sum. */
async function counted(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

async function browsersFor(node) {
  await ensureFirefox()
  return { CHROMIUM_PATH: await ensureChromium(node) }
}

/** Vitest on the projects of a stage side by side: the first is heard at once, the others when they are done. */
function runStage(node, stage) {
  return stage.map((projects, at) =>
    counted(async () => {
      const env = projects.includes('e2e') ? await browsersFor(node) : {}
      const { output, ...counts } = await runVitest(node, projects, [], { env, quiet: at > 0 })
      if (output) console.log(output.trimEnd())
      return [counts]
    }),
  )
}

async function runEverything(node) {
  const results = await counted(() => runChecks(node))
  for (const stage of stages) results.push(...(await Promise.all(runStage(node, stage))).flat())
  return results
}

await main(async () => {
  const args = process.argv.slice(2)
  const results = await counted(async () => {
    const node = await prepare()
    // Arguments are vitest's: a part of a path, `-t` and a title, `--project` and one of its projects.
    return args.length > 0 ? [await runVitest(node, [], args)] : runEverything(node)
  })
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
})
