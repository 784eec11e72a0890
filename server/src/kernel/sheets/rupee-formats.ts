/** An amount of three figures and so many pairs before them. */
const inPairs = (pairs: number) => `"₹"${'##\\,'.repeat(pairs)}##0.00`
const [thousands, lakhs, crores, hundredCrores, tenThousandCrores] = ['"₹"##,##0.00', ...[2, 3, 4, 5].map(inPairs)]

const upToCrores = `[>=10000000]${crores};[>=100000]${lakhs};${thousands}`
const aboveCrores = `[>=100000000000]${tenThousandCrores};[>=1000000000]${hundredCrores};${crores}`

/**
 * A spreadsheet's number format of a column of rupees: Indian groups as on the screens. A format can tell three sizes apart,
 * so that a cell which holds more has one of its own: see `rupeeFormatOf`.
 */
export const rupeeFormat = upToCrores

/** The number format in which this amount stands in Indian groups, up to 13 figures; and others of its size when it is changed. */
export function rupeeFormatOf(amount: number): string {
  if (amount >= 0) return amount < 1_000_000_000 ? upToCrores : aboveCrores
  // Beside conditions spreadsheets do not agree on who writes the sign.
  const sizes = [100_000, 10_000_000, 1_000_000_000, 100_000_000_000].filter((size) => -amount >= size).length
  const format = [thousands, lakhs, crores, hundredCrores, tenThousandCrores][sizes]
  return `${format};\\-${format}`
}
