import { type Decimal, divide } from './decimal.ts'

/** Arithmetic as people type it into a field, worked out exactly: a third stays a third until the end. */

interface Fraction {
  above: bigint
  /** Never 0; may be below it. */
  below: bigint
}

const operations: Readonly<Record<string, (one: Fraction, other: Fraction) => Fraction>> = {
  '+': (one, other) => ({ above: one.above * other.below + other.above * one.below, below: one.below * other.below }),
  '-': (one, other) => ({ above: one.above * other.below - other.above * one.below, below: one.below * other.below }),
  '*': (one, other) => ({ above: one.above * other.above, below: one.below * other.below }),
  '/': (one, other) => ({ above: one.above * other.below, below: one.below * other.above }),
}

const token = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([-+*/()]))/y

/** Numbers and signs as they stand; undefined where there is anything else. */
function tokensOf(text: string): string[] | undefined {
  const found: string[] = []
  const whole = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < whole.length) {
    const match = token.exec(whole)
    if (!match) return undefined
    found.push(match[1] ?? match[2] ?? '')
  }
  return found
}

function numberOf(text: string): Fraction {
  const [whole = '', part = ''] = text.split('.')
  return { above: BigInt(whole + part), below: 10n ** BigInt(part.length) }
}

/** What is read, and how far; undefined where it makes no sense. */
type Read = { value: Fraction; next: number } | undefined

/** Values joined by signs of one rank, from left to right. */
function joined(tokens: readonly string[], at: number, signs: string, inner: typeof sumAt): Read {
  let read = inner(tokens, at)
  for (;;) {
    const sign = read && tokens[read.next]
    if (!read || !sign || !signs.includes(sign)) return read
    const right = inner(tokens, read.next + 1)
    const value = right && operations[sign]?.(read.value, right.value)
    if (!value || value.below === 0n) return undefined
    read = { value, next: right.next }
  }
}

function sumAt(tokens: readonly string[], at: number): Read {
  return joined(tokens, at, '+-', productAt)
}

function productAt(tokens: readonly string[], at: number): Read {
  return joined(tokens, at, '*/', valueAt)
}

/** A number, something in brackets, or one of them with a sign of its own. */
function valueAt(tokens: readonly string[], at: number): Read {
  const first = tokens[at]
  if (first === undefined) return undefined
  if (first === '-') {
    const read = valueAt(tokens, at + 1)
    return read && { value: { above: -read.value.above, below: read.value.below }, next: read.next }
  }
  if (first === '(') {
    const read = sumAt(tokens, at + 1)
    return read && tokens[read.next] === ')' ? { value: read.value, next: read.next + 1 } : undefined
  }
  return /\d/.test(first) ? { value: numberOf(first), next: at + 1 } : undefined
}

/**
 * `(3.20+4.10)/2` with so many decimals, halves away from zero: numbers, + - * / and brackets, with * and / before + and -. Undefined where it is
 * none, or divides by nothing. Takes text of some length only: brackets go as deep as it has of them.
 */
export function exactly(text: string, decimals: number): Decimal | undefined {
  const tokens = tokensOf(text)
  const read = tokens && sumAt(tokens, 0)
  if (!read || read.next !== tokens.length) return undefined
  const { above, below } = read.value
  return divide({ units: above, scale: 0 }, { units: below, scale: 0 }, decimals)
}
