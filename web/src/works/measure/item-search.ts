import type { MeasurableItem } from '@plinth/api/works/measured-items'

/** An item to select, with the texts that the search looks in. */
export interface Choice {
  item: MeasurableItem
  /** The titles of its sections, from the outermost. */
  within: string
  /** Its number and description. */
  own: string
  /** Its own text and that of its sections. */
  text: string
}

/** The items of a schedule without its sections; each section comes before its items. */
export function choicesOf(schedule: readonly MeasurableItem[]): Choice[] {
  const sections = new Map<string, string>()
  return schedule.flatMap((item) => {
    const above = (item.parentId && sections.get(item.parentId)) || ''
    if (item.kind === 'SECTION') {
      sections.set(item.id, [above, item.description].filter(Boolean).join(' › '))
      return []
    }
    sections.set(item.id, above)
    const own = `${item.itemNo ?? ''} ${item.description}`.toLowerCase()
    return { item, within: above, own, text: `${own} ${above.toLowerCase()}` }
  })
}

/**
 * The items that contain every typed word in number, description or section. Items whose number starts with the first word come
 * first, then those that contain all words themselves, then those whose section contributes a word.
 */
export function searchItems(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return [...choices]
  const isIn = (text: string) => words.every((word) => text.includes(word))
  const rankOf = ({ item, own }: Choice) => {
    if (item.itemNo?.toLowerCase().startsWith(first)) return 0
    return isIn(own) ? 1 : 2
  }
  const ranked = choices.flatMap((choice) => (isIn(choice.text) ? { choice, rank: rankOf(choice) } : []))
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ choice }) => choice)
}
