import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { maxScheduleDepth, type ScheduleItem } from '@plinth/api/works/schedule-items'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'

type Items = readonly ScheduleItem[]

const longestName = 48

/** A description on one line, and no longer than is read at a glance. */
function shortened(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestName ? `${line.slice(0, longestName).trimEnd()}…` : line
}

/** What a section or an item is called where it is spoken of: its number and the beginning of its description. */
export const itemName = ({ itemNo, description }: Pick<ScheduleItem, 'itemNo' | 'description'>) =>
  [itemNo, shortened(description)].filter(Boolean).join(' ')

/** The number alone, where there is one: sections may have none. */
export const numberOrName = ({ itemNo, description }: Pick<ScheduleItem, 'itemNo' | 'description'>) =>
  itemNo ?? shortened(description)

/** The sums of a section: the items in it at any depth, how many of them have no rate, and their total amount in rupees. */
export interface SectionSum {
  items: number
  withoutRate: number
  amount: number
}

/** The sum of each section, by its id. The items come as the wire has them: each section before what lies in it. */
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
    const above = sums.get(parentId) ?? none()
    sums.set(parentId, {
      items: above.items + own.items,
      withoutRate: above.withoutRate + own.withoutRate,
      paise: above.paise + own.paise,
    })
  }
  return new Map([...sums].map(([id, { paise, ...counts }]) => [id, { ...counts, amount: inRupees(paise) }]))
}

/** What is looked for in a schedule: words of its items, and those alone that have no rate. */
export interface Sought {
  text: string
  isWithoutRate: boolean
}

const isFound = ({ kind, itemNo, sorCode, description, rate }: ScheduleItem, { words, isWithoutRate }: Wanted) => {
  if (isWithoutRate && (kind === 'SECTION' || rate !== null)) return false
  const text = `${itemNo ?? ''} ${sorCode ?? ''} ${description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

interface Wanted {
  words: readonly string[]
  isWithoutRate: boolean
}

/**
 * The ids of what is found, and of the sections in which that lies. Undefined where nothing is looked for. A section that is
 * found has all that lies in it along.
 */
export function foundIn(items: Items, { text, isWithoutRate }: Sought): ReadonlySet<string> | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !isWithoutRate) return undefined
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = new Set<string>()
  const whole = new Set<string>()
  for (const item of items) {
    const isInFound = !isWithoutRate && item.parentId !== null && whole.has(item.parentId)
    if (!isInFound && !isFound(item, { words, isWithoutRate })) continue
    if (item.kind === 'SECTION') whole.add(item.id)
    for (let at: ScheduleItem | undefined = item; at && !found.has(at.id); at = byId.get(at.parentId ?? ''))
      found.add(at.id)
  }
  return found
}

/** Deeper levels are neither indented further nor coloured otherwise: there is no room left. */
const deepestIndent = 4

/** The rows on the screen: all but those in a folded section, or only what was found, unfolded. */
export function rowsOf(
  items: Items,
  folded: ReadonlySet<string>,
  found: ReadonlySet<string> | undefined,
): TreeRow<ScheduleItem>[] {
  const shown = found ? items.filter(({ id }) => found.has(id)) : items
  const below = Map.groupBy(shown, ({ parentId }) => parentId)
  const isOpen = (id: string) => found !== undefined || !folded.has(id)
  const from = (parentId: string | null): TreeRow<ScheduleItem>[] => {
    const beside = below.get(parentId) ?? []
    return beside.flatMap((item, index) => {
      const { id, level } = item
      const expanded = below.has(id) ? isOpen(id) : undefined
      const row = {
        id,
        parentId,
        name: itemName(item),
        depth: level,
        level: Math.min(level, deepestIndent),
        position: index + 1,
        siblings: beside.length,
        expanded,
        item,
      }
      return expanded ? [row, ...from(id)] : [row]
    })
  }
  return from(null)
}

/** What lies in each section, or in none, in its order. */
export const belowIn = (items: Items) => Map.groupBy(items, ({ parentId }) => parentId)

/** How many levels there are below it. */
function heightOf(below: ReturnType<typeof belowIn>, id: string): number {
  return (below.get(id) ?? []).reduce((height, child) => Math.max(height, 1 + heightOf(below, child.id)), 0)
}

/** The sections that something may lie in: not itself, none in it, and none so deep that its last level would be too many. */
export function sectionsFor(items: Items, moved?: ScheduleItem): ScheduleItem[] {
  const below = belowIn(items)
  const height = moved ? heightOf(below, moved.id) : 0
  const within = new Set(moved ? [moved.id] : [])
  return items.filter(({ id, parentId, kind, level }) => {
    if (parentId !== null && within.has(parentId)) within.add(id)
    return kind === 'SECTION' && !within.has(id) && level + 1 + height < maxScheduleDepth
  })
}

/** Where something stands or is put: in a section or in none, before another one there, or last. */
export interface SchedulePlace {
  parentId: string | null
  beforeId: string | null
}

/** Where it stands now. */
export function placeOf(items: Items, { id, parentId }: ScheduleItem): SchedulePlace {
  const beside = belowIn(items).get(parentId) ?? []
  return { parentId, beforeId: beside[beside.findIndex((one) => one.id === id) + 1]?.id ?? null }
}

/** Where something new goes that was asked for at this row: into a section, last; right behind an item. */
export const placeBeside = (items: Items, at: ScheduleItem): SchedulePlace =>
  at.kind === 'SECTION' ? { parentId: at.id, beforeId: null } : placeOf(items, at)

const endsInNumber = /^(.*?)(\d{1,9})$/

/** The number that probably comes next there: one more than that of what stands before it; '' where it cannot be told. */
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
