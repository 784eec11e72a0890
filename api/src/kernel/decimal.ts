/**
 * Exact decimal numbers: quantities, rates, percentages and money never pass through a float on their way to an amount.
 * A JSON number is read by its shortest text, which is the text that was sent.
 */

/** A number of units of the last decimal: 12.50 is { units: 1250n, scale: 2 }. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Halves away from zero, as bills are rounded; or to the even neighbour, as IS 2 (1960) rounds measurements. */
export type Rounding = 'HALF_UP' | 'HALF_EVEN'

export const zero: Decimal = { units: 0n, scale: 0 }

const form = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

const tenTo = (power: number) => 10n ** BigInt(power)

/** The units of the same number with more decimals. */
const unitsAt = ({ units, scale }: Decimal, to: number): bigint => units * tenTo(to - scale)

/**
 * Reads digits with a sign and a point (`-1234.50`), or a JSON number, exactly. Throws RangeError for anything else,
 * including NaN and infinities.
 */
export function decimal(value: string | number): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = form.exec(String(value)) ?? []
  if (whole === '') throw new RangeError(`${value} is no decimal number`)
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  const signed = sign === '-' ? -units : units
  return scale < 0 ? { units: signed * tenTo(-scale), scale: 0 } : { units: signed, scale }
}

/** The sum, with the decimals of the finer number. */
export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale }
}

export const negative = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

/** The first minus the second, with the decimals of the finer number. */
export const subtract = (one: Decimal, other: Decimal): Decimal => add(one, negative(other))

/** The product, with the decimals of both together. */
export const multiply = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
})

/** Below 0 if the first is less, above 0 if it is more, 0 if they are equal. */
export function compare(one: Decimal, other: Decimal): number {
  const { units } = subtract(one, other)
  return units < 0n ? -1 : Number(units > 0n)
}

function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const [least, most] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const whole = least / most
  const twice = 2n * (least % most)
  const isUp = twice > most || (twice === most && (rounding === 'HALF_UP' || whole % 2n === 1n))
  const found = isUp ? whole + 1n : whole
  return dividend < 0n === divisor < 0n ? found : -found
}

/** The quotient with `scale` decimals. Throws RangeError for a division by zero. */
export function divide(dividend: Decimal, divisor: Decimal, scale: number, rounding: Rounding = 'HALF_UP'): Decimal {
  const shift = scale + divisor.scale - dividend.scale
  const [above, below] = shift < 0 ? [0, -shift] : [shift, 0]
  return { units: divideRounded(dividend.units * tenTo(above), divisor.units * tenTo(below), rounding), scale }
}

/** The number rounded to `scale` decimals. */
export const round = (value: Decimal, scale: number, rounding: Rounding = 'HALF_UP'): Decimal =>
  divide(value, { units: 1n, scale: 0 }, scale, rounding)

/** `percent` per cent of a number, with `scale` decimals, halves away from zero. */
export const percentage = (of: Decimal, percent: Decimal, scale: number): Decimal =>
  divide(multiply(of, percent), { units: 100n, scale: 0 }, scale)

/** The text with all decimals and no grouping: -1234.50. */
export function textOf({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const at = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? '.' : ''}${digits.slice(at)}`
}

/** The number as JSON carries it: exact if it has at most 15 digits. */
export const numberOf = (value: Decimal): number => Number(textOf(value))
