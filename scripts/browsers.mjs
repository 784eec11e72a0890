import { ensureChromium } from './chromium.mjs'
import { ensureFirefox } from './firefox.mjs'

/** What the environment of browser tests has besides: where the browser is, fetched where there is none. */
export const browsersFor = (node) => async (projects) => {
  if (projects.includes('walks')) await ensureFirefox()
  return ['e2e', 'journeys', 'walks'].some((name) => projects.includes(name))
    ? { CHROMIUM_PATH: await ensureChromium(node) }
    : {}
}
