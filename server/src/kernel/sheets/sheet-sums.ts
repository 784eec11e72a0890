/** Words that begin the label of a sum. */
const heads = new Set(
  ['total', 'totals', 'subtotal', 'subtotals', 'sum', 'कुल', 'योग', 'जोड़', 'महायोग'].map((word) =>
    word.normalize('NFC'),
  ),
)
/** Labels of sums carried from page to page, of which both words are needed. */
const carried =
  /^(?:(?:carried|brought|amount)\s+(?:carried\s+|brought\s+)?(?:forward|over|down)|[bc]\s*\/\s*[fod]\.?)$/

/** Other words in the label of a sum, of which no contract's name consists alone. */
const fillers = new Set(
  (
    'grand sub page net gross overall final cumulative of the this for in to all above amount amt value cost estimated rs inr ' +
    'rupees lakh lakhs lac lacs crore crores cr no nos number count row rows work works tender tenders contract contracts project ' +
    'projects bid bids item items task tasks sheet list and qty quantity का की के राशि मूल्य रुपये रुपए लाख करोड़ उप सकल पृष्ठ महा संख्या ' +
    'निविदा निविदाएँ निविदाएं कार्य'
  )
    .split(' ')
    .map((word) => word.normalize('NFC')),
)

const longestLabel = 80

const wordsIn = (label: string) =>
  label
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? []

/** Whether a text is only the label of a sum: Total, Grand total (Rs.), Page 3 total, कुल योग. */
export function isSumLabel(label: string): boolean {
  if (label.length > longestLabel) return false
  const words = wordsIn(label)
  if (carried.test(label.trim().toLowerCase())) return true
  return words.some((word) => heads.has(word)) && words.every((word) => heads.has(word) || fillers.has(word))
}

/** Whether a text begins like the label of a sum; a name may do so too, such as Total station survey. */
export const beginsLikeSum = (label: string) => heads.has(wordsIn(label.slice(0, longestLabel))[0] ?? '')

/** Running sums of columns: of all rows above, and of the rows since the last sum. */
export function runningSums() {
  const all = new Map<string, number>()
  const since = new Map<string, number>()
  let rows = 0
  const isSum = (column: string, figure: number, sums: Map<string, number>) =>
    Math.abs((sums.get(column) ?? 0) - figure) <= 0.005 * rows + Math.abs(figure) * 1e-12
  return {
    add(figures: ReadonlyMap<string, number>): void {
      rows += 1
      for (const [column, figure] of figures)
        for (const sums of [all, since]) sums.set(column, (sums.get(column) ?? 0) + figure)
    },
    /** Whether some figure is not 0, and each figure is the sum of several rows above. */
    areSums: (figures: ReadonlyMap<string, number>) =>
      rows > 1 &&
      [...figures.values()].some((figure) => figure !== 0) &&
      [all, since].some((sums) => [...figures].every(([column, figure]) => isSum(column, figure, sums))),
    restart: () => since.clear(),
  }
}
