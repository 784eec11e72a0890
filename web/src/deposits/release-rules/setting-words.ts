import { parseNumber } from '@plinth/api/kernel/amounts'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** The note at the years to sue, because only a lawyer can confirm them. */
export const askLawyer = t('Ask your lawyer: Limitation Act 1963, article 113')

/** Reads days with commas between them; undefined if one is no number, an empty list for an empty text. */
export function readPauses(text: string): number[] | undefined {
  const days = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(parseNumber)
  return days.every((day) => day !== undefined) ? days : undefined
}

/** For example `15, 15, 30, then every 30 days`. */
export function pausesText(days: readonly number[]): string {
  const last = decimal(days.at(-1))
  if (days.length < 2) return t('every {days} days', { days: last })
  return t('{pauses}, then every {days} days', { pauses: days.map(decimal).join(', '), days: last })
}
