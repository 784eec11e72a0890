import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { answers, installForTests, isDebianRoot } from './debian.mjs'
import { Failure, quietly, root, runNode } from './run.mjs'

// A headless shell: a page costs half of what it costs in a whole browser.
const shells = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell']
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const advice = 'install Chromium or Google Chrome, or name its program in CHROMIUM_PATH.'

async function playwrightPath() {
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}

/** The path of a Chromium on this machine, or undefined. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Failure(`CHROMIUM_PATH names ${named}, which does not exist.`)
  if (named) return named
  const installed = [...shells, ...browsers].find((path) =>
    process.platform === 'win32' ? existsSync(path) : answers(path),
  )
  if (installed) return installed
  const downloaded = await playwrightPath()
  return existsSync(downloaded) ? downloaded : undefined
}

async function install(node) {
  if (isDebianRoot()) return installForTests('chromium', 'Chromium')
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  const title = 'Fetching Chromium for the browser tests (once, about a minute)…'
  await quietly(title, (options) => runNode(node, [cli, 'install', 'chromium'], options))
}

/** Installs a headless shell if the system offers one; without it any browser works. */
async function ensureShell() {
  if (process.env.CHROMIUM_PATH || shells.some(answers) || !isDebianRoot()) return
  await installForTests('chromium-headless-shell', 'Chromium without windows').catch(() =>
    console.log('This system offers no Chromium without windows; another will do.'),
  )
}

/** The path of a Chromium for the browser tests, installed if the machine has none. */
export async function ensureChromium(node = process.execPath) {
  await ensureShell()
  const found = await findChromium()
  if (found) return found
  try {
    await install(node)
  } catch (error) {
    throw new Failure(`${error.message}\nThere is no browser for the browser tests: ${advice}`)
  }
  const installed = await findChromium()
  if (!installed) throw new Failure(`There is no browser for the browser tests: ${advice}`)
  return installed
}
