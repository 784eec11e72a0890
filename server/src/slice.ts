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

/** What surrounds the calls of an installation. */
export interface Surroundings {
  /** Whether a link to choose a password can be mailed to the person: there is a mail server, and an address to lead to. */
  mailsLinks: boolean
  /** Whether letters leave by a mail server; without one they lie in a folder. */
  hasMailServer: boolean
  /** Called when a visitor has left a message. */
  onContactMessage: () => void
  /** Called when there are pictures of documents to be drawn. */
  onPicturesDue: () => void
  /** How records are found, of every slice that says so. */
  finds: Finds
}

export interface Swept {
  door: Door
  storage: Storage
  /** Where letters lie that no mail server was there to take. */
  letters: string
}

/** All that the server has to know of a slice; it stands last in `<slice>.routes.ts`, and `slices.ts` has the list. */
export interface Slice {
  /** Registers the slice's calls. */
  routes: (routes: Routes, surroundings: Surroundings) => void
  /** What of it is found by a part of a name. */
  finds?: Finds
  /** Calls whose success has a line of its own in the log, by what that line is called. */
  events?: Partial<Record<SecurityEvent, readonly Endpoint[]>>
  /** What is still to be done after calls have been answered, for the metrics. */
  queues?: (door: Door) => readonly Queue[]
  /** What else whoever watches the server is told. */
  figures?: (door: Door) => readonly Figure[]
  /** Adds its rows to the sample company, where they hang on no other slice's. */
  sample?: (db: Db) => Promise<void>
  /** What goes when its time is over. */
  sweeps?: (swept: Swept) => readonly Sweep[]
}

/** In milliseconds, from one sweep to the next. */
export const hour = 60 * 60_000
