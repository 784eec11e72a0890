import type { Readable } from 'node:stream'
import { AppError, conflict } from '../errors.ts'
import type { ArrivedFile } from './arrived-file.ts'

/** Bytes of an object from the first to the last of them, both included, counted from 0. */
export interface Span {
  from: number
  to: number
}

/** A part of an object that is sent in parts: numbered from 1, and by what name the store knows it. */
export interface Part {
  number: number
  size: number
  tag: string
}

/**
 * Where documents lie, under keys that the server makes (`<tenant>/<document>`). Nothing is ever half there: an object
 * is stored whole or not at all. Every call throws 503 when the store is away and 507 when it is full.
 */
export interface Storage {
  /** What the store is called in answers. */
  readonly bucket: string
  /** Where browsers reach the store itself; undefined when all bytes pass through this server. */
  readonly origin: string | undefined
  /** Whether pages of this origin may work with the store itself; who runs the server is told where they may not. */
  admits(origin: string | undefined): Promise<boolean>
  /** A folder for files on their way in, on the store's own disk where it is one. */
  readonly arrivals: string
  /**
   * Stores a file, which may be gone from its path afterwards. It is safe on disk when this returns. After a 503 it may
   * be stored all the same, when only the store's answer was lost.
   */
  keep(key: string, file: ArrivedFile): Promise<void>
  /** Undefined when there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  /** Throws 404 when there is no such object. Past the end of it there is nothing to read. */
  open(key: string, span?: Span): Promise<Readable>
  /** The object as a file of this machine, where it is one. */
  pathOf(key: string): string | undefined
  /** Nothing happens when there is no such object. */
  remove(key: string): Promise<void>
  /** Every object whose key begins so, in any order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>
  /** Where a browser fetches the object from the store itself, to be kept under this name; undefined without an origin. */
  linkTo(key: string, file: { name: string; type: string }, seconds: number): Promise<string | undefined>

  /** Begins an object that is sent in parts; answers what the store calls this attempt. */
  begin(key: string): Promise<string>
  /** Where a browser sends a part to the store itself; undefined without an origin: then it comes by `putPart`. */
  partLink(key: string, attempt: string, number: number, seconds: number): Promise<string | undefined>
  /** Sent again, a part replaces the one of its number. Throws 404 when there is no such attempt. */
  putPart(key: string, attempt: string, number: number, file: ArrivedFile): Promise<void>
  /** What has arrived, in the order of the numbers. Throws 404 when there is no such attempt. */
  partsOf(key: string, attempt: string): Promise<Part[]>
  /**
   * Makes one object of the parts, in their order; the parts are gone then. Asked again, it is content with what it made.
   * Throws 404 when there is no such attempt, 409 when a part is missing, is another than the one of that tag, or is too
   * small: S3 takes none under 5 MiB but the last.
   */
  join(key: string, attempt: string, parts: readonly Part[]): Promise<void>
  /** Forgets the parts. Nothing happens when there is no such attempt. */
  abandon(key: string, attempt: string): Promise<void>
  /** Attempts that were begun before this moment and never ended, whoever began them. */
  abandonedBefore(moment: Date): AsyncIterable<{ key: string; attempt: string }>
}

/** The store as a page of this origin is led to it: where it admits no such page, it gives no links of its own. */
export function seenFrom(storage: Storage, origin: string | undefined): Storage {
  if (storage.origin === undefined) return storage
  return {
    ...storage,
    linkTo: async (...asked) => ((await storage.admits(origin)) ? storage.linkTo(...asked) : undefined),
    partLink: async (...asked) => ((await storage.admits(origin)) ? storage.partLink(...asked) : undefined),
  }
}

export const storeAway = () =>
  new AppError(503, 'unavailable', 'The document store is away for a moment. Please try again.', { retryAfter: 5 })
export const storeFull = () => new AppError(507, 'disk_full', 'The document store is full. Nothing was saved.')

export const partsChanged = () => conflict('A part is missing, too small or was sent again. Nothing was saved.')

/** A key or the name of an attempt on disk, which only the server makes. Throws when it could lead elsewhere. */
export function checkedKey(key: string): string {
  if (!/^[\da-z_-][\d./_a-z-]*$/.test(key) || /\.\.|\/[./]|\/$/.test(key))
    throw new Error('not a key of the document store')
  return key
}
