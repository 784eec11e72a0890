import * as z from 'zod/mini'
import { type Folding, unfolded } from './task-tree.ts'

const keptFoldings = z.array(z.object({ tree: z.string(), openTo: z.int(), except: z.array(z.string()) }))
const keptUnder = (userId: string) => `plinth.folded.${userId}`
/** Of the trees last folded so many are kept, and so many rows of each. */
const most = { trees: 20, rows: 500 }

function keptOf(userId: string) {
  try {
    return keptFoldings.parse(JSON.parse(localStorage.getItem(keptUnder(userId)) ?? '[]'))
  } catch {
    return []
  }
}

export function keep(userId: string, tree: string, { openTo, except }: Folding) {
  const others = keptOf(userId).filter((kept) => kept.tree !== tree)
  const kept = [...others, { tree, openTo, except: [...except].slice(-most.rows) }].slice(-most.trees)
  try {
    localStorage.setItem(keptUnder(userId), JSON.stringify(kept))
  } catch {
    // No room: the tree opens unfolded the next time.
  }
}

export function recalled(userId: string, tree: string): Folding {
  const kept = keptOf(userId).find((one) => one.tree === tree)
  return kept ? { openTo: kept.openTo, except: new Set(kept.except) } : unfolded
}
