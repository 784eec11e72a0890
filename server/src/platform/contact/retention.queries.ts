import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inBatches, type Round } from '../../kernel/jobs/sweeper.ts'
import { dropLetters } from '../../kernel/mail/mail.ts'

/** Takes away the messages that were mailed a year ago. One that was not mailed is kept until it is: it would be lost. */
export const sweepMessages = (door: Door, round: Round): Promise<number> =>
  inBatches(async (most) => {
    const gone = await door.anonymous((db) =>
      sql<{
        rows: number
      }>`select app.sweep_contact_messages(${most}) as rows`.execute(db),
    )
    return gone.rows[0]?.rows ?? 0
  }, round)

/** As long as the database keeps the message. */
const retentionDays = 365

/** Takes away the letters of that age from the folder of an installation without a mail server. */
export const sweepLetters = (folder: string, { now }: Round): Promise<number> =>
  dropLetters(folder, now - retentionDays * 86_400_000)
