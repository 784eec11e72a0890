import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { skeletonOf } from '../scripts/new-entity.ts'
import { isTypeScript, paths, textOf } from './source.ts'

/** The templates of `npm run new-entity` keep pace with the code that they import. */

const { written, changed } = skeletonOf({ room: 'works', entity: 'probe-entities' })
const files = Object.entries({ ...written, ...changed }).map(([path, text]) => ({ path, text }))
const code = files.filter(({ path }) => path in written && isTypeScript(path))

const textAt = (path: string) =>
  files.find((file) => file.path === path)?.text ?? (paths.includes(path) ? textOf(path) : undefined)

/** The file of an import; undefined for a package of others. */
function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier.startsWith('@plinth/api/') ? `api/src/${specifier.slice('@plinth/api/'.length)}.ts` : undefined
}

const importedNames = (list: string) => list.split(',').flatMap((name) => /^\s*(?:type )?(\w+)/.exec(name)?.[1] ?? [])

/** The specifiers that a file imports, each with the names that it uses of them. */
function importsIn(text: string): [specifier: string, names: string[]][] {
  const named = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)]
  const whole = [...text.matchAll(/^import \* as (\w+) from '([^']+)'/gm)]
  const lazy = [...text.matchAll(/\bimport\('([^']+)'\)(?:, '(\w+)')?/g)]
  return [
    ...named.map(([, list = '', from = '']): [string, string[]] => [from, importedNames(list)]),
    ...whole.map(([, alias = '', from = '']): [string, string[]] => [
      from,
      [...text.matchAll(new RegExp(`(?<![\\w.'-])${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    ]),
    ...lazy.map(([, from = '', name]): [string, string[]] => [from, name === undefined ? [] : [name]]),
  ]
}

const isExported = (text: string, name: string) =>
  new RegExp(`^export (?:async )?(?:const|function|class|interface|type) ${name}\\b`, 'm').test(text)

test('the skeleton of an entity is at most sixteen files, registered in at most five', () => {
  expect(Object.keys(written).length).toBeLessThanOrEqual(16)
  expect(Object.keys(changed).length).toBeLessThanOrEqual(5)
})

test('each name that the skeleton imports is exported by an existing file', () => {
  const missing = code.flatMap(({ path, text }) =>
    importsIn(text).flatMap(([specifier, names]) => {
      const target = targetOf(path, specifier)
      if (target === undefined) return []
      const found = textAt(target)
      return found === undefined ? [`${path}: ${specifier}`] : names.filter((name) => !isExported(found, name))
    }),
  )
  expect(code.flatMap(({ text }) => importsIn(text)).length).toBeGreaterThan(60)
  expect(missing).toEqual([])
})

test('the skeleton is valid code without placeholders', () => {
  for (const { path, text } of files.filter((file) => isTypeScript(file.path)))
    expect(() => parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), path).not.toThrow()
  expect(files.filter(({ text }) => /\{\{\w+\}\}/.test(text)).map(({ path }) => path)).toEqual([])
})

test('a name that is no plural in kebab-case, or no room, is refused', () => {
  for (const asked of [
    { room: 'works', entity: 'Sites' },
    { room: 'works', entity: 'staff' },
    { room: 'attic', entity: 'sites' },
  ])
    expect(() => skeletonOf(asked)).toThrow()
})
