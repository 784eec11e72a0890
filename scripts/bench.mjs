import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'

// Runs the product beside its baseline, then the costs of starting and idling; arguments name other benches: `npm run bench -- browser`.
await main(async () => {
  const node = await prepare()
  const named = process.argv.slice(2)
  for (const name of named.length > 0 ? named : ['throughput', 'idle'])
    await runNode(node, [join(root, 'bench', `${name}.ts`)])
  return 0
})
