import type { Client } from './test-server.ts'

/** One record of every collection, by the path segment in front of its id. */
export type Graph = Record<string, string>

export interface Maker {
  owner: Client
  operator: Client
}

/**
 * What the generated tests aim the calls of one slice at. It stands in the slice's factory, and `test-graph.ts` has the list.
 * A new collection needs a record to aim at (`make`); a call that takes something needs an input that would be good from
 * the right person.
 */
export interface Aims {
  /** By path segment: a new record to stand behind it, with nothing hanging on it; `graph` has what is above it. */
  make?: Record<string, (by: Maker, graph: Graph) => Promise<string>>
  /** By call. An export has one without. */
  bodies?: Record<string, (graph: Graph) => object>
  /** By call. */
  queries?: Record<string, (graph: Graph) => object>
  /** Of calls whose path names more than ids of records. */
  paths?: Record<string, (graph: Graph) => object>
  /** Calls that people of any company may make, and that only one of them is good for: what it answers in all others. */
  answeredElsewhere?: Record<string, number>
}
