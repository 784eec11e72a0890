import { main, run } from './run.mjs'

// Between dev.mjs and `node --watch`, which loads no lifeline and would outlive us.
await main(async () => {
  const { code } = await run(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'])
  return code
})
