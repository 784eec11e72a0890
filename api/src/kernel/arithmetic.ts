import { type Decimal, divide } from './decimal.ts'

/** Computes arithmetic that people type into a field exactly, with fractions: a third stays a third until the end. */

interface Fraction {
  above: bigint
  /** Never 0, but may be negative. */
  below: bigint
}

const operations: Readonly<Record<string, (one: Fraction, other: Fraction) => Fraction>> = {
  '+': (one, other) => ({ above: one.above * other.below + other.above * one.below, below: one.below * other.below }),
  '-': (one, other) => ({ above: one.above * other.below - other.above * one.below, below: one.below * other.below }),
  '*': (one, other) => ({ above: one.above * other.above, below: one.below * other.below }),
  '/': (one, other) => ({ above: one.above * other.below, below: one.below * other.above }),
}

const token = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([-+*/()]))/y

/** The numbers and operators of a text; undefined if it contains anything else. */
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

/** The parsed value and the index of the next token; undefined for a syntax error. */
type Read = { value: Fraction; next: number } | undefined

/** Values joined by operators of one precedence, from left to right. */
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

/** A number or a bracket, or either with a minus sign. */
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
 * Computes `(3.20+4.10)/2` with `decimals` decimals, halves away from zero: numbers, + - * / and brackets, with * and /
 * before + and -. Undefined for a syntax error or a division by zero. The caller limits the length of the text, because
 * brackets recurse.
 */
export function exactly(text: string, decimals: number): Decimal | undefined {
  const tokens = tokensOf(text)
  const read = tokens && sumAt(tokens, 0)
  if (!read || read.next !== tokens.length) return undefined
  const { above, below } = read.value
  return divide({ units: above, scale: 0 }, { units: below, scale: 0 }, decimals)
}
