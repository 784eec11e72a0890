import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binariesPackage } from '../binaries.ts'

/** The script of `spawnStarter`, and the folder of the binaries, in an installation of their own. */
export interface Installation {
  script: string
  native: string
}

/** Copies this package and its binaries below `dir`, laid out as by npm, for tests that damage or hide an installation. */
export function install(dir: string, withBinaries = true): Installation {
  const require = createRequire(import.meta.url)
  const name = binariesPackage(process.platform, process.arch)
  const binaries = join(dir, 'node_modules', name)
  mkdirSync(dirname(binaries), { recursive: true })
  symlinkSync(dirname(dirname(require.resolve('pg'))), join(dir, 'node_modules', 'pg'))
  if (withBinaries)
    cpSync(dirname(dirname(require.resolve(name))), binaries, { recursive: true, verbatimSymlinks: true })
  const source = dirname(dirname(fileURLToPath(import.meta.url)))
  cpSync(source, join(dir, 'src'), { recursive: true })
  cpSync(join(source, '..', 'package.json'), join(dir, 'package.json'))
  return { script: join(dir, 'src', 'testing', 'starter.ts'), native: join(binaries, 'native') }
}
