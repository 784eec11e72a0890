/** Suggestions for the contract type; any other text is allowed. */
export const usualContractTypes: readonly string[] = [
  'Item rate',
  'Percentage rate',
  'Lump sum',
  'EPC',
  'Rate contract',
  'Supply',
  'Labour',
]
