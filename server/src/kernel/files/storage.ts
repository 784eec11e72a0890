import type { Readable } from 'node:stream'
import { AppError, conflict } from '../errors.ts'
import type { ArrivedFile } from './arrived-file.ts'

/** A range of bytes of an object, first and last included, counted from 0. */
export interface Span {
  from: number
  to: number
}

/**
 * A part of an object that is sent in parts; `number` counts from 1, `tag` is the store's name for this version of it.
 */
export interface Part {
  number: number
  size: number
  tag: string
}

/**
 * The store of documents, under keys that the server makes (`<tenant>/<document>`). An object is stored whole or not at
 * all. Every call throws 503 when the store is unavailable and 507 when it is full.
 */
export interface Storage {
  /** The name of the store in answers. */
  readonly bucket: string
  /** Where browsers reach the store directly; undefined if all bytes pass through this server. */
  readonly origin: string | undefined
  /** Whether pages of this origin may use the store directly; if not, the operator is warned. */
  admits(origin: string | undefined): Promise<boolean>
  /** A folder for incoming files, on the store's own disk if it has one. */
  readonly arrivals: string
  /**
   * Stores a file, which may be gone from its path afterwards. It is durable when this returns. After a 503 it may be
   * stored nevertheless, if only the store's answer was lost.
   */
  keep(key: string, file: ArrivedFile): Promise<void>
  /** Undefined when there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  /** Throws 404 when there is no such object. A span past its end reads nothing. */
  open(key: string, span?: Span): Promise<Readable>
  /** The path of the object on this machine; undefined if it is not here. */
  pathOf(key: string): string | undefined
  /** Does nothing when there is no such object. */
  remove(key: string): Promise<void>
  /** Every object whose key begins with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>
  /**
   * A link by which a browser downloads the object directly from the store under this name; undefined without an
   * origin.
   */
  linkTo(key: string, file: { name: string; type: string }, seconds: number): Promise<string | undefined>

  /** Begins an upload in parts; returns the store's id of this attempt. */
  begin(key: string): Promise<string>
  /**
   * A link by which a browser sends a part directly to the store; undefined without an origin, then it comes by
   * `putPart`.
   */
  partLink(key: string, attempt: string, number: number, seconds: number): Promise<string | undefined>
  /** Stores a part; it replaces an earlier one with its number. Throws 404 when there is no such attempt. */
  putPart(key: string, attempt: string, number: number, file: ArrivedFile): Promise<void>
  /** The parts that have arrived, ordered by number. Throws 404 when there is no such attempt. */
  partsOf(key: string, attempt: string): Promise<Part[]>
  /**
   * Joins the parts to one object, in their order, and deletes them. A repeated call succeeds if the object exists.
   * Throws 404 when there is no such attempt, 409 when a part is missing, has another tag, or is too small: S3 takes
   * none under 5 MiB except the last.
   */
  join(key: string, attempt: string, parts: readonly Part[]): Promise<void>
  /** Deletes the parts. Does nothing when there is no such attempt. */
  abandon(key: string, attempt: string): Promise<void>
  /** Attempts that began before this moment and never ended, whoever began them. */
  abandonedBefore(moment: Date): AsyncIterable<{ key: string; attempt: string }>
}

/** The store for a page of this origin: it gives no direct links unless it admits the origin. */
export function seenFrom(storage: Storage, origin: string | undefined): Storage {
  if (storage.origin === undefined) return storage
  return {
    ...storage,
    linkTo: async (...args) => ((await storage.admits(origin)) ? storage.linkTo(...args) : undefined),
    partLink: async (...args) => ((await storage.admits(origin)) ? storage.partLink(...args) : undefined),
  }
}

export const storeAway = () =>
  new AppError(503, 'unavailable', 'The document store is away for a moment. Please try again.', { retryAfter: 5 })
export const storeFull = () => new AppError(507, 'disk_full', 'The document store is full. Nothing was saved.')

export const partsChanged = () => conflict('A part is missing, too small or was sent again. Nothing was saved.')

/**
 * Returns a key, or the name of an attempt on disk, both made only by the server. Throws when it could lead elsewhere.
 */
export function checkedKey(key: string): string {
  if (!/^[\da-z_-][\d./_a-z-]*$/.test(key) || /\.\.|\/[./]|\/$/.test(key))
    throw new Error('not a key of the document store')
  return key
}
