import type { Client } from './test-server.ts'

/** One record of every collection, by the path segment in front of its id. */
export type Graph = Record<string, string>

export interface Maker {
  owner: Client
  operator: Client
}

/** The id of the record behind a path segment, for what hangs on it. */
export type Above = (segment: string) => Promise<string>

/**
 * What the generated tests aim the calls of one slice at: `aims` of the slice's factory, from where `test-graph.ts` takes it.
 * A new collection needs a record to aim at (`make`); a call that takes something needs an input that would be good from
 * the right person.
 */
export interface Aims {
  /** By path segment: makes a record to stand behind it, with nothing hanging on it, and answers its id. */
  make?: Record<string, (by: Maker, above: Above) => Promise<string>>
  /** By call. An export has one without. */
  bodies?: Record<string, (graph: Graph) => object>
  /** By call. */
  queries?: Record<string, (graph: Graph) => object>
  /** Of calls whose path names more than ids of records. */
  paths?: Record<string, (graph: Graph) => object>
  /** Calls that everybody with the flag may make, and that are good for one company or one person alone: what all others are answered. */
  answeredElsewhere?: Record<string, number>
}
