import { answers, installForTests, isDebianRoot } from './debian.mjs'

const programs = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** A Firefox as its makers ship it, or undefined. */
export const findFirefox = () => process.env.FIREFOX_PATH || programs.find(answers)

/** Puts one on a machine that has none, where that can be done; a second browser is not asked of anybody else. */
export async function ensureFirefox() {
  if (findFirefox() || !isDebianRoot()) return
  await installForTests('firefox-esr', 'Firefox').catch(() =>
    console.log('This system offers no Firefox: its tests are left out.'),
  )
}
