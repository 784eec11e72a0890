import type { Standing } from '../../kernel/secrets/trail-signatures.ts'

/** A seal of a company's trail; its digest is made of those of its entries and of the seal before it. */
export interface Seal {
  number: number
  /** In hexadecimal digits. */
  digest: string
}

export interface Fault {
  number: number
  fault: string
}

/** Numbers of seals from the first to the last, both included. */
export interface Span {
  first: number
  last: number
}

/** Which seals were good when the secret was replaced: all up to a number but those that it names. */
export interface Takeover extends Seal {
  forged: readonly Span[]
  /** Made under a key that was not known any more. */
  unknown: readonly Span[]
}

/** What the signature of a seal is made of. */
export const claimOfSeal = (company: string, { number, digest }: Seal) => `${company} ${number} ${digest}`

/** What the signature of a takeover is made of: never what one of a seal is. */
export const claimOfTakeover = (company: string, { number, digest, forged, unknown }: Takeover) =>
  ['takeover', company, number, digest, textOf(forged), textOf(unknown)].join(' ')

/** Spans as they are kept. */
export const textOf = (spans: readonly Span[]) => spans.map(({ first, last }) => `${first}-${last}`).join(',')

export const spansIn = (text: string): Span[] =>
  [...text.matchAll(/(\d+)-(\d+)/g)].map(([, first, last]) => ({ first: Number(first), last: Number(last) }))

const holds = (spans: readonly Span[], number: number) =>
  spans.some(({ first, last }) => first <= number && number <= last)

/** Adds numbers behind all that are there. */
export function extend(spans: Span[], first: number, last = first): void {
  const end = spans.at(-1)
  if (end?.last === first - 1) end.last = last
  else if (end === undefined || end.last < first) spans.push({ first, last })
}

/** What remains of spans behind a number. */
export const after = (spans: readonly Span[], number: number): Span[] =>
  spans.filter(({ last }) => last > number).map(({ first, last }) => ({ first: Math.max(first, number + 1), last }))

/**
 * What a seal comes to, by its own signature and by the takeovers that hold: `unknown` is neither good nor forged, since the
 * key it was made under is not known here.
 */
export function verdictOn(
  number: number,
  own: Standing,
  takeovers: readonly Takeover[],
): 'ours' | 'forged' | 'unknown' {
  if (takeovers.some(({ forged }) => holds(forged, number))) return 'forged'
  const isCovered = takeovers.some((takeover) => number <= takeover.number && !holds(takeover.unknown, number))
  if (own === 'ours' || isCovered) return 'ours'
  // Since there are takeovers, every signature names its key.
  const hasToName = takeovers.some((takeover) => takeover.number < number)
  return own === 'forged' || (own === 'unmarked' && hasToName) ? 'forged' : 'unknown'
}
