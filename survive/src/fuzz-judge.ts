import type { Description, Operation } from './fuzz-document.ts'
import type { Shot } from './fuzz-shots.ts'
import type { Reply } from './fuzz-wire.ts'

/** Checks that hold for every answer: those of Schemathesis and those of part H of the catalogue. */

/** Internals that no error answer may mention. */
const inside =
  /\b(?:select\s.+\sfrom|insert\s+into|update\s.+\sset\s|delete\s+from|violates|constraint|relation "|column "|syntax error|pg_\w+|postgres|kysely|fastify|ajv|ZodError|undefined is not(?! a known field)|cannot read propert|node_modules|at \w+ \(|\.ts:\d|\.js:\d|ECONN\w+|ENOENT|EACCES|EPIPE|errno|stack)\b|\/(?:work|tmp|home|root|var)\//i

/** Names of tables that are no ordinary words. */
const tables =
  /\b(?:user_passwords|role_permissions|user_roles|idempotency_keys|status_changes|security_deposits|second_factors|document_uploads|contract_imports|failed_logins|password_hash)\b/

const required: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /default-src '(?:self|none)'/,
  'referrer-policy': /^same-origin$|^no-referrer$/,
  'cache-control': /no-store|no-cache/,
}
const forbidden = ['server', 'x-powered-by', 'access-control-allow-origin', 'x-injected']

/** Checks the headers that every answer must have and those that none may have. */
export function headerFaults({ headers, status }: Pick<Reply, 'headers' | 'status'>): string[] {
  const missing = Object.entries(required).filter(([name, value]) => !value.test(String(headers[name] ?? '')))
  const leaked = forbidden.filter((name) => headers[name] !== undefined)
  const isToWait = status === 429 || status === 503
  const isUnnamed = status === 401 && !String(headers['www-authenticate'] ?? '').startsWith('Bearer')
  return [
    ...(isUnnamed ? ['nothing says how to sign in'] : []),
    ...missing.map(([name]) => `the header ${name} is ${headers[name] ?? 'missing'}`),
    ...leaked.map((name) => `the header ${name} is leaked`),
    ...(isToWait && !/^\d+$/.test(String(headers['retry-after'])) ? ['nothing says when to try again'] : []),
  ]
}

/** Statuses of an address that matches no operation, or none with this method. */
const elsewhere = [400, 401, 404, 405, 414]

function statusFaults(shot: Shot, { status, text }: Reply, description: Description): string[] {
  const { operation, isAimed, method, path, promise, who } = shot
  const faults: string[] = []
  const isAuth = operation.path.startsWith('/auth/api/')
  // 503 with a time to wait is allowed under load; the share of such answers is judged at the end.
  if (status >= 500 && status !== 503) faults.push('a fault of ours')
  else if (isAimed && status !== 503 && !operation.answers.has(status)) faults.push('a status that is not described')
  else if (
    !isAimed &&
    method !== 'HEAD' &&
    status !== 503 &&
    !elsewhere.includes(status) &&
    ![operation, ...description.fitting(method, path)].some(({ answers }) => answers.has(status))
  )
    faults.push('an unlikely status')
  if (isAimed && (who === 'nobody' || who === 'damaged') && operation.isSecured && status !== 401 && status !== 503)
    faults.push('no session is asked for')
  if (who === 'owner' || who === 'operator') {
    if (status === 401 && !isAuth && isAimed) faults.push('a good session is not known')
    if (isAimed && promise === 'bad' && status < 400) faults.push('what breaks the description is taken')
    if (isAimed && promise === 'bad' && ![400, 401, 403, 413, 415, 429, 503].includes(status))
      faults.push('what breaks the description is refused for something else')
    // A long run makes more records than one export may hold.
    const isTooMuch = text.startsWith('{"code":"too_many_rows"')
    if (isAimed && promise === 'good' && [400, 413, 415].includes(status) && !isTooMuch)
      faults.push(`what is as described is refused: ${text}`)
  }
  return faults
}

function bodyFaults(operation: Operation, { status, headers, text }: Reply, description: Description): string[] {
  const types = operation.answers.get(status) ?? []
  const type = String(headers['content-type'] ?? '')
  if (types.length === 0) return text === '' ? [] : ['something is answered where nothing is described']
  if (!types.some((known) => type.split(';')[0] === known.split(';')[0])) return [`the type is ${type}`]
  if (!type.startsWith('application/json')) return []
  try {
    const fault = description.answerFault(operation, status, JSON.parse(text))
    return fault === undefined ? [] : [`not as described: ${fault}`]
  } catch {
    return ['not JSON']
  }
}

/** Everything that is wrong with an answer. */
export function faultsOf(shot: Shot, reply: Reply, description: Description): string[] {
  const { status, text } = reply
  const faults = [...statusFaults(shot, reply, description), ...headerFaults(reply)]
  const isHead = shot.method === 'HEAD'
  if (shot.isAimed && shot.operation.answers.has(status) && !isHead)
    faults.push(...bodyFaults(shot.operation, reply, description))
  if (status >= 400 && !isHead && !(text.startsWith('{"code":') && text.endsWith('}')) && status !== 416)
    faults.push('a refusal outside the one envelope')
  if (status >= 400) {
    const [leak] = inside.exec(text) ?? tables.exec(text) ?? []
    // An error may name an unknown field, so text from the request may appear in the answer.
    const isOurs = leak !== undefined && !`${shot.path} ${shot.body ?? ''}`.includes(leak)
    if (isOurs) faults.push(`it speaks of ${leak}`)
  }
  return faults
}
