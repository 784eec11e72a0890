import { maxScheduleDepth } from '@plinth/api/works/schedule-items'
import type { Entry } from './entries.rules.ts'
import { createSubItems, type ItemNumber, isPrefix, labelOfTitle } from './item-numbers.rules.ts'

/** An entry at its place in the tree. */
export interface Node {
  entry: Entry
  /** The section that it lies in. */
  parent: Node | undefined
  /** 0 at the top. */
  level: number
  /** With sub-items counted: 5(a). */
  number: ItemNumber | undefined
  /** The stored number, with the label of its title where numbering restarts below each title. */
  itemNo: string | null
  /** The number of entries directly in it. */
  below: number
}

export const isTooDeep = ({ level }: Node) => level >= maxScheduleDepth

/** Whether the next entry ends an open section. */
function endsSection({ number: open, below }: Node, entry: Entry, number: ItemNumber | undefined): boolean {
  // A title without a number is at the top level; an item without a number goes where the last entry is.
  if (number === undefined) return entry.kind === 'SECTION'
  if (open === undefined || isPrefix(open.path, number.path)) return false
  if (number.style !== 'TITLE') return open.style !== 'TITLE'
  if (entry.kind === 'SECTION') return open.style === 'TITLE' || below > 0
  // B.1 ends section A; NS-1 stays in the section of such items.
  return open.style === 'TITLE' && number.path.length > 1 && number.path[0]?.length === 1
}

/** Puts entries into sections one by one, by their numbers; `open` holds the sections around the last entry. */
export function treeBuilder() {
  const nodes: Node[] = []
  const open: Node[] = []
  const subs = createSubItems()
  return {
    nodes,
    open,
    add(entry: Entry): Node {
      const isSub = entry.number?.style === 'SUB'
      if (!isSub && (entry.number !== undefined || entry.kind === 'SECTION')) subs.begin(entry.number)
      const number = isSub && entry.number ? subs.add(entry.number) : entry.number
      for (let last = open.at(-1); last && endsSection(last, entry, number); last = open.at(-1)) open.pop()
      const parent = open.at(-1)
      const node: Node = { entry, parent, level: open.length, number, itemNo: number?.typed ?? null, below: 0 }
      if (parent) parent.below += 1
      // Deeper sections are a fault and stay closed: each total is compared with every open section.
      if (entry.kind === 'SECTION' && open.length < maxScheduleDepth) open.push(node)
      nodes.push(node)
      return node
    },
  }
}

/** The label of the nearest title above: A of Part A. */
function labelOfTitleAbove(node: Node): string | undefined {
  for (let above = node.parent; above; above = above.parent) {
    const label = above.number?.style === 'TITLE' ? above.number.label : labelOfTitle(above.entry.description)
    if ((above.number === undefined || above.number.style === 'TITLE') && label) return label
  }
  return undefined
}

const keyOf = (itemNo: string) => itemNo.toLowerCase()

/** Prefixes numbers with the label of their title if any number occurs twice: 1 of Part A becomes A.1. */
export function makeNumbersUnique(nodes: readonly Node[]): void {
  const numbers = nodes.flatMap(({ itemNo }) => (itemNo === null ? [] : [keyOf(itemNo)]))
  if (new Set(numbers).size === numbers.length) return
  for (const node of nodes) {
    const label = labelOfTitleAbove(node)
    if (node.itemNo !== null && label && node.number?.path[0] !== keyOf(label)) node.itemNo = `${label}.${node.itemNo}`
  }
}

/** For each node whose number occurred before, the row of the first occurrence. */
export function repeatedNumbers(nodes: readonly Node[]): Map<Node, number> {
  const seen = new Map<string, number>()
  const repeated = new Map<Node, number>()
  for (const node of nodes) {
    if (node.itemNo === null) continue
    const first = seen.get(keyOf(node.itemNo))
    if (first === undefined) seen.set(keyOf(node.itemNo), node.entry.row)
    else repeated.set(node, first)
  }
  return repeated
}
