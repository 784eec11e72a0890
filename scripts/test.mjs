import { browsersFor } from './browsers.mjs'
import { runChecks } from './checks.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { counted, runStages, summedUp } from './stages.mjs'
import { runVitest } from './vitest.mjs'

const stages = [[['api', 'web', 'server']], [['e2e']]]

await main(async () => {
  const args = process.argv.slice(2)
  const results = await counted(async () => {
    const node = await prepare()
    // Arguments are vitest's: a part of a path, `-t` and a title, `--project` and one of its projects.
    const projects = args.some((arg) => arg.startsWith('--project')) ? [] : ['!survive-*']
    if (args.length > 0) return [await runVitest(node, projects, args)]
    // What kills, floods and storms, and what makes whole installations, is `npm run survive`.
    return [...(await counted(() => runChecks(node))), ...(await runStages(node, stages, browsersFor(node)))]
  })
  return summedUp(results)
})
