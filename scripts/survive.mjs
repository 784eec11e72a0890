import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { counted, runStages, summedUp } from './stages.mjs'
import { runVitest } from './vitest.mjs'

const stages = [[['survive-floods']], [['survive-storms'], ['survive-kills']], [['installations'], ['local-postgres']]]

// `npm run survive -- --long` does each thing as often as a release asks for; other arguments are vitest's.
await main(async () => {
  const args = process.argv.slice(2)
  const isLong = args.includes('--long')
  const rest = args.filter((arg) => arg !== '--long')
  const results = await counted(async () => {
    const node = await prepare()
    if (!isLong && rest.length === 0) return runStages(node, stages)
    return [
      await runVitest(node, ['survive-*', 'installations', 'local-postgres'], rest, {
        env: isLong ? { SURVIVE: 'long' } : {},
      }),
    ]
  })
  return summedUp(results)
})
