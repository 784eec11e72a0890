import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { maxScheduleDepth, type ScheduleItem } from '@plinth/api/works/schedule-items'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'

type Items = readonly ScheduleItem[]

const maxNameLength = 48

/** A description on one line, cut to a length that is read at a glance. */
function shortened(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength).trimEnd()}…` : line
}

/** The name of a section or an item in messages: its number and the start of its description. */
export const itemName = ({ itemNo, description }: Pick<ScheduleItem, 'itemNo' | 'description'>) =>
  [itemNo, shortened(description)].filter(Boolean).join(' ')

/** The number alone if there is one; sections may lack it. */
export const numberOrName = ({ itemNo, description }: Pick<ScheduleItem, 'itemNo' | 'description'>) =>
  itemNo ?? shortened(description)

/** The totals of a section: the items in it at any depth, how many of them have no rate, and their amount in rupees. */
export interface SectionSum {
  items: number
  withoutRate: number
  amount: number
}

/** The total of each section, by its id. Expects the items in tree order, each section before its content. */
export function sumsOf(items: Items): ReadonlyMap<string, SectionSum> {
  const sums = new Map<string, { items: number; withoutRate: number; paise: bigint }>()
  const none = () => ({ items: 0, withoutRate: 0, paise: 0n })
  for (const { id, parentId, kind, rate, amount } of items.toReversed()) {
    const own =
      kind === 'SECTION'
        ? (sums.get(id) ?? none())
        : { items: 1, withoutRate: Number(rate === null), paise: paiseOf(amount ?? 0) }
    if (kind === 'SECTION') sums.set(id, own)
    if (parentId === null) continue
    const parentSum = sums.get(parentId) ?? none()
    sums.set(parentId, {
      items: parentSum.items + own.items,
      withoutRate: parentSum.withoutRate + own.withoutRate,
      paise: parentSum.paise + own.paise,
    })
  }
  return new Map([...sums].map(([id, { paise, ...counts }]) => [id, { ...counts, amount: inRupees(paise) }]))
}

/** A search in a schedule: words, and whether only items without a rate are wanted. */
export interface ScheduleSearch {
  text: string
  isWithoutRate: boolean
}

const matchesSearch = (
  { kind, itemNo, sorCode, description, rate }: ScheduleItem,
  { words, isWithoutRate }: ParsedSearch,
) => {
  if (isWithoutRate && (kind === 'SECTION' || rate !== null)) return false
  const text = `${itemNo ?? ''} ${sorCode ?? ''} ${description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

interface ParsedSearch {
  words: readonly string[]
  isWithoutRate: boolean
}

/**
 * The ids of the rows found, and of the sections around them. Undefined without a search. A section that is found brings its content
 * along.
 */
export function searchSchedule(items: Items, { text, isWithoutRate }: ScheduleSearch): ReadonlySet<string> | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !isWithoutRate) return undefined
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = new Set<string>()
  const whole = new Set<string>()
  for (const item of items) {
    const isInFound = !isWithoutRate && item.parentId !== null && whole.has(item.parentId)
    if (!isInFound && !matchesSearch(item, { words, isWithoutRate })) continue
    if (item.kind === 'SECTION') whole.add(item.id)
    for (let at: ScheduleItem | undefined = item; at && !found.has(at.id); at = byId.get(at.parentId ?? ''))
      found.add(at.id)
  }
  return found
}

/** Deeper levels are neither indented nor coloured further, for lack of room. */
const maxIndent = 4

/** The rows on the screen: without a search all except those in a folded section, during a search only those found, unfolded. */
export function rowsOf(
  items: Items,
  folded: ReadonlySet<string>,
  found: ReadonlySet<string> | undefined,
): TreeRow<ScheduleItem>[] {
  const shown = found ? items.filter(({ id }) => found.has(id)) : items
  const below = Map.groupBy(shown, ({ parentId }) => parentId)
  const isOpen = (id: string) => found !== undefined || !folded.has(id)
  const rowsBelow = (parentId: string | null): TreeRow<ScheduleItem>[] => {
    const beside = below.get(parentId) ?? []
    return beside.flatMap((item, index) => {
      const { id, level } = item
      const expanded = below.has(id) ? isOpen(id) : undefined
      const row = {
        id,
        parentId,
        name: itemName(item),
        depth: level,
        level: Math.min(level, maxIndent),
        position: index + 1,
        siblings: beside.length,
        expanded,
        item,
      }
      return expanded ? [row, ...rowsBelow(id)] : [row]
    })
  }
  return rowsBelow(null)
}

/** The content of each section, and of the top level, in order. */
export const belowIn = (items: Items) => Map.groupBy(items, ({ parentId }) => parentId)

/** The number of levels below a row. */
function heightOf(below: ReturnType<typeof belowIn>, id: string): number {
  return (below.get(id) ?? []).reduce((height, child) => Math.max(height, 1 + heightOf(below, child.id)), 0)
}

/** The sections that a row can be put into: not itself, none inside it, and none so deep that its last level would be too deep. */
export function sectionsFor(items: Items, moved?: ScheduleItem): ScheduleItem[] {
  const below = belowIn(items)
  const height = moved ? heightOf(below, moved.id) : 0
  const within = new Set(moved ? [moved.id] : [])
  return items.filter(({ id, parentId, kind, level }) => {
    if (parentId !== null && within.has(parentId)) within.add(id)
    return kind === 'SECTION' && !within.has(id) && level + 1 + height < maxScheduleDepth
  })
}

/** A place in a schedule: in a section or at the top, before a sibling or last. */
export interface SchedulePlace {
  parentId: string | null
  beforeId: string | null
}

/** The present place of a row. */
export function placeOf(items: Items, { id, parentId }: ScheduleItem): SchedulePlace {
  const beside = belowIn(items).get(parentId) ?? []
  return { parentId, beforeId: beside[beside.findIndex((one) => one.id === id) + 1]?.id ?? null }
}

/** The place of a new row that is added at this one: last in a section, or right after an item. */
export const placeBeside = (items: Items, at: ScheduleItem): SchedulePlace =>
  at.kind === 'SECTION' ? { parentId: at.id, beforeId: null } : placeOf(items, at)

const endsInNumber = /^(.*?)(\d{1,9})$/

/** The probable number for a new row at a place: one more than that of the sibling before it; empty if it cannot be derived. */
export function numberAt(items: Items, { parentId, beforeId }: SchedulePlace): string {
  const beside = belowIn(items).get(parentId) ?? []
  const at = beforeId === null ? beside.length : beside.findIndex(({ id }) => id === beforeId)
  const parent = items.find(({ id }) => id === parentId)
  const before = beside[at - 1]?.itemNo ?? (parent?.itemNo ? `${parent.itemNo}.0` : '0')
  const [, head, tail] = endsInNumber.exec(before) ?? []
  if (head === undefined || tail === undefined) return ''
  const next = `${head}${Number(tail) + 1}`
  const isTaken = items.some(({ itemNo }) => itemNo?.toLowerCase() === next.toLowerCase())
  return isTaken ? '' : next
}
