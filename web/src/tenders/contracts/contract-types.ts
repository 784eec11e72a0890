/** What contracts are mostly of, to choose from; whoever enters one may write another. */
export const usualContractTypes: readonly string[] = [
  'Item rate',
  'Percentage rate',
  'Lump sum',
  'EPC',
  'Rate contract',
  'Supply',
  'Labour',
]
