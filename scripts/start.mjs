import { prepare, prepareTools } from './prepare.mjs'
import { main, runNode } from './run.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  // Only the server itself needs the built pages; commands do not.
  const node = await (args.length === 0 ? prepare() : prepareTools())
  const { code } = await runNode(node, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...args])
  return code
})
