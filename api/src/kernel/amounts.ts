/**
 * Parses numbers as people in India type and paste them; undefined for other text. Part of a text is never taken for
 * the whole.
 */

const hindiZero = '०'.charCodeAt(0)

/** Replaces Hindi digits by Latin ones. */
export const latinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - hindiZero))

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const ungrouped = /^(?:\d+(?:\.\d*)?|\.\d+)$/
/** No number is longer; the patterns would be slow on very long text. */
const longest = 200

/** Parses 12,34,567.50; undefined if it is no number, or its grouping is neither Indian nor Western. */
export function parseNumber(typed: string): number | undefined {
  if (typed.length > longest) return undefined
  const text = latinDigits(typed).replaceAll('−', '-').replace(/\s/g, '')
  const [, sign = '', figures = ''] = /^([+-]?)(.*)$/.exec(text) ?? []
  if (!grouped.test(figures) && !ungrouped.test(figures)) return undefined
  const value = Number(figures.replaceAll(',', ''))
  return sign === '-' && value !== 0 ? -value : value
}

const currency = /^([+-]?)\s*(?:₹|rs\.?|inr|रु\.?|रू\.?)\s*/i

/** Parses an amount, with or without its currency: ₹ 7,78,812.50 or Rs. 7,78,812/-. */
export function parseAmount(typed: string): number | undefined {
  if (typed.length > longest) return undefined
  return parseNumber(
    typed
      .trim()
      .replaceAll('−', '-')
      .replace(currency, '$1')
      .replace(/\s*\/[-=]$/, ''),
  )
}

/** Parses a percentage, with or without its sign. */
export const parsePercent = (typed: string): number | undefined =>
  typed.length > longest ? undefined : parseNumber(typed.replace(/\s*%\s*$/, ''))

/** The faults of text that is no such number, on the wire. */
export const notANumber = {
  amount: 'must be an amount such as 12,34,567.50',
  percent: 'must be a percentage such as 4.25 or 18%',
  signedPercent: 'must be a percentage such as 4.25 or -5%',
  number: 'must be a number such as 1,250.125',
  whole: 'must be a whole number',
} as const
