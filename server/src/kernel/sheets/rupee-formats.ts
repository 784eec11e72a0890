/** The format of an amount of three figures with that many pairs of figures before them. */
const inPairs = (pairs: number) => `"₹"${'##\\,'.repeat(pairs)}##0.00`
const [thousands, lakhs, crores, hundredCrores, tenThousandCrores] = ['"₹"##,##0.00', ...[2, 3, 4, 5].map(inPairs)]

const upToCrores = `[>=10000000]${crores};[>=100000]${lakhs};${thousands}`
const aboveCrores = `[>=100000000000]${tenThousandCrores};[>=1000000000]${hundredCrores};${crores}`

/**
 * The spreadsheet number format of a column of rupees, with Indian grouping like the screens. One format distinguishes
 * three sizes, so a cell with a larger amount gets its own format from `rupeeFormatOf`.
 */
export const rupeeFormat = upToCrores

/**
 * The number format that shows this amount in Indian grouping, up to 13 figures, and amounts of similar size when the
 * cell is edited.
 */
export function rupeeFormatOf(amount: number): string {
  if (amount >= 0) return amount < 1_000_000_000 ? upToCrores : aboveCrores
  // Spreadsheets differ in whether they write the sign for conditional formats, so negative amounts get a format
  // without conditions.
  const sizes = [100_000, 10_000_000, 1_000_000_000, 100_000_000_000].filter((size) => -amount >= size).length
  const format = [thousands, lakhs, crores, hundredCrores, tenThousandCrores][sizes]
  return `${format};\\-${format}`
}
