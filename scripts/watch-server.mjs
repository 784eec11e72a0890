import { main, run } from './run.mjs'

// A process between dev.mjs and `node --watch`, which does not preload the lifeline and would outlive dev.mjs.
await main(async () => {
  const { code } = await run(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'])
  return code
})
