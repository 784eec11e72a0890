import type { MeasurableItem } from '@plinth/api/measured-items'

/** An item to choose, with the text that it is searched by. */
export interface Choice {
  item: MeasurableItem
  /** The sections around it, from the outermost. */
  within: string
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
    return { item, within: above, text: `${item.itemNo ?? ''} ${item.description} ${above}`.toLowerCase() }
  })
}

/** The items that contain every typed word in number, description or section; items whose number begins with the first word come first. */
export function found(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const isNumbered = ({ item }: Choice) => first !== '' && (item.itemNo?.toLowerCase().startsWith(first) ?? false)
  return choices
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .toSorted((one, other) => Number(isNumbered(other)) - Number(isNumbered(one)))
}
