/** How many names are offered for an unknown one. */
const maxOffered = 3
/** How similar two names must be, from 0 to 1. */
const minSimilarity = 0.5

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const lettersOf = (text: string) => wordsOf(text).join('')
const smallWords = new Set(['and', 'of', 'the', 'for', 'in'])
/** The initials of a name, such as PWD for Public Works Department. */
const initialsOf = (text: string) =>
  wordsOf(text)
    .filter((word) => !smallWords.has(word))
    .map((word) => word[0])
    .join('')

function pairsOf(letters: string): string[] {
  return Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2))
}

/** The share of letter pairs that two texts have in common, from 0 to 1. */
function similarityOf(one: string, other: string): number {
  const [pairs, left] = [pairsOf(one), pairsOf(other)]
  const all = pairs.length + left.length
  const common = pairs.filter((pair) => {
    const at = left.indexOf(pair)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return all === 0 ? 0 : (2 * common.length) / all
}

function nearness(typed: string, name: string): number {
  const [one, other] = [lettersOf(typed), lettersOf(name)]
  if (one === other) return 1
  const short = Math.min(one.length, other.length)
  if (short > 1 && (one === initialsOf(name) || other === initialsOf(typed))) return 0.9
  if (short > 2 && (other.includes(one) || one.includes(other))) return 0.8
  return similarityOf(one, other)
}

/** The known names that a typed, unknown one may mean, the nearest first. */
export const nearest = (typed: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, near: nearness(typed, name) }))
    .filter(({ near }) => near >= minSimilarity)
    .toSorted((one, other) => other.near - one.near)
    .slice(0, maxOffered)
    .map(({ name }) => name)
