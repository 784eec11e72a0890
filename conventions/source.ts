import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

export const root = dirname(import.meta.dirname)

/** The folders in which api, server, web and e2e keep their entities. */
export const rooms = [
  'access',
  'deposits',
  'documents',
  'guarantees',
  'money',
  'platform',
  'reminders',
  'tenders',
  'works',
]

/** A file of the repository: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

const generated = ['node_modules', 'dist', 'data', '.cache', '.git', '.vite', '.vitest', 'package-lock.json']

function pathsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !generated.includes(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? pathsUnder(path) : [path]
    })
}

/** Every path of the repository, except installed, built and run-time files. */
export const paths = pathsUnder(root)
  .map((path) => relative(root, path).split(sep).join('/'))
  .toSorted()

const texts = new Map<string, string>()

export function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}

export function filesWhere(isWanted: (path: string) => boolean): SourceFile[] {
  return paths.filter(isWanted).map((path) => ({ path, text: textOf(path) }))
}

export const isTypeScript = (path: string) => /\.tsx?$/.test(path)
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Files that only tests load, which may import more than the code that they serve. */
export const isTestSupport = (path: string) =>
  isTest(path) || /(^|\/)(testing|test)(-[\w-]+)?\.ts$|\/testing\/|\.factory\.ts$/.test(path)

const typeScriptFiles = filesWhere(isTypeScript)

/** The TypeScript files below a folder. */
export const codeUnder = (folder: string) => typeScriptFiles.filter(({ path }) => path.startsWith(`${folder}/`))

/** The folders directly below a folder. */
export function foldersIn(folder: string): string[] {
  const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return [...new Set(below.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))]
}

const importPattern =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** The imports of a file; a relative import is returned as a path from the root. */
export function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? ''
    return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
  })
}

/** One offence per line, for the reader of a failed test. */
export function offences(files: SourceFile[], faultsOf: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => faultsOf(file).map((fault) => `${file.path}: ${fault}`))
}

/** The way from a folder along its imports back to itself; undefined if there is none. */
export function circleFrom(start: string, arrows: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
  const walk = (at: string, seen: string[]): string[] | undefined => {
    for (const next of arrows.get(at) ?? []) {
      if (next === start) return [...seen, next]
      const found = seen.includes(next) ? undefined : walk(next, [...seen, next])
      if (found) return found
    }
    return undefined
  }
  return walk(start, [start])
}
