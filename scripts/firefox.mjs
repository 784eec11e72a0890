import { answers, installForTests, isDebianRoot } from './debian.mjs'

const programs = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The path of an official Firefox, or undefined. */
export const findFirefox = () => process.env.FIREFOX_PATH || programs.find(answers)

/** Installs Firefox on a Debian machine that has none; elsewhere nobody has to install a second browser. */
export async function ensureFirefox() {
  if (findFirefox() || !isDebianRoot()) return
  await installForTests('firefox-esr', 'Firefox').catch(() =>
    console.log('This system offers no Firefox: its tests are left out.'),
  )
}
