import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { quietly, run } from './run.mjs'

/** Whether a program exists and runs. A file alone proves little: on some systems it is a stub that asks for another package manager. */
export const answers = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

/** Whether packages can be installed without asking anybody. */
export const isDebianRoot = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

/** Installs a Debian package for the browser tests, and prints that; fails with apt's message. */
export async function installForTests(name, called) {
  const install = `apt-get install -q -y --no-install-recommends ${name}`
  const apt = `${install} || { apt-get update -q && ${install}; }`
  await quietly(`Installing ${called} for the browser tests (once, about a minute)…`, (options) =>
    run('sh', ['-c', apt], { ...options, env: { DEBIAN_FRONTEND: 'noninteractive' } }),
  )
}
