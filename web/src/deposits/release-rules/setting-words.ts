import { parseNumber } from '@plinth/api/kernel/amounts'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** Beside the years to sue, which no product can know. */
export const askLawyer = t('Ask your lawyer: Limitation Act 1963, article 113')

/** Days with commas between them; undefined where one of them is no number. Nothing is no days. */
export function readPauses(text: string): number[] | undefined {
  const days = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(parseNumber)
  return days.every((day) => day !== undefined) ? days : undefined
}

/** 15, 15, 30, then every 30 days. */
export function pausesText(days: readonly number[]): string {
  const last = decimal(days.at(-1))
  if (days.length < 2) return t('every {days} days', { days: last })
  return t('{pauses}, then every {days} days', { pauses: days.map(decimal).join(', '), days: last })
}
