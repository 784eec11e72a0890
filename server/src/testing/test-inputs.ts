import type { RecordKind } from '@plinth/api/entities'
import type { FoundRecord } from '@plinth/api/kernel/found-records'
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
  /**
   * By the call of a list with a search line: makes a record with the key in one of its searched fields, and returns words that
   * are in several of them.
   */
  searched?: Record<string, (by: Maker, key: string) => Promise<{ id: string; words: string }>>
  /** By kind of record that the palette finds: makes one with the word in its name, and returns what the palette shows of it. */
  found?: Partial<Record<RecordKind, (by: Maker, word: string) => Promise<Omit<FoundRecord, 'id'>>>>
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
