import { browsersFor } from './browsers.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { counted, runStages, summedUp } from './stages.mjs'

await main(async () => {
  const results = await counted(async () => {
    const node = await prepare()
    return runStages(node, [[['walks']]], browsersFor(node))
  })
  return summedUp(results)
})
