import { endpoints } from '@plinth/api'
import { expect, test } from 'vitest'
import { paths, textOf } from './source.ts'

const calls = Object.entries(endpoints)

/** A new verb is a decision: a reader should guess what a call does from the words he already knows. */
const verbs = [
  'filter|search|list|get|check|count|summarize',
  'create|add|update|replace|change|rename|set|move|delete|remove|restore',
  'start|confirm|end|reset|unlock|undo',
  'upload|download|import|export|send|resend|assign|unassign|grant|revoke|activate|deactivate',
  'open|begin|put|finish|cancel',
]
const verbAndNoun = new RegExp(`^(?:${verbs.join('|')})[A-Z]\\w*$`)
/** The three words everybody knows a session by. */
const sessionWords = ['login', 'refresh', 'logout']

function keysOf(params: object | undefined): string[] {
  if (!params || !('shape' in params) || typeof params.shape !== 'object' || params.shape === null) return []
  return Object.keys(params.shape)
}

test('there are calls to look at', () => {
  expect(calls.length).toBeGreaterThan(0)
})

test('a call is named by a verb and a noun', () => {
  const names = calls.map(([name]) => name)
  expect(names.filter((name) => !verbAndNoun.test(name) && !sessionWords.includes(name))).toEqual([])
})

test('every :param of a path is a key of params, and every key is in the path', () => {
  const faults = calls.filter(([, { path, params }]) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    return inPath.toSorted().join() !== keysOf(params).toSorted().join()
  })
  expect(faults.map(([name, { path, params }]) => `${name}: ${path} has params {${keysOf(params)}}`)).toEqual([])
})

test('no two calls share a method and a path', () => {
  const lines = calls.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
})

test('a path starts at the root and says what it is in kebab-case', () => {
  const segment = /^(?::[a-z]\w*|[a-z0-9]+(?:-[a-z0-9]+)*|sendEmail)$/
  const isRight = (path: string) =>
    path.startsWith('/') &&
    path
      .slice(1)
      .split('/')
      .every((part) => segment.test(part))
  expect(calls.filter(([, { path }]) => !isRight(path)).map(([name, { path }]) => `${name}: ${path}`)).toEqual([])
})

test('every endpoint of a slice file is registered in api/src/index.ts', () => {
  const files = paths.filter((path) => /^api\/src\/[^/]+\.ts$/.test(path) && /=\s*endpoint\(/.test(textOf(path)))
  const missing = files
    .filter((path) => path !== 'api/src/index.ts')
    .flatMap((path) =>
      [...textOf(path).matchAll(/^export const (\w+)(?::[^=]+)? = endpoint\(/gm)].flatMap(([, name]) =>
        name !== undefined && name in endpoints ? [] : [`${path}: ${name}`],
      ),
    )
  expect(missing).toEqual([])
})
