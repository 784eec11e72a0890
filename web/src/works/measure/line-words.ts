import type { MeasurementLine, SentLine } from '@plinth/api/works/measurement-lines'
import { decimal } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'
import { dimensionFields } from './line-typed.ts'

/** The dimensions of a line as a product, arithmetic as it was typed: 2 × (3.2+4.1)/2 × 0.23. */
export function productOf({ factor, typed, ...line }: Omit<SentLine, 'id'>): string {
  const texts = dimensionFields.flatMap((name) => {
    const [value, arithmetic] = [line[name], typed?.[name]]
    if (value == null) return []
    return arithmetic ? `(${arithmetic})` : decimal(value)
  })
  return [...texts, ...(factor == null ? [] : [factorText(factor)])].join(' × ')
}

/** A factor with all its decimals: 0.006165. */
export const factorText = (factor: number) => factor.toLocaleString(locale, { maximumFractionDigits: 6 })

/** 12.50 cum, with all decimals of the unit. */
export function quantityText(quantity: number | string, unit: string | null, decimals?: number | null): string {
  const text =
    decimals == null
      ? decimal(Number(quantity))
      : Number(quantity).toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return [text.replace('-', '−'), unit].filter(Boolean).join(' ')
}

/** The name of a line: its number, or its dimensions until it has one. */
export const lineName = (line: MeasurementLine): string =>
  line.lineNo === null ? t('of {dimensions}', { dimensions: productOf(line) }) : String(line.lineNo)
