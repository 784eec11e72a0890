import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { inBatches, type Round as SweepRound } from '../../kernel/jobs/sweeper.ts'
import type { Letter, Mailer } from '../../kernel/mail/mail.ts'
import { mailEach } from '../../kernel/mail/outbox.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { type LetterKind, wordsOf } from './letters.rules.ts'
import { pathOf } from './password-links.queries.ts'

interface Claimed {
  id: string
  kind: LetterKind
  companyId: string
  company: string
  recipient: string
  language: string | null
  about: string
  linkId: string | null
  createdAt: string
  attempts: number
}

/** The settings that links are made with. */
interface Links {
  tokens: Pick<Tokens, 'signPasswordLink'>
  /** From the configuration, never from the request's headers: a caller who has the link made could forge those. */
  publicUrl: string | undefined
}

/** Always the same for one letter, so that a mail that arrives twice can be recognised. */
function letterOf({ id, kind, companyId, linkId, ...occasion }: Claimed, { tokens, publicUrl }: Links): Letter {
  const link = linkId === null ? '' : `${publicUrl}${pathOf({ tenantId: companyId, id: linkId }, tokens)}`
  return {
    id,
    to: occasion.recipient,
    writtenAt: new Date(occasion.createdAt),
    ...wordsOf(kind, { ...occasion, link }),
  }
}

/** Mails every letter about sign-ins that is due. Throws when the database is unavailable. */
export const mailSignInLetters = (
  door: Door,
  mailer: Mailer,
  links: Links,
  round: Round = untilStopped,
): Promise<void> =>
  mailEach<Claimed>(
    {
      name: 'letter',
      claim: async (lease) => {
        const claimed = await door.anonymous((db) =>
          sql<Claimed>`select id, kind, company_id as "companyId", company, recipient, language, about,
            link_id as "linkId", created_at as "createdAt", attempts
            from app.claim_sign_in_letter(${lease}::interval)`.execute(db),
        )
        return claimed.rows[0]
      },
      send: async (claimed, signal) =>
        claimed.linkId !== null && links.publicUrl === undefined
          ? 'A link cannot be mailed without PUBLIC_URL.'
          : mailer.send(letterOf(claimed, links), signal),
      noteMailed: (id) => door.anonymous((db) => sql`select app.note_sign_in_letter_mailed(${id}::uuid)`.execute(db)),
      noteFailed: ({ id, attempts }, reason, pause) =>
        door.anonymous((db) =>
          sql`select app.note_sign_in_letter_failed(${id}::uuid, ${attempts}::int, ${reason},
            make_interval(secs => ${pause}::float8))`.execute(db),
        ),
    },
    round,
  )

/** The number of letters that are not mailed yet, and the age of the oldest in seconds. */
export async function lettersNotMailed(door: Door): Promise<{ letters: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ letters: number; oldest: number }>`select * from app.sign_in_letters_not_mailed()`.execute(db),
  )
  return found.rows[0] ?? { letters: 0, oldest: 0 }
}

/** Deletes letters that are older than thirty days. */
export const sweepSignInLetters = (door: Door, round: SweepRound): Promise<number> =>
  inBatches(async (most) => {
    const deleted = await door.anonymous((db) =>
      sql<{ rows: number }>`select app.sweep_sign_in_letters(${most}) as rows`.execute(db),
    )
    return deleted.rows[0]?.rows ?? 0
  }, round)
