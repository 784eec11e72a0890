import { ensureChromium } from './chromium.mjs'
import { ensureFirefox } from './firefox.mjs'

/** Returns the environment of browser tests: the path of the browser, which is downloaded if there is none. */
export const browsersFor = (node) => async (projects) => {
  if (projects.includes('walks')) await ensureFirefox()
  return ['e2e', 'journeys', 'walks'].some((name) => projects.includes(name))
    ? { CHROMIUM_PATH: await ensureChromium(node) }
    : {}
}
