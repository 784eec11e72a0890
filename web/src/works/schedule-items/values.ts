import type { scheduleItemFields } from '@plinth/api/works/schedule-items'
import { dash, decimal, plainText } from '../../lib/format.ts'
import type { CellValue } from '../../ui/record/useCellEditor.ts'
import { rateText } from './schedule-words.ts'

/** The fields that can be edited in place. */
export type ValueField = Extract<
  keyof typeof scheduleItemFields,
  'itemNo' | 'description' | 'unit' | 'quantity' | 'rate'
>

/** The text of a value in messages and cells. */
export function textOfValue(field: ValueField, value: CellValue): string {
  if (field === 'quantity') return decimal(typeof value === 'number' ? value : null)
  if (field === 'rate') return rateText(typeof value === 'number' ? value : null)
  return plainText(value) || dash
}
