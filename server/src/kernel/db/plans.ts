import type pg from 'pg'

/** How often a statement is asked for before it is planned once and for all, and how many such plans a connection holds. */
const [asksUntilPlanned, mostPlanned, mostCounted] = [10, 150, 2_000]
const statements = new Map<string, { asked: number; name: string | undefined }>()
let plans = 0

/**
 * The name under which a connection keeps the plan of a statement. Those of which there are endless kinds, by what a person
 * happens to search and sort for, are planned anew each time: plans take memory, in every connection.
 */
function planOf(text: string): string | undefined {
  const known = statements.get(text) ?? { asked: 0, name: undefined }
  if (known.asked === 0 && statements.size < mostCounted) statements.set(text, known)
  known.asked += 1
  if (known.asked === asksUntilPlanned && plans < mostPlanned) {
    plans += 1
    known.name = `plinth_${plans}`
  }
  return known.name
}

/** A statement as the driver takes it, by the name of its plan where it has one. */
export const planned = (text: string, parameters: readonly unknown[]) => {
  const name = planOf(text)
  return { ...(name && { name }), text, values: [...parameters] }
}

const planless = new WeakSet<pg.ClientBase>()

/** A pooler hands the plans of one server's connection to nobody else: behind it no statement is kept by a name. */
export const keepNoPlans = (client: pg.ClientBase): void => void planless.add(client)

/** The statement as it is sent: by the name of its plan only where the connection keeps plans. */
export function nameless(client: pg.ClientBase, config: pg.QueryConfig): pg.QueryConfig {
  const { text, values = [] } = config
  return planless.has(client) ? { text, values } : config
}
