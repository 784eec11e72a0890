import type pg from 'pg'

/**
 * How often a statement runs before its plan is kept, how many plans a connection keeps, and how many statements are
 * counted.
 */
const [usesUntilPlanned, mostPlanned, mostCounted] = [10, 150, 2_000]
const statements = new Map<string, { count: number; name: string | undefined }>()
let plans = 0

/**
 * The name under which a connection keeps the plan of a statement; undefined for a rare one. Searches and sorts come in
 * endless variants, and each kept plan takes memory in every connection.
 */
function planOf(text: string): string | undefined {
  const known = statements.get(text) ?? { count: 0, name: undefined }
  if (known.count === 0 && statements.size < mostCounted) statements.set(text, known)
  known.count += 1
  if (known.count === usesUntilPlanned && plans < mostPlanned) {
    plans += 1
    known.name = `plinth_${plans}`
  }
  return known.name
}

/** A statement as the driver takes it, with the name of its plan if it has one. */
export const planned = (text: string, parameters: readonly unknown[]) => {
  const name = planOf(text)
  return { ...(name && { name }), text, values: [...parameters] }
}

const withoutPlans = new WeakSet<pg.ClientBase>()

/**
 * Stops naming statements on a connection through a pooler, which does not give the plans of a server connection to the
 * next client.
 */
export const disablePlans = (client: pg.ClientBase): void => void withoutPlans.add(client)

/** The statement as it is sent: with the name of its plan only where the connection keeps plans. */
export function stripPlanName(client: pg.ClientBase, config: pg.QueryConfig): pg.QueryConfig {
  const { text, values = [] } = config
  return withoutPlans.has(client) ? { text, values } : config
}
