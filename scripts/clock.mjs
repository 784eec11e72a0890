import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { answers, installForTests, isDebianRoot } from './debian.mjs'
import { root } from './run.mjs'

/** The start time of every run of tests: a Wednesday morning in India. */
export const testMoment = '2026-11-25T10:00:00+05:30'

const source = join(root, 'scripts', 'clock.c')
const compilers = ['/usr/bin/cc', '/usr/bin/gcc', '/usr/bin/clang']

/** The compiled `clock.c`, compiled again after a change; undefined without a compiler. */
async function clockLibrary() {
  if (process.platform !== 'linux') return undefined
  const folder = join(root, 'node_modules', '.cache', 'plinth')
  const library = join(
    folder,
    `clock-${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)}.so`,
  )
  if (existsSync(library)) return library
  if (!compilers.some(answers) && isDebianRoot()) {
    await installForTests('gcc', 'a compiler').catch(() => undefined)
    await installForTests('libc6-dev', 'its headers').catch(() => undefined)
  }
  const compiler = compilers.find(answers)
  if (!compiler) return undefined
  mkdirSync(folder, { recursive: true })
  const compiled = `${library}.${process.pid}`
  const { status, stderr } = spawnSync(compiler, ['-O2', '-shared', '-fPIC', '-o', compiled, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    console.error(stderr)
    return undefined
  }
  renameSync(compiled, library)
  return library
}

/**
 * The environment in which a command starts at `moment` (ISO 8601); time then goes on as usual. Every process that the command starts
 * inherits it. Without Linux or a C compiler the environment is empty and the real time applies, which is printed.
 */
export async function clockAt(moment) {
  const library = await clockLibrary()
  if (!library) {
    console.log('No C compiler for Linux here: the tests run on the day of today.')
    return {}
  }
  return { LD_PRELOAD: library, PLINTH_CLOCK: String(Math.round((Date.parse(moment) - Date.now()) / 1000)) }
}
