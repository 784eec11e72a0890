import { sweepSessions } from './auth/sessions.queries.ts'
import { sweepLetters, sweepMessages } from './contact/retention.queries.ts'
import { sweep as sweepDocuments } from './documents/sweep.queries.ts'
import { sweepKeys } from './kernel/idempotency.ts'
import { sweepAttempts } from './kernel/repeats.ts'
import type { Storage } from './kernel/storage.ts'
import type { Round, Sweep } from './kernel/sweeper.ts'
import type { Door } from './kernel/tenancy.ts'
import { sweepSignInLetters } from './password-links/letters.queries.ts'
import { sweepPasswordLinks } from './password-links/password-links.queries.ts'

const minute = 60_000
const hour = 60 * minute

interface Swept {
  door: Door
  storage: Storage
  /** Where letters lie that no mail server was there to take. */
  letters: string
}

/** Everything that goes when its time is over. Each table that grows by itself names one of these, or why it stays. */
export const sweepsOf = ({ door, storage, letters }: Swept): Sweep[] => [
  {
    name: 'documents',
    interval: hour,
    sweep: ({ now, isStopping }: Round) => sweepDocuments(door, storage, now, isStopping),
  },
  { name: 'login_attempts', interval: 5 * minute, sweep: (round) => sweepAttempts(door, round) },
  { name: 'idempotency_keys', interval: 10 * minute, sweep: (round) => sweepKeys(door, round) },
  { name: 'sessions', interval: hour, sweep: (round) => sweepSessions(door, round) },
  { name: 'contact_messages', interval: hour, sweep: (round) => sweepMessages(door, round) },
  { name: 'password_links', interval: hour, sweep: (round) => sweepPasswordLinks(door, round) },
  { name: 'sign_in_letters', interval: hour, sweep: (round) => sweepSignInLetters(door, round) },
  { name: 'letters', interval: hour, sweep: (round) => sweepLetters(letters, round) },
]
