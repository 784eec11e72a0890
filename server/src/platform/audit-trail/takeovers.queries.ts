import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import {
  claimOfSeal,
  claimOfTakeover,
  extend,
  type Fault,
  type Seal,
  type Span,
  spansIn,
  type Takeover,
  textOf,
  verdictOn,
} from './seals.rules.ts'

const readAtOnce = 5_000

/** The text that app.audit_faults returns for it. */
export const goneFault = 'The seal is gone.'

/** The takeovers of a company, read and verified. */
export interface TakenOver {
  /** Takeovers by a known key, of a trail that still leads to the seal they name. */
  good: Takeover[]
  /** The faults of the other takeovers. */
  faults: Fault[]
  /** Seals that a good takeover names and that are missing or altered. */
  broken: number[]
  /** The number of the newest seal that the present key signed; 0 without one. */
  byPresentKey: number
  /** The number of takeovers by an unknown key, which can be neither believed nor held against anybody. */
  foreign: number
}

/** Reads the takeovers of the transaction's company. */
export async function takeoversOf(db: Db, tokens: Tokens, company: string): Promise<TakenOver> {
  const { rows } = await sql<Seal & { forged: string; unknown: string; signature: string; stands: boolean | null }>`
    select t.number, encode(t.digest, 'hex') as digest, t.forged, t.unknown, t.signature, s.digest = t.digest as stands
    from audit_takeovers t left join audit_seals s on s.tenant_id = t.tenant_id and s.number = t.number
    order by t.id`.execute(db)
  const found: TakenOver = { good: [], faults: [], broken: [], byPresentKey: 0, foreign: 0 }
  for (const { number, digest, signature, stands, ...spans } of rows) {
    const takeover = { number, digest, forged: spansIn(spans.forged), unknown: spansIn(spans.unknown) }
    const isCurrent = tokens.judgeTrail(claimOfTakeover(company, takeover), signature)
    if (isCurrent === 'foreign') found.foreign += 1
    else if (isCurrent !== 'ours')
      found.faults.push({
        number,
        fault: 'What was noted of it when the secret was replaced is not of this installation.',
      })
    else if (stands === true) {
      found.good.push(takeover)
      if (signature.startsWith(tokens.trailMark)) found.byPresentKey = number
    } else {
      found.broken.push(number)
      const fault = stands === null ? goneFault : 'It is not the seal that was there when the secret was replaced.'
      found.faults.push({ number, fault })
    }
  }
  return found
}

export interface SignedSeal extends Seal {
  signature: string | null
}

/** Seals of the transaction's company, from one number on. */
export async function sealsFrom(db: Db, first: number, most: number): Promise<SignedSeal[]> {
  const { rows } = await sql<SignedSeal>`select number, encode(digest, 'hex') as digest, signature from audit_seals
    where number >= ${first} order by number limit ${most}`.execute(db)
  return rows
}

/** The verdict on a seal: by its own signature, and by the takeovers that list it. */
export function verdictOf(tokens: Tokens, company: string, seal: SignedSeal, { good }: TakenOver) {
  const own = seal.signature === null ? 'forged' : tokens.judgeTrail(claimOfSeal(company, seal), seal.signature)
  return verdictOn(seal.number, own, good)
}

/** The result of taking over seals when a server starts. */
export interface Outcome {
  companies: number
  seals: number
  /** The seals among them that are not good. */
  forged: number
  unknown: number
  /** Companies whose trail was sealed under an unknown key and could not be taken over. */
  strange: number
}

/**
 * Whether the seals of the transaction's company are due for a takeover: `strange` when the key they were made under is
 * unknown. With the old secret, every seal since the last takeover is checked, otherwise only the first.
 */
async function stateOf(db: Db, tokens: Tokens, company: string): Promise<'due' | 'strange' | 'settled'> {
  const takenOver = await takeoversOf(db, tokens, company)
  const { byPresentKey } = takenOver
  if (tokens.readsOld) {
    const { rows: others } = await sql`select from audit_seals where number > ${byPresentKey}
      and not starts_with(coalesce(signature, ''), ${tokens.trailMark}) limit 1`.execute(db)
    const doubted = takenOver.good.at(-1)?.unknown[0]
    if (others.length > 0 || doubted === undefined) return others.length > 0 ? 'due' : 'settled'
    const [seal] = await sealsFrom(db, doubted.first, 1)
    return seal && verdictOf(tokens, company, seal, takenOver) === 'ours' ? 'due' : 'settled'
  }
  const [seal] = await sealsFrom(db, Math.max(0, ...takenOver.good.map(({ number }) => number)) + 1, 1)
  if (!seal) return 'settled'
  const isEarly = seal.signature !== null && !seal.signature.includes('.')
  if (isEarly && takenOver.good.length + takenOver.foreign === 0) return 'due'
  return verdictOf(tokens, company, seal, takenOver) === 'unknown' ? 'strange' : 'settled'
}

/** Checks every seal of a company, and signs the verdicts with the present key. */
async function takeOver(door: Door, tokens: Tokens, company: string, outcome: Outcome): Promise<void> {
  const inside = <T>(work: (db: Db) => Promise<T>) => door.inTenant(company, null, work)
  const takenOver = await inside((db) => takeoversOf(db, tokens, company))
  const [forged, unknown]: [Span[], Span[]] = [[], []]
  const broken = new Set(takenOver.broken)
  let last: Seal | undefined
  for (;;) {
    const from = (last?.number ?? 0) + 1
    const seals = await inside((db) => sealsFrom(db, from, readAtOnce))
    for (const seal of seals) {
      const verdict = broken.has(seal.number) ? 'forged' : verdictOf(tokens, company, seal, takenOver)
      if (verdict === 'ours') continue
      outcome[verdict] += 1
      extend(verdict === 'forged' ? forged : unknown, seal.number)
    }
    last = seals.at(-1) ?? last
    if (seals.length < readAtOnce) break
  }
  if (!last) return
  const { number, digest } = last
  // A seal that existed and was cut off stays reported.
  for (const missing of [...broken].toSorted((a, b) => a - b)) if (missing > number) extend(forged, missing)
  const signature = tokens.signTrail(claimOfTakeover(company, { number, digest, forged, unknown }))
  await inside((db) =>
    sql`select app.take_over_seals(${company}::uuid, ${number}, decode(${digest}, 'hex'), ${textOf(forged)},
      ${textOf(unknown)}, ${signature})`.execute(db),
  )
  outcome.companies += 1
  outcome.seals += number
}

/**
 * Vouches under the present secret for seals made under another: with the old secret once for each company, and once
 * for seals of early versions, which do not name their key. Several servers may do it at once. Returns the totals.
 */
export async function takeOverSeals(door: Door, tokens: Tokens): Promise<Outcome> {
  const outcome: Outcome = { companies: 0, seals: 0, forged: 0, unknown: 0, strange: 0 }
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.companies() as id`.execute(db),
  )
  for (const { id: company } of companies) {
    const state = await door.inTenant(company, null, (db) => stateOf(db, tokens, company))
    if (state === 'strange') outcome.strange += 1
    if (state === 'due') await takeOver(door, tokens, company, outcome)
  }
  return outcome
}
