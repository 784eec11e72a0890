import { latinDigits } from '@plinth/api/kernel/amounts'

/** An item's number as the sheet has it, taken apart. */
export interface ItemNumber {
  /** Without the sign at its end. */
  typed: string
  /** 5.9.1 as 5, 9 and 1; Part A as a. */
  path: readonly string[]
  /** 5.9.1 begins with digits; (a) counts below the number above it; anything else, such as Part A or NS-1, is a title's. */
  style: 'DIGITS' | 'SUB' | 'TITLE'
  /** Without Part, Schedule and the like. */
  label: string
}

const titleWord = /^(?:part|schedule|section|sub-? ?head|chapter|group|bill)\b[\s.:–-]*(?:no\b[\s.:]*)?/i
const romans = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const isRoman = (token: string) => romans.includes(token)

const isSub = (text: string, path: readonly string[]) =>
  path.length === 1 &&
  (/^\(\d+\)$/.test(text) ||
    (/^[([]?(?:\p{L}{1,2}|[ivx]+)[)\]]?$/iu.test(text) && (/[)\]]$/.test(text) || text === text.toLowerCase())))

/** Longer than any number that is stored. */
const longestNumber = 100

export function itemNumberOf(cell: string): ItemNumber {
  const text = latinDigits(cell)
    .slice(0, longestNumber)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.:]+$/, '')
  const label = text.replace(titleWord, '')
  const path = (label.match(/\d+|\p{L}+/gu) ?? []).map((token) => token.toLowerCase().replace(/^0+(?=\d)/, ''))
  const style = isSub(text, path) ? 'SUB' : /^\d/.test(path[0] ?? '') ? 'DIGITS' : 'TITLE'
  // 1) is 1.
  const typed = style === 'DIGITS' && !text.includes('(') ? text.replace(/\)$/, '') : text
  return { typed, path, style, label }
}

/** What a title without a number of its own is told apart by: A of PART A - CIVIL WORKS. */
export function labelOfTitle(title: string): string | undefined {
  const [, named, lettered] =
    /^(?:(?:part|schedule|section|sub-? ?head|group|bill)[\s.:–-]*(?:no[\s.:]*)?([a-z]|[ivx]+|\d+)\b|([A-Z]|[IVX]+)[.)]\s)/i.exec(
      title,
    ) ?? []
  return named ?? lettered
}

/** Whether a text in the column of numbers may be one, where nothing stands beside it. */
export const isNumberLike = (text: string) =>
  text.length <= 40 && (/\d/.test(text) ? !/\p{L}{4}/u.test(text) : /^[([]?(?:\p{L}|[ivx]+)[)\].:]?$/iu.test(text))

export const isPrefix = (one: readonly string[], other: readonly string[]) =>
  one.length < other.length && one.every((token, at) => token === other[at])

type Family = 'LETTERS' | 'ROMAN' | 'COUNT'
interface SubLevel {
  family: Family
  token: string
}

const next: Record<Family, (token: string) => string | undefined> = {
  LETTERS: (token) => (token.length === 1 ? String.fromCharCode(token.charCodeAt(0) + 1) : undefined),
  ROMAN: (token) => romans[romans.indexOf(token) + 1],
  COUNT: (token) => String(Number(token) + 1),
}

function familyOf(token: string): Family {
  if (/^\d/.test(token)) return 'COUNT'
  return token === 'i' || (token.length > 1 && isRoman(token)) ? 'ROMAN' : 'LETTERS'
}

/**
 * Counts sub-items below the last number: (a), (b), and below them (i), (ii). `i` is a letter behind `h`, else the first of the
 * Roman numerals.
 */
export function subItems() {
  let base: ItemNumber | undefined
  let levels: SubLevel[] = []
  return {
    begin(number: ItemNumber | undefined): void {
      base = number
      levels = []
    },
    add({ path: [token = ''] }: ItemNumber): ItemNumber {
      const followed = levels.findLast((level) => next[level.family](level.token) === token)
      const family = followed?.family ?? familyOf(token)
      const at = levels.findIndex((level) => level.family === family)
      levels = [...levels.slice(0, at < 0 ? levels.length : at), { family, token }]
      const typed = `${base?.typed ?? ''}${levels.map((level) => `(${level.token})`).join('')}`
      const path = [...(base?.path ?? []), ...levels.map((level) => level.token)]
      return { typed, path, style: base?.style ?? 'SUB', label: typed }
    },
  }
}
