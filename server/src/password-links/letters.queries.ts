import { sql } from 'kysely'
import { attemptLimit, lease, pauseAfter, untilStopped } from '../contact/contact.queries.ts'
import type { Round } from '../kernel/jobs.ts'
import type { Letter, Mailer } from '../kernel/mail.ts'
import { inBatches, type Round as SweepRound } from '../kernel/sweeper.ts'
import type { Door } from '../kernel/tenancy.ts'
import type { Tokens } from '../kernel/tokens.ts'
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

/** What links are made with. */
interface Links {
  tokens: Pick<Tokens, 'signPasswordLink'>
  /** Never what a request says of where it went: whoever had the link made could say that. */
  publicUrl: string | undefined
}

async function claim(door: Door): Promise<Claimed | undefined> {
  const claimed = await door.anonymous((db) =>
    sql<Claimed>`select id, kind, company_id as "companyId", company, recipient, language, about, link_id as "linkId",
      created_at as "createdAt", attempts from app.claim_sign_in_letter(${lease}::interval)`.execute(db),
  )
  return claimed.rows[0]
}

/** The same whenever it is made: a mail that comes twice can be told by it. */
function letterOf({ id, kind, companyId, linkId, ...told }: Claimed, { tokens, publicUrl }: Links): Letter {
  const link = linkId === null ? '' : `${publicUrl}${pathOf({ tenantId: companyId, id: linkId }, tokens)}`
  return { id, to: told.recipient, writtenAt: new Date(told.createdAt), ...wordsOf(kind, { ...told, link }) }
}

const noteFailed = (door: Door, { id, attempts }: Claimed, reason: string) =>
  door.anonymous((db) =>
    sql`select app.note_sign_in_letter_failed(${id}::uuid, ${attempts}::int, ${reason},
      make_interval(secs => ${pauseAfter(attempts)}::float8))`.execute(db),
  )

/** Mails every letter about sign-ins that is due, as visitors' messages are mailed. */
export async function mailSignInLetters(
  door: Door,
  mailer: Mailer,
  links: Links,
  round: Round = untilStopped,
): Promise<void> {
  while (!round.isStopping()) {
    const claimed = await claim(door)
    if (!claimed) return
    const { id, linkId, attempts } = claimed
    const signal = AbortSignal.any([round.signal, AbortSignal.timeout(attemptLimit)])
    const fault =
      linkId !== null && links.publicUrl === undefined
        ? 'A link cannot be mailed without PUBLIC_URL.'
        : await mailer.send(letterOf(claimed, links), signal)
    if (fault === undefined)
      await door.anonymous((db) => sql`select app.note_sign_in_letter_mailed(${id}::uuid)`.execute(db))
    else {
      round.warn(new Error(`letter ${id}, attempt ${attempts}: ${fault}`))
      await noteFailed(door, claimed, fault)
    }
  }
}

/** How many letters have not been mailed, and for how many seconds the oldest has not. */
export async function lettersNotMailed(door: Door): Promise<{ letters: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ letters: number; oldest: number }>`select * from app.sign_in_letters_not_mailed()`.execute(db),
  )
  return found.rows[0] ?? { letters: 0, oldest: 0 }
}

/** Takes away the letters of thirty days ago. */
export const sweepSignInLetters = (door: Door, round: SweepRound): Promise<number> =>
  inBatches(async (most) => {
    const gone = await door.anonymous((db) =>
      sql<{ rows: number }>`select app.sweep_sign_in_letters(${most}) as rows`.execute(db),
    )
    return gone.rows[0]?.rows ?? 0
  }, round)
