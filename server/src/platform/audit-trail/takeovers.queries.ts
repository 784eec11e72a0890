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

/** As app.audit_faults tells it. */
export const goneFault = 'The seal is gone.'

/** What the takeovers of a company come to. */
export interface TakenOver {
  /** Those that are by a key that is known, of a trail that still leads to the seal that they name. */
  good: Takeover[]
  /** What stands against the others. */
  faults: Fault[]
  /** Seals that a good one names and that are not there any more, or not as they were. */
  broken: number[]
  /** The number of the newest that the present key signed; 0 without one. */
  byPresentKey: number
  /** How many are by a key that is not known: what they say can neither be believed nor be held against anybody. */
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
    const standing = tokens.judgeTrail(claimOfTakeover(company, takeover), signature)
    if (standing === 'foreign') found.foreign += 1
    else if (standing !== 'ours')
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

/** What a seal comes to. */
export function judge(tokens: Tokens, company: string, seal: SignedSeal, { good }: TakenOver) {
  const own = seal.signature === null ? 'forged' : tokens.judgeTrail(claimOfSeal(company, seal), seal.signature)
  return verdictOn(seal.number, own, good)
}

/** What the start of a server found to be taken over. */
export interface Outcome {
  companies: number
  seals: number
  /** Among them, and not good. */
  forged: number
  unknown: number
  /** Companies whose trail was sealed under a key that is not known, so that it could not be taken over. */
  strange: number
}

/**
 * Whether the seals of the transaction's company wait to be taken over: `strange` when the key they were made under is not
 * known. With the old secret at hand every seal since the last takeover is looked at, else the first of them.
 */
async function stateOf(db: Db, tokens: Tokens, company: string): Promise<'due' | 'strange' | 'settled'> {
  const taken = await takeoversOf(db, tokens, company)
  const { byPresentKey } = taken
  if (tokens.readsOld) {
    const { rows: others } = await sql`select from audit_seals where number > ${byPresentKey}
      and not starts_with(coalesce(signature, ''), ${tokens.trailMark}) limit 1`.execute(db)
    const doubted = taken.good.at(-1)?.unknown[0]
    if (others.length > 0 || doubted === undefined) return others.length > 0 ? 'due' : 'settled'
    const [seal] = await sealsFrom(db, doubted.first, 1)
    return seal && judge(tokens, company, seal, taken) === 'ours' ? 'due' : 'settled'
  }
  const [seal] = await sealsFrom(db, Math.max(0, ...taken.good.map(({ number }) => number)) + 1, 1)
  if (!seal) return 'settled'
  const isEarly = seal.signature !== null && !seal.signature.includes('.')
  if (isEarly && taken.good.length + taken.foreign === 0) return 'due'
  return judge(tokens, company, seal, taken) === 'unknown' ? 'strange' : 'settled'
}

/** Judges every seal that a company has, and notes under the present key what they came to. */
async function takeOver(door: Door, tokens: Tokens, company: string, outcome: Outcome): Promise<void> {
  const inside = <T>(work: (db: Db) => Promise<T>) => door.inTenant(company, null, work)
  const taken = await inside((db) => takeoversOf(db, tokens, company))
  const [forged, unknown]: [Span[], Span[]] = [[], []]
  const broken = new Set(taken.broken)
  let last: Seal | undefined
  for (;;) {
    const from = (last?.number ?? 0) + 1
    const seals = await inside((db) => sealsFrom(db, from, readAtOnce))
    for (const seal of seals) {
      const verdict = broken.has(seal.number) ? 'forged' : judge(tokens, company, seal, taken)
      if (verdict === 'ours') continue
      outcome[verdict] += 1
      extend(verdict === 'forged' ? forged : unknown, seal.number)
    }
    last = seals.at(-1) ?? last
    if (seals.length < readAtOnce) break
  }
  if (!last) return
  const { number, digest } = last
  // What was there once and is cut off stays told.
  for (const gone of [...broken].toSorted((a, b) => a - b)) if (gone > number) extend(forged, gone)
  const signature = tokens.signTrail(claimOfTakeover(company, { number, digest, forged, unknown }))
  await inside((db) =>
    sql`select app.take_over_seals(${company}::uuid, ${number}, decode(${digest}, 'hex'), ${textOf(forged)},
      ${textOf(unknown)}, ${signature})`.execute(db),
  )
  outcome.companies += 1
  outcome.seals += number
}

/**
 * Vouches under the present secret for the seals that were made under another: with the old secret at hand once for each
 * company, and once for seals of early versions, which do not say by which key they were made. Several servers may do it at
 * once. Answers what it came to.
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
