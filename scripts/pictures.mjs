import { ensureChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'
import { runVitest } from './vitest.mjs'

// Takes the pictures of the README and of the pages under docs/ from the present sample company.
await main(async () => {
  const node = await prepare()
  const env = { CHROMIUM_PATH: await ensureChromium(node), PICTURES: '1' }
  const { failed } = await runVitest(node, ['journeys'], ['pictures'], { env })
  return failed > 0 ? 1 : 0
})
