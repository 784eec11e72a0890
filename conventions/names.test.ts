import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { isTypeScript, paths, textOf } from './source.ts'

const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*'
const kebabName = new RegExp(`^${kebab}$`)
const plainFile = new RegExp(`^${kebab}(?:\\.(?:config|entity|words|long|test|spec|d))*\\.(?:ts|mts)$`)
const sliceFile = new RegExp(
  `^${kebab}\\.(?:(?:routes|queries|rules|sample|factory)(?:(?:\\.long)?\\.test)?|(?:${kebab}\\.)?test)\\.ts$`,
)
const hookFile = /^use[A-Z]\w*(?:\.test)?\.tsx?$/
const componentFile = /^[A-Z][A-Za-z0-9]*\.tsx$/
const plainTsx = new RegExp(`^${kebab}\\.tsx$`)
const exportsComponent = /^export (?:async )?(?:function|const|class) [A-Z]\w*[a-z]/m
/** `document-types` is specific; `date-utils` is not. */
const emptyName = /^(?:types?|(?:.+-)?(?:utils?|helpers?|common|managers?|services?|misc))$/

const code = paths.filter(isTypeScript)

test('folders of code are kebab-case', () => {
  const folders = [...new Set(code.map(dirname))].filter((folder) => folder !== '.')
  expect(folders.filter((folder) => !folder.split('/').every((part) => kebabName.test(part)))).toEqual([])
})

const isInServerSlice = (path: string) =>
  /^server\/src\/(?!commands\/|kernel\/|platform\/sample\/)[^/]+\/[^/]+\//.test(path)

test('a file of a server slice is kebab-case with its role: routes, queries, rules, sample, factory or test', () => {
  expect(code.filter((path) => isInServerSlice(path) && !sliceFile.test(basename(path)))).toEqual([])
})

test('a component is PascalCase, a hook starts with use, everything else is kebab-case', () => {
  const isRight = (path: string) => {
    const name = basename(path)
    if (hookFile.test(name) || componentFile.test(name)) return true
    return name.endsWith('.tsx') ? plainTsx.test(name) && !exportsComponent.test(textOf(path)) : plainFile.test(name)
  }
  expect(code.filter((path) => !isInServerSlice(path) && !isRight(path))).toEqual([])
})

test('hooks and components live in web only', () => {
  const isWebName = (path: string) => hookFile.test(basename(path)) || path.endsWith('.tsx')
  expect(code.filter((path) => isWebName(path) && !path.startsWith('web/'))).toEqual([])
})

test('no file has a name without meaning', () => {
  const parts = (path: string) => path.split(/[/.]/).filter((part) => part !== 'd')
  const isEmpty = (part: string) => emptyName.test(part.toLowerCase())
  expect(code.filter((path) => parts(path).some(isEmpty))).toEqual([])
})

test('migrations are numbered, each number once', () => {
  const files = paths.filter((path) => path.startsWith('server/migrations/')).map((path) => basename(path))
  expect(files.filter((name) => !/^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(name))).toEqual([])
  const numbers = files.map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
