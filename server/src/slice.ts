import type { RecordKind } from '@plinth/api/entities'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { Db, Door } from './kernel/db/tenancy.ts'
import type { Storage } from './kernel/files/storage.ts'
import type { Routes } from './kernel/http/route.ts'
import type { Sweep } from './kernel/jobs/sweeper.ts'
import type { Figure, Queue } from './kernel/log/metrics.ts'
import type { SecurityEvent } from './kernel/log/security-events.ts'
import type { Find } from './kernel/records/found-records.ts'

export type Finds = Readonly<Partial<Record<RecordKind, Find>>>

/** The surroundings of an installation's calls. */
export interface Surroundings {
  /** Whether a link to choose a password can be mailed: there are a mail server and a public address. */
  mailsLinks: boolean
  /** Whether letters are sent by a mail server; without one they are written into a folder. */
  hasMailServer: boolean
  /** Called when a visitor has left a message. */
  onContactMessage: () => void
  /** Called when pictures of documents have to be drawn. */
  onPicturesDue: () => void
  /** The searches for records, from every slice that has one. */
  finds: Finds
}

export interface Swept {
  door: Door
  storage: Storage
  /** The folder of letters that no mail server took. */
  letters: string
}

/**
 * Everything that the server needs to know of a slice. It stands last in `<slice>.routes.ts`; `slices.ts` has the list.
 */
export interface Slice {
  /** Registers the slice's calls. */
  routes: (routes: Routes, surroundings: Surroundings) => void
  /** Searches its records by a part of their name. */
  finds?: Finds
  /** Calls whose success gets a line of its own in the log, by the event of that line. */
  events?: Partial<Record<SecurityEvent, readonly Endpoint[]>>
  /** Work that is still to be done after calls were answered, for the metrics. */
  queues?: (door: Door) => readonly Queue[]
  /** Further figures for the metrics. */
  figures?: (door: Door) => readonly Figure[]
  /** Adds its rows to the sample company, if they depend on no other slice's. */
  sample?: (db: Db) => Promise<void>
  /** Sweeps of its expired data. */
  sweeps?: (swept: Swept) => readonly Sweep[]
}

/** Milliseconds of an hour, for the interval of a sweep. */
export const hour = 60 * 60_000
