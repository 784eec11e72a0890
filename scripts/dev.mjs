import { join } from 'node:path'
import { commandOf, prepareTools } from './prepare.mjs'
import { main, root, runNode, stop } from './run.mjs'

await main(async () => {
  const node = await prepareTools()
  const server = runNode(node, ['scripts/watch-server.mjs'])
  const pages = runNode(node, [commandOf('vite')], { cwd: join(root, 'web') })
  const first = await Promise.race([server, pages])
  stop('SIGTERM')
  await Promise.all([server, pages])
  return first.code
})
