import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The commit that is checked out in `folder`, if its tree has no changes. */
export const headIfClean = (folder = root) =>
  git(folder, 'status', '--porcelain') === '' ? git(folder, 'rev-parse', 'HEAD') : undefined

/** Records that the gate passed for `head`, the commit on which it began, unless the tree has changed since. */
export function stampGate(head, { line, minutes }, folder = root) {
  if (!head || headIfClean(folder) !== head) return
  const stamps = join(folder, 'node_modules', '.cache', 'plinth', 'gate')
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, head), `${line}\n${minutes}\n`)
}
