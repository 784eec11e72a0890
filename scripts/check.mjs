import { runChecks } from './checks.mjs'
import { prepareTools } from './prepare.mjs'
import { main } from './run.mjs'

await main(async () => {
  const parts = await runChecks(await prepareTools())
  return parts.some(({ failed }) => failed > 0) ? 1 : 0
})
