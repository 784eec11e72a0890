import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureFirefox } from './firefox.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { counted, runStages, summedUp } from './stages.mjs'
import { runVitest } from './vitest.mjs'

const stages = [[['api', 'web', 'server'], ['local-postgres']], [['e2e']]]

/** What the environment of the browser tests has besides: where the browser is, fetched where there is none. */
const browsersFor = (node) => async (projects) => {
  if (!projects.includes('e2e')) return {}
  await ensureFirefox()
  return { CHROMIUM_PATH: await ensureChromium(node) }
}

await main(async () => {
  const args = process.argv.slice(2)
  const results = await counted(async () => {
    const node = await prepare()
    // Arguments are vitest's: a part of a path, `-t` and a title, `--project` and one of its projects.
    if (args.length > 0) return [await runVitest(node, [], args)]
    return [...(await counted(() => runChecks(node))), ...(await runStages(node, stages, browsersFor(node)))]
  })
  return summedUp(results)
})
