import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { t } from '../../lib/language.ts'
import { belowIn, itemName, sectionsFor } from './schedule-tree.ts'

type Items = readonly ScheduleItem[]

/** The top level, and the last place in a section. */
export const top = { value: 'top', label: t('In no section') }
export const last = { value: 'last', label: t('Last') }

const optionOf = (item: ScheduleItem) => ({ value: item.id, label: itemName(item) })

/** The sections that a new item, or the moved one, can be put into. */
export const sectionOptions = (items: Items, moved?: ScheduleItem) => [top, ...sectionsFor(items, moved).map(optionOf)]

/** The siblings that it can be put before, in a section or at the top. */
export const siblingOptions = (items: Items, parentId: string | null, movedId?: string) => [
  last,
  ...(belowIn(items).get(parentId) ?? []).filter(({ id }) => id !== movedId).map(optionOf),
]
