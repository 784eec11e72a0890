import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure, quietly, root, run, runNode } from './run.mjs'

const platform = `${process.platform}-${process.arch}`
const lockfile = join(root, 'package-lock.json')
const installRecord = join(root, 'node_modules', '.plinth-installed')
const buildRecord = join(root, 'web', 'dist', '.built-from')

function isAtLeast(wantedMajor, wantedMinor) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

const recorded = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const isGenerated = (name) => ['node_modules', 'dist', '.vite'].includes(name)

export function filesUnder(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !isGenerated(entry.name))
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
}

function hashOf(files, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function npm(args, options) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js') return runNode(process.execPath, [cli, ...args], options)
  return process.platform === 'win32'
    ? run('cmd.exe', ['/c', 'npm', ...args], options)
    : run('npm', args, { ...options, env: { npm_config_yes: 'true' } })
}

async function install() {
  const wanted = hashOf([lockfile], platform)
  if (recorded(installRecord) === wanted) return
  const title = existsSync(join(root, 'node_modules'))
    ? 'Installing (the list of packages changed, about half a minute)…'
    : 'Installing (first run, about half a minute)…'
  // Dev and optional packages contain the builder and the pinned Node, whatever NODE_ENV or npm's settings are.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await quietly(title, (options) => npm(args, options))
  writeFileSync(installRecord, wanted)
}

function pinnedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(path)) return path
  if (isAtLeast(22, 18)) return process.execPath
  throw new Failure(
    `On ${platform} Plinth needs Node 22.18 or newer, and this is ${process.versions.node}: install it from https://nodejs.org and try again.`,
  )
}

/** The file that a package's command runs. */
export function commandOf(name, command = name) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

async function buildWeb(node) {
  const wanted = hashOf([...filesUnder(join(root, 'web')), ...filesUnder(join(root, 'api')), lockfile])
  if (recorded(buildRecord) === wanted) return
  await quietly('Building the pages (about ten seconds)…', (options) =>
    runNode(node, [commandOf('vite'), 'build', '--logLevel', 'warn'], {
      ...options,
      cwd: join(root, 'web'),
      env: { NODE_ENV: 'production' },
    }),
  )
  writeFileSync(buildRecord, wanted)
}

/** Installs the packages of the lockfile and returns the Node that runs TypeScript. */
export async function prepareTools() {
  if (!isAtLeast(20, 19))
    throw new Failure(
      `Plinth needs Node 20.19 or newer, and this is ${process.versions.node}: install it from https://nodejs.org and try again.`,
    )
  await install()
  return pinnedNode()
}

/** Does the same, and builds the pages. */
export async function prepare() {
  const node = await prepareTools()
  await buildWeb(node)
  return node
}
