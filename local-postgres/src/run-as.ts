import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The account PostgreSQL runs under, when it is not our own. */
export interface RunAs {
  uid: number
  gid: number
}

const nobody: RunAs = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. Started as root we run it as whoever owns the data, so that an operator chooses the
 * account with one chown, and as nobody when that is root too. Undefined: run as ourselves.
 */
export function chooseRunAs(dir: string, dataDir: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [dataDir, dir]) {
    const owner = ownerOf(path)
    if (owner && owner.uid !== 0) return owner
  }
  return nobody
}

/** Gives a directory tree to the account PostgreSQL runs under. Links are not followed. */
export function giveTo(runAs: RunAs | undefined, path: string): void {
  if (!runAs) return
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTo(runAs, join(path, name))
  if (entry.uid !== runAs.uid) lchownSync(path, runAs.uid, runAs.gid)
}

/** Whether the account may walk down to a path, judged by the mode of every directory above it. */
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
 * The name under which PostgreSQL, started in the data directory, finds it. As another account it may not be allowed through
 * the directories above (a home of root's, say), but the kernel lets every process back into its own working directory.
 */
export function reachableName(dataDir: string, runAs: RunAs | undefined): string {
  return runAs && process.platform === 'linux' ? '/proc/self/cwd' : dataDir
}

/**
 * The environment PostgreSQL's programs get: nothing that could change their locale, their settings or the libraries they
 * load, and none of our secrets.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const entries = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}

function ownerOf(path: string): RunAs | undefined {
  const entry = statSync(path, { throwIfNoEntry: false })
  return entry && { uid: entry.uid, gid: entry.gid }
}
