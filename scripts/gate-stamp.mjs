import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const stamps = join(root, 'node_modules', '.cache', 'plinth', 'gate')

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The commit that is checked out, if the tree holds nothing else. */
export const headIfClean = () => (git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined)

/** Writes that the gate passed for `head`, the commit on which it began, unless the tree has changed since. */
export function stampGate(head, { line, minutes }) {
  if (!head || headIfClean() !== head) return
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, head), `${line}\n${minutes}\n`)
}
