import { maxScheduleDepth } from '@plinth/api/works/schedule-items'
import type { Entry } from './entries.rules.ts'
import { type ItemNumber, isPrefix, labelOfTitle, subItems } from './item-numbers.rules.ts'

/** An entry at its place. */
export interface Node {
  entry: Entry
  /** The section that it lies in. */
  parent: Node | undefined
  /** 0 at the top. */
  level: number
  /** Sub-items counted: 5(a). */
  number: ItemNumber | undefined
  /** As it is stored: with its title's label where numbers begin anew below each title. */
  itemNo: string | null
  /** How many lie in it. */
  below: number
}

export const isTooDeep = ({ level }: Node) => level >= maxScheduleDepth

/** Whether what comes next ends a section that is open. */
function ends({ number: open, below }: Node, entry: Entry, number: ItemNumber | undefined): boolean {
  // A title without a number stands at the top, and what has none where the last one was put.
  if (number === undefined) return entry.kind === 'SECTION'
  if (open === undefined || isPrefix(open.path, number.path)) return false
  if (number.style !== 'TITLE') return open.style !== 'TITLE'
  if (entry.kind === 'SECTION') return open.style === 'TITLE' || below > 0
  // B.1 ends A; NS-1 stays in the section of such items.
  return open.style === 'TITLE' && number.path.length > 1 && number.path[0]?.length === 1
}

/** Puts entries into sections, one after the other, by their numbers; `open` are the sections that the last one lies in. */
export function treeBuilder() {
  const nodes: Node[] = []
  const open: Node[] = []
  const subs = subItems()
  return {
    nodes,
    open,
    add(entry: Entry): Node {
      const isSub = entry.number?.style === 'SUB'
      if (!isSub && (entry.number !== undefined || entry.kind === 'SECTION')) subs.begin(entry.number)
      const number = isSub && entry.number ? subs.add(entry.number) : entry.number
      for (let last = open.at(-1); last && ends(last, entry, number); last = open.at(-1)) open.pop()
      const parent = open.at(-1)
      const node: Node = { entry, parent, level: open.length, number, itemNo: number?.typed ?? null, below: 0 }
      if (parent) parent.below += 1
      // What lies deeper is a fault, and each total is compared with every section that is open.
      if (entry.kind === 'SECTION' && open.length < maxScheduleDepth) open.push(node)
      nodes.push(node)
      return node
    },
  }
}

/** The label of the nearest title above: A of Part A. */
function titleAbove(node: Node): string | undefined {
  for (let above = node.parent; above; above = above.parent) {
    const label = above.number?.style === 'TITLE' ? above.number.label : labelOfTitle(above.entry.description)
    if ((above.number === undefined || above.number.style === 'TITLE') && label) return label
  }
  return undefined
}

const keyOf = (itemNo: string) => itemNo.toLowerCase()

/** Numbers that begin anew below each title get its label: 1 of Part A is A.1. They stay as they are where each stands once. */
export function tellNumbersApart(nodes: readonly Node[]): void {
  const numbers = nodes.flatMap(({ itemNo }) => (itemNo === null ? [] : [keyOf(itemNo)]))
  if (new Set(numbers).size === numbers.length) return
  for (const node of nodes) {
    const label = titleAbove(node)
    if (node.itemNo !== null && label && node.number?.path[0] !== keyOf(label)) node.itemNo = `${label}.${node.itemNo}`
  }
}

/** For each node whose number an earlier one has, the row of that one. */
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
