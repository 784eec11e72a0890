import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import { stampLabels } from '@plinth/api/kernel/record'
import type { ReactNode } from 'react'
import type { $ZodShape, $ZodType } from 'zod/v4/core'
import { dash, dayText, decimal, momentDay, momentText, percent, plainText, rupees, words } from '../../lib/format.ts'
import { language, t, translated } from '../../lib/language.ts'
import { type InPlace, InPlaceCell, isChangeable } from '../record/InPlace.tsx'
import { ActiveBadge } from '../shell/StatusBadge.tsx'
import type { Column } from './DataRows.tsx'

type Entity<Row> = $ZodType<Row> & { shape: $ZodShape }
type Labels<Row> = { readonly [K in keyof Row]?: string }
type Special<Row> = { [F in Column<Row>['field']]?: Partial<Omit<Extract<Column<Row>, { field: F }>, 'field'>> }

const number = { align: 'right' } as const

/** The first pair only: a row has no room for more. */
function pairsText(pairs: Record<string, unknown> | null): string {
  const lines = Object.entries(pairs ?? {}).map(([key, value]) => `${key}: ${plainText(value)}`)
  return lines.length > 2 ? `${lines.slice(0, 2).join('; ')}; …` : lines.join('; ') || dash
}

const moment = (value: string | null): ReactNode =>
  value === null ? dash : <span title={momentText(value)}>{momentDay(value)}</span>

const shownBy: Record<Kind, object> = {
  text: {},
  choice: { show: words },
  choices: { show: (values: readonly string[] | null) => values?.map(words).join(', ') || dash },
  money: { ...number, show: rupees },
  percent: { ...number, show: percent },
  number: { ...number, show: decimal },
  day: { show: dayText },
  moment: { show: moment },
  boolean: { show: (value: boolean | null) => (value === null ? dash : value ? t('Yes') : t('No')) },
  active: { show: (active: boolean) => <ActiveBadge active={active} /> },
  pairs: { show: pairsText, sortable: false },
}

/**
 * A column for every field of a record that has a label, then for its stamps. The type of a field decides how it is shown; callers pass
 * only exceptions, and the fields that can be edited in place.
 */
export function columnsOf<Row extends object>(
  entity: Entity<Row>,
  labels: Labels<Row>,
  special: Special<Row> = {},
  inPlace?: InPlace<NoInfer<Row>>,
): Column<Row>[] {
  const kinds: Partial<Record<string, Kind>> = kindsOf(entity)
  const labelled = Object.entries({ ...labels, ...stampLabels }).filter(([field]) => field in kinds)
  const called = new Map(labelled.map(([field, label]) => [field, translated(label ?? '')]))
  const changed = (field: string) => {
    const kind = kinds[field]
    if (!inPlace || !(field in inPlace.fields) || !isChangeable(kind)) return {}
    return {
      show: (value: unknown, row: Row) => <InPlaceCell {...{ inPlace, row, field, value, kind }} labels={called} />,
    }
  }
  return labelled.map(([field, label]) => ({
    field,
    label: translated(label ?? ''),
    // Sheets have English headings in every language, because an upload reads them again.
    ...(language !== 'en' && { exported: label }),
    ...shownBy[kinds[field] ?? 'text'],
    ...changed(field),
    ...special[field as keyof typeof special],
  })) as unknown as Column<Row>[]
}
