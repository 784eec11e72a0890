import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { Failure, main } from './run.mjs'
import { runVitest } from './vitest.mjs'

// One vitest after the other: the launcher's tests kill and measure, and two cores carry one database at a time.
const stages = [['api', 'web', 'server'], ['local-postgres'], ['e2e']]

/** The counts of a step; one that breaks is told at once and counts as a failure, so the last line is always the sum. */
async function counted(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

async function runEverything(node) {
  const results = await counted(() => runChecks(node))
  for (const projects of stages) {
    const step = async () => {
      const env = projects.includes('e2e') ? { CHROMIUM_PATH: await ensureChromium(node) } : {}
      return [await runVitest(node, projects, [], { env })]
    }
    results.push(...(await counted(step)))
  }
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
