import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './source.ts'

interface Locked {
  version?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const lockfile: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const locked = Object.entries(lockfile.packages)

test('the lockfile has every optional package, so that npm ci works on a fresh clone of any platform', () => {
  const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in lockfile.packages) && !(`${path}/node_modules/${name}` in lockfile.packages),
    ),
  )
  expect(missing).toEqual([])
})

test('the lockfile contains no download address', () => {
  expect(locked.filter(([, { resolved, link }]) => resolved && !link).map(([path]) => path)).toEqual([])
})

const manifests = ['', 'api/', 'server/', 'web/', 'local-postgres/', 'e2e/'].map((folder) => `${folder}package.json`)

test('our own dependencies are pinned to exact versions', () => {
  const ranges = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies }: Locked = JSON.parse(textOf(path))
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`)
  })
  expect(ranges).toEqual([])
})
