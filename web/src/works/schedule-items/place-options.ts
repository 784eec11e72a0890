import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { t } from '../../lib/language.ts'
import { belowIn, itemName, sectionsFor } from './schedule-tree.ts'

type Items = readonly ScheduleItem[]

/** In no section, and behind all that lies there. */
export const top = { value: 'top', label: t('In no section') }
export const last = { value: 'last', label: t('Last') }

const optionOf = (item: ScheduleItem) => ({ value: item.id, label: itemName(item) })

/** The sections that something new may go into, or that this one may. */
export const sectionOptions = (items: Items, moved?: ScheduleItem) => [top, ...sectionsFor(items, moved).map(optionOf)]

/** What it may come before in a section, or in none. */
export const siblingOptions = (items: Items, parentId: string | null, movedId?: string) => [
  last,
  ...(belowIn(items).get(parentId) ?? []).filter(({ id }) => id !== movedId).map(optionOf),
]
