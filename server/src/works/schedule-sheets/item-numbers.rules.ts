import { latinDigits } from '@plinth/api/kernel/amounts'

/** An item number of a sheet, split into its parts. */
export interface ItemNumber {
  /** The number without trailing punctuation. */
  typed: string
  /** 5.9.1 becomes 5, 9 and 1; Part A becomes a. */
  path: readonly string[]
  /** DIGITS as in 5.9.1; SUB as in (a), which counts below the number above it; TITLE for anything else, such as Part A or NS-1. */
  style: 'DIGITS' | 'SUB' | 'TITLE'
  /** The number without Part, Schedule and the like. */
  label: string
}

const titleWord = /^(?:part|schedule|section|sub-? ?head|chapter|group|bill)\b[\s.:–-]*(?:no\b[\s.:]*)?/i
const romans = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const isRoman = (token: string) => romans.includes(token)

const isSub = (text: string, path: readonly string[]) =>
  path.length === 1 &&
  (/^\(\d+\)$/.test(text) ||
    (/^[([]?(?:\p{L}{1,2}|[ivx]+)[)\]]?$/iu.test(text) && (/[)\]]$/.test(text) || text === text.toLowerCase())))

/** More than any number that can be stored. */
const maxNumberLength = 100

export function itemNumberOf(cell: string): ItemNumber {
  const text = latinDigits(cell)
    .slice(0, maxNumberLength)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.:]+$/, '')
  const label = text.replace(titleWord, '')
  const path = (label.match(/\d+|\p{L}+/gu) ?? []).map((token) => token.toLowerCase().replace(/^0+(?=\d)/, ''))
  const style = isSub(text, path) ? 'SUB' : /^\d/.test(path[0] ?? '') ? 'DIGITS' : 'TITLE'
  // 1) is the same number as 1.
  const typed = style === 'DIGITS' && !text.includes('(') ? text.replace(/\)$/, '') : text
  return { typed, path, style, label }
}

/** The label in a title that has no number of its own: A of PART A - CIVIL WORKS. */
export function labelOfTitle(title: string): string | undefined {
  const [, named, lettered] =
    /^(?:(?:part|schedule|section|sub-? ?head|group|bill)[\s.:–-]*(?:no[\s.:]*)?([a-z]|[ivx]+|\d+)\b|([A-Z]|[IVX]+)[.)]\s)/i.exec(
      title,
    ) ?? []
  return named ?? lettered
}

/** Whether a text in the number column can be a number when the other cells of its row are empty. */
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
 * Numbers sub-items below the last number: (a), (b), and below them (i), (ii). `i` is a letter after `h`, else the first Roman
 * numeral.
 */
export function createSubItems() {
  let base: ItemNumber | undefined
  let levels: SubLevel[] = []
  return {
    begin(number: ItemNumber | undefined): void {
      base = number
      levels = []
    },
    add({ path: [token = ''] }: ItemNumber): ItemNumber {
      const continued = levels.findLast((level) => next[level.family](level.token) === token)
      const family = continued?.family ?? familyOf(token)
      const at = levels.findIndex((level) => level.family === family)
      levels = [...levels.slice(0, at < 0 ? levels.length : at), { family, token }]
      const typed = `${base?.typed ?? ''}${levels.map((level) => `(${level.token})`).join('')}`
      const path = [...(base?.path ?? []), ...levels.map((level) => level.token)]
      return { typed, path, style: base?.style ?? 'SUB', label: typed }
    },
  }
}
