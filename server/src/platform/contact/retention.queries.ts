import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inBatches, type Round } from '../../kernel/jobs/sweeper.ts'
import { dropLetters } from '../../kernel/mail/mail.ts'

/**
 * Deletes messages that were mailed a year ago. A message that was not mailed stays until it is, or it would be lost.
 */
export const sweepMessages = (door: Door, round: Round): Promise<number> =>
  inBatches(async (most) => {
    const deleted = await door.anonymous((db) =>
      sql<{
        rows: number
      }>`select app.sweep_contact_messages(${most}) as rows`.execute(db),
    )
    return deleted.rows[0]?.rows ?? 0
  }, round)

/** The same period for which the database keeps messages. */
const retentionDays = 365

/** Deletes letters of that age from the folder of an installation without a mail server. */
export const sweepLetters = (folder: string, { now }: Round): Promise<number> =>
  dropLetters(folder, now - retentionDays * 86_400_000)
