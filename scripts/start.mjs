import { prepare } from './prepare.mjs'
import { main, runNode } from './run.mjs'

await main(async () => {
  const node = await prepare()
  const { code } = await runNode(node, [
    '--disable-warning=ExperimentalWarning',
    'server/src/main.ts',
    ...process.argv.slice(2),
  ])
  return code
})
