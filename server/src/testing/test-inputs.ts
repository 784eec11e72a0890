import type { Client } from './test-server.ts'

/** One record of every collection, by the path segment before its id. */
export type Graph = Record<string, string>

export interface Maker {
  owner: Client
  operator: Client
}

/** The id of the record of a path segment, on which others depend. */
export type Above = (segment: string) => Promise<string>

/**
 * The inputs of the generated tests for the calls of one slice: `testInputs` of the slice's factory, which `test-graph.ts`
 * collects. A new collection needs a record (`make`); a call with an input needs one that would succeed for a person
 * with the permission.
 */
export interface TestInputs {
  /** By path segment: makes a record on which no other depends, and returns its id. */
  make?: Record<string, (by: Maker, above: Above) => Promise<string>>
  /** By call. An export has a default. */
  bodies?: Record<string, (graph: Graph) => object>
  /** By call. */
  queries?: Record<string, (graph: Graph) => object>
  /** For calls whose path has other parameters than ids of records. */
  paths?: Record<string, (graph: Graph) => object>
  /**
   * By call: the status for everybody else, for calls that everybody with the flag may make, but that succeed for one
   * company or one person only.
   */
  answeredElsewhere?: Record<string, number>
}
