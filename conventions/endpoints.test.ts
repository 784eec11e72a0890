import { endpoints } from '@plinth/api'
import { proof } from '@plinth/api/access/account'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { expect, test } from 'vitest'
import { paths, textOf } from './source.ts'

const calls = Object.entries(endpoints)

/** A new verb is a decision: readers should guess what a call does from verbs they already know. */
const verbs = [
  'filter|search|list|get|check|count|summarize',
  'create|add|update|replace|change|rename|set|move|delete|remove|restore',
  'start|confirm|end|reset|unlock|undo',
  'upload|download|import|export|send|resend|assign|unassign|grant|revoke|activate|deactivate',
  'open|begin|put|finish|cancel',
  // The verbs of a measurement book and of bills.
  'record',
  'submit',
  'return',
  'pass',
  'take',
]
const verbAndNoun = new RegExp(`^(?:${verbs.join('|')})[A-Z]\\w*$`)
/** Three common names for session calls. */
const sessionWords = ['login', 'refresh', 'logout']

function keysOf(params: object | undefined): string[] {
  if (!params || !('shape' in params) || typeof params.shape !== 'object' || params.shape === null) return []
  return Object.keys(params.shape)
}

test('there are calls to check', () => {
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

const fieldsOf = ({ body }: Endpoint) => Object.keys(shapeOf(body))

/** Credentials: what people sign in with, or prove it with. */
const signInWords = /password|secret|^code$|^email$|^mobileNo$/i
const signInPaths = /password|second-factor|sign-in|unlock|login|sessions/
/** Calls with a field or a path that looks like a credential, but without influence on a sign-in. */
const noSignIn: Record<string, string> = {
  createTenant: 'the number of a company',
  updateTenant: 'the number of a company',
  createOffice: 'the address of an office',
  updateOffice: 'the address of an office',
  createParty: 'the address of a party',
  updateParty: 'the address of a party',
  endAccountSession: 'takes away, of one’s own',
  endAllAccountSessions: 'takes away, of one’s own',
}

test('a call that may affect a sign-in declares whose sign-in it is', () => {
  const writing = calls.filter(
    ([, { allow, method }]) =>
      allow !== 'public' && method !== 'GET' && !(typeof allow === 'object' && /canView|canReport/.test(allow.can)),
  )
  const touching = writing.filter(
    ([, call]) => signInPaths.test(call.path) || fieldsOf(call).some((field) => signInWords.test(field)),
  )
  expect(touching.length).toBeGreaterThan(8)
  const undeclared = touching.filter(([name, { signIn }]) => !signIn && !(name in noSignIn)).map(([name]) => name)
  expect(undeclared, 'declare `signIn`, and ask for `proof` where it is one’s own').toEqual([])
  expect(Object.keys(noSignIn).filter((name) => !touching.some(([other]) => other === name))).toEqual([])
})

test('a call that changes one’s own sign-in requires a proof, and one that changes another’s names the user in its path', () => {
  const own = calls.filter(([, { signIn }]) => signIn === 'own')
  const proofs = Object.keys(proof)
  expect(own.filter(([, call]) => !proofs.every((field) => fieldsOf(call).includes(field)))).toEqual([])
  const others = calls.filter(([, { signIn }]) => signIn === 'others')
  expect(others.filter(([, { path }]) => !path.includes('/users/:id'))).toEqual([])
  // A sign-in that a proof has begun is finished by one call only.
  expect(calls.filter(([, { signIn }]) => signIn === 'begun').map(([name]) => name)).toEqual(['confirmSecondFactor'])
})

test('no two calls share a method and a path', () => {
  const lines = calls.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
})

test('a path starts at the root and uses kebab-case', () => {
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
  const files = paths.filter(
    (path) => /^api\/src\/(?!kernel\/).*\.ts$/.test(path) && /=\s*endpoint\(/.test(textOf(path)),
  )
  const missing = files
    .filter((path) => path !== 'api/src/index.ts')
    .flatMap((path) =>
      [...textOf(path).matchAll(/^export const (\w+)(?::[^=]+)? = endpoint\(/gm)].flatMap(([, name]) =>
        name !== undefined && name in endpoints ? [] : [`${path}: ${name}`],
      ),
    )
  expect(missing).toEqual([])
})
