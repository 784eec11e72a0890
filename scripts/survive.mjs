import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { runVitest } from './vitest.mjs'

// `npm run survive -- --long` does each thing as often as a release asks for; other arguments are vitest's.
await main(async () => {
  const args = process.argv.slice(2)
  const isLong = args.includes('--long')
  const rest = args.filter((arg) => arg !== '--long')
  const { failed, passed } = await runVitest(await prepare(), ['survive-*'], rest, {
    env: isLong ? { SURVIVE: 'long' } : {},
  })
  return failed > 0 || passed === 0 ? 1 : 0
})
