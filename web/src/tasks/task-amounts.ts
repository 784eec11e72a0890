/** Quantity by rate, with the tax on top, in rupees and paise. Null when one of the two is missing. */
export function amountOf(quantity: unknown, rate: unknown, tax: unknown): number | null {
  if (typeof quantity !== 'number' || typeof rate !== 'number') return null
  const percent = typeof tax === 'number' ? tax : 0
  return Math.round(Number((quantity * rate * (100 + percent)).toPrecision(15))) / 100
}
