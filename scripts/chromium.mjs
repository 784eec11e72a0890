import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, quietly, root, run, runNode } from './run.mjs'

// A browser without windows: a page costs half of what it costs in a whole browser.
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

// A file alone proves little: on some systems it is a stub that asks for another package manager.
const answers = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

async function playwrightPath() {
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}

/** A Chromium of this machine, or undefined. */
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

const isDebianRoot = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

const title = 'Installing Chromium for the browser tests (once, about a minute)…'

async function installWithApt(name) {
  const install = `apt-get install -q -y --no-install-recommends ${name}`
  const apt = `${install} || { apt-get update -q && ${install}; }`
  await quietly(title, (options) => run('sh', ['-c', apt], { ...options, env: { DEBIAN_FRONTEND: 'noninteractive' } }))
}

async function install(node) {
  if (isDebianRoot()) return installWithApt('chromium')
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  await quietly(title, (options) => runNode(node, [cli, 'install', 'chromium'], options))
}

/** A shell where the system has one to install; without it any browser does. */
async function ensureShell() {
  if (process.env.CHROMIUM_PATH || shells.some(answers) || !isDebianRoot()) return
  await installWithApt('chromium-headless-shell').catch(() =>
    console.log('This system offers no Chromium without windows; another will do.'),
  )
}

/** The path of a Chromium for the browser tests, installed when the machine has none. */
export async function ensureChromium(node = process.execPath) {
  await ensureShell()
  const found = await findChromium()
  if (found) return found
  try {
    await install(node)
  } catch (error) {
    throw new Failure(`${error.message}\nThere is no browser for the browser tests: ${advice}`)
  }
  const made = await findChromium()
  if (!made) throw new Failure(`There is no browser for the browser tests: ${advice}`)
  return made
}
