import { readFileSync } from 'node:fs'

function processOf(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent }
  } catch {
    return undefined
  }
}

/**
 * Calls `gone` when npm has ended without this script. npm runs a script through a shell, and a signal sent to npm alone ends npm and that
 * shell, while the script would live on.
 */
export function whenNpmEnds(gone) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const first = processOf(parent)
  const isShell = first !== undefined && first.name.endsWith('sh')
  const hasNpmEnded = () => process.ppid !== parent || (isShell && processOf(parent)?.parent !== first.parent)
  const watch = setInterval(() => {
    if (!hasNpmEnded()) return
    clearInterval(watch)
    gone()
  }, 250).unref()
}
