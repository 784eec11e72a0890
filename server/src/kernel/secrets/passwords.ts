import { createRequire } from 'node:module'
import { hash, verify } from '@node-rs/argon2'
import { invalid } from '../errors.ts'

const require = createRequire(import.meta.url)
/** The package has no types. It is loaded when a password is chosen, because it takes tens of megabytes. */
const commonPasswords = (): { test(password: string): boolean } => require('fxa-common-password-list')

/** OWASP's minimum for argon2id (algorithm 2): 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Whether it is one of the 50,000 passwords of at least eight characters that breaches contained most often. */
export const isCommon = (password: string): boolean =>
  [password, password.toLowerCase()].some((written) => commonPasswords().test(written))

/** Words that somebody would guess first in a password of this product. Listed in docs/security.md. */
const ownWords = ['plinth', 'password', 'welcome', 'admin', 'administrator', 'contract', 'contractor', 'construction']
/** How many letters and digits must be left of a password without such words. */
const leastOwnLength = 6
const shortestWord = 4

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)

/** Whether little is left of a password without the known words: the person's names, their company's, the product's. */
function isGuessable(password: string, known: readonly (string | null | undefined)[]): boolean {
  const words = [...ownWords, ...known.flatMap((text) => wordsOf(text ?? ''))]
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length)
  const whole = password.toLowerCase()
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), whole)
  return rest !== whole && wordsOf(rest).join('').length < leastOwnLength
}

/**
 * Throws 400, naming the field, when the password is one of the most used ones, or guessable for this person. `known`
 * are the names and sign-in names of the person and their company.
 */
export function requireUncommon(password: string, path: string, known: readonly (string | null | undefined)[]): void {
  if (isCommon(password)) throw invalid([{ path, message: 'is one of the most used passwords: choose another' }])
  if (isGuessable(password, known))
    throw invalid([{ path, message: 'is little more than a name that others know: choose another' }])
}

/**
 * A hash keeps one of libuv's four threads busy for long; one thread is left for files and for connecting to the
 * database.
 */
const mostAtOnce = 3
let underWay = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay < mostAtOnce) underWay += 1
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** A hash of no account's password, so that refusing an unknown account takes as long as refusing a known one. */
const decoy = hashPassword('no account has this password')

/** Whether the password matches; without a hash it takes the same time and is false. */
export async function fitsPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await decoy)
  const isMatch = await inTurn(() => verify(known, password))
  return stored !== undefined && isMatch
}
