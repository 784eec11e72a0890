import type { Cell } from './sheet-values.ts'

const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
export type Epoch = keyof typeof epochs
const dayLength = 86_400_000

/** The day of a spreadsheet's serial number; the number itself if it is no day, such as a time. */
export function dayOfSerial(serial: number, epoch: Epoch): Cell {
  const days = Math.floor(serial)
  if (days < (epoch === 1900 ? 1 : 0) || days > 2_958_465) return serial
  // Spreadsheets count 1900 as a leap year.
  const shift = epoch === 1900 && days < 60 ? 1 : 0
  return { day: new Date(epochs[epoch] + (days + shift) * dayLength).toISOString().slice(0, 10) }
}

/** Spreadsheets accept no longer format. */
const longestFormat = 255

const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** How a number format shows a number. */
export interface Look {
  as: 'day' | 'percent' | 'number'
  /** Undefined if the format does not fix them. */
  decimals?: number
}

/** Decimals of the built-in formats, which have only an id. */
const decimalsOf: Readonly<Record<number, number>> = {
  ...Object.fromEntries([1, 3, 5, 6, 9, 37, 38, 41, 42].map((id) => [id, 0])),
  ...Object.fromEntries([2, 4, 7, 8, 10, 39, 40, 43, 44].map((id) => [id, 2])),
}

const withDecimals = (as: Look['as'], decimals: number | undefined): Look =>
  decimals === undefined ? { as } : { as, decimals }

/**
 * The decimals of a format code without its literal texts; undefined for fractions, exponents, and numbers shown in
 * thousands.
 */
function decimalsIn(shown: string): number | undefined {
  const figures = /[0#?][0#?,]*(?:\.([0#?]*))?/.exec(shown)
  if (!figures || /[/eE]/.test(shown) || /[0#?.],+(?![0#?,])/.test(shown)) return undefined
  return figures[1]?.length ?? 0
}

/** How a number format shows a number, by its built-in id or its own code. */
export function lookOf(id: number, code: string | undefined): Look {
  if (code === undefined) {
    if (dateFormats.some(([from, to]) => id >= from && id <= to)) return { as: 'day' }
    return withDecimals(id === 9 || id === 10 ? 'percent' : 'number', decimalsOf[id])
  }
  const [shown = ''] = code
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
    .split(';')
  if (/general/i.test(shown)) return { as: 'number' }
  if (shown.includes('%')) return withDecimals('percent', decimalsIn(shown))
  return /[dmyhs]/i.test(shown) ? { as: 'day' } : withDecimals('number', decimalsIn(shown))
}

/** Removes what lies beyond the 15 digits that a spreadsheet keeps of a number. */
export const withoutNoise = (value: number) => Number(value.toPrecision(15))

/** Rounds half away from zero, like spreadsheets. */
export function rounded(value: number, decimals: number): number {
  const unit = 10 ** decimals
  const units = Math.round(withoutNoise(Math.abs(value) * unit))
  return units === 0 ? 0 : (Math.sign(value) * units) / unit
}

/** The cell of a number under its format. */
export function numberCell(value: number, look: Look | undefined, epoch: Epoch, isResult: boolean): Cell {
  if (look?.as === 'day') return dayOfSerial(value, epoch)
  const isPercent = look?.as === 'percent'
  const number = isPercent ? withoutNoise(value * 100) : value
  const unsaid = isResult && !Number.isInteger(number) ? 'unsaid' : undefined
  const shown = look?.decimals === undefined || Math.abs(number) >= 1e15 ? unsaid : look.decimals
  const isHidden = shown === 'unsaid' || (shown !== undefined && rounded(number, shown) !== withoutNoise(number))
  if (isPercent) return isHidden ? { percent: number, shown } : { percent: number }
  return isHidden ? { number, shown } : number
}
