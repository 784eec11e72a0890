import type { Answer } from '@plinth/api/kernel/endpoint'
import type { getAuditProof } from '@plinth/api/platform/audit-trail'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { after, claimOfSeal, extend, type Fault, type Seal, type Span } from './seals.rules.ts'
import { seesEveryKind } from './shown.queries.ts'
import { goneFault, sealsFrom, type TakenOver, takeoversOf, verdictOf } from './takeovers.queries.ts'

const interval = 10_000
/** The most entries whose seals are compared while a user waits for the answer. */
const maxCompared = 50_000
const sealsInABatch = 100

/** Seals the unsealed entries of all companies, and reports each seal. Safe to run in parallel. */
export async function sealTrails(
  door: Door,
  tokens: Tokens,
  onSealed: (company: string, seal: Seal) => void = () => {},
) {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.audit_to_seal() as id`.execute(db),
  )
  for (const { id } of companies) {
    for (let seal = await sealNext(door, tokens, id); seal; seal = await sealNext(door, tokens, id)) onSealed(id, seal)
  }
}

const sealNext = (door: Door, tokens: Tokens, company: string) =>
  door.inTenant(company, null, async (db) => {
    const sealed = await sql<{ number: number | null; digest: string }>`select number, encode(digest, 'hex') as digest
      from app.seal_audit(${company}::uuid)`.execute(db)
    const { number, digest } = sealed.rows[0] ?? { number: null, digest: '' }
    if (number === null) return undefined
    const signature = tokens.signTrail(claimOfSeal(company, { number, digest }))
    await sql`select app.sign_audit_seal(${company}::uuid, ${number}, ${signature})`.execute(db)
    return { number, digest }
  })

/** Seals every few seconds. The returned function stops it after everything is sealed. */
export function sealEveryFewSeconds(
  door: Door,
  tokens: Tokens,
  { onSealed, warn }: { onSealed: (company: string, seal: Seal) => void; warn: (error: Error) => void },
): () => Promise<void> {
  let work = Promise.resolve()
  const seal = () => (work = work.then(() => sealTrails(door, tokens, onSealed)).catch(warn))
  const timer = setInterval(() => void seal(), interval).unref()
  return () => {
    clearInterval(timer)
    return seal()
  }
}

interface Findings {
  faults: Fault[]
  /** Seals made under an unknown key: nobody can tell whether they were altered. */
  unknown: Span[]
}

const isListed = ({ good }: TakenOver, number: number) =>
  good.some(({ forged }) => forged.some(({ first, last }) => first <= number && number <= last))

/** The faults behind the newest seal: seals that a takeover lists and that no longer exist. */
function faultsBehind({ good, faults }: TakenOver, newest: number): Fault[] {
  const listed = good.flatMap(({ forged }) => after(forged, newest)).flatMap(({ first, last }) => [first, last])
  const missing = [...new Set(listed)].map((number) => ({ number, fault: goneFault }))
  return [...faults.filter(({ number }) => number > newest), ...missing]
}

/** Compares the seals of the transaction's company in a range of numbers, both included. */
async function findingsOf(
  db: Db,
  tokens: Tokens,
  company: string,
  { first, last, newest }: Span & { newest: number },
): Promise<Findings> {
  const { rows: faults } = await sql<Fault>`select number, fault from app.audit_faults(${first}, ${last})`.execute(db)
  const takenOver = await takeoversOf(db, tokens, company)
  const unknown: Span[] = []
  for (const seal of await sealsFrom(db, first, last - first + 1)) {
    const { number } = seal
    if (number > last) break
    const verdict = verdictOf(tokens, company, seal, takenOver)
    if (verdict === 'unknown') extend(unknown, number)
    if (verdict !== 'forged') continue
    const fault = isListed(takenOver, number)
      ? 'It was not good when the secret was replaced.'
      : 'The signature is not of this installation.'
    faults.push({ number, fault })
  }
  faults.push(...takenOver.faults.filter(({ number }) => first <= number && number <= last))
  if (last === newest) faults.push(...faultsBehind(takenOver, newest))
  return { faults, unknown }
}

/**
 * The state of the company's audit trail, with its newest seals compared. Its digest is for users who may see every
 * value.
 */
export async function proofOf(db: Db, tokens: Tokens, company: string): Promise<Answer<typeof getAuditProof>> {
  const counted = await sql<{ entries: number; open: number }>`select count(*) as entries,
    count(*) filter (where seal is null) as open from audit_entries`.execute(db)
  const heads = await sql<Seal & { madeAt: string }>`select number, encode(digest, 'hex') as digest,
    sealed_at as "madeAt" from audit_seals order by number desc limit 1`.execute(db)
  const from = await sql<{ number: number | null }>`select min(number) as number from (
    select number, sum(entries) over (order by number desc) - entries as newer from audit_seals) s
    where newer < ${maxCompared}`.execute(db)
  const [newest = null] = heads.rows
  const checkedFrom = from.rows[0]?.number ?? null
  const last = newest?.number ?? 0
  const found = await findingsOf(db, tokens, company, { first: checkedFrom ?? 1, last, newest: last })
  const shown = newest && { ...newest, digest: (await seesEveryKind(db)) ? newest.digest : null }
  return { ...(counted.rows[0] ?? { entries: 0, open: 0 }), newest: shown, checkedFrom, ...found }
}

/** The newest seal of a company's trail. Whoever notes it can show later that nothing up to it was changed. */
export interface Head extends Seal {
  company: string
}

interface Verified {
  heads: Head[]
  faults: (Fault & { company: string })[]
  unknown: (Span & { company: string })[]
}

const sealOf = (door: Door, { company, number }: Pick<Head, 'company' | 'number'>) =>
  door.inTenant(company, null, async (db) => (await sealsFrom(db, number, 1)).find((seal) => seal.number === number))

/** Compares the heads of one company that were noted earlier. Returns the highest number they vouch for. */
async function compareNoted(door: Door, noted: readonly Head[], faults: Verified['faults']): Promise<number> {
  let vouched = 0
  for (const head of noted) {
    const stored = await sealOf(door, head)
    if (stored?.digest === head.digest) vouched = Math.max(vouched, head.number)
    else {
      const fault = 'It is not the seal that was noted earlier.'
      faults.push({ company: head.company, number: head.number, fault })
    }
  }
  return vouched
}

/**
 * Recomputes and compares every seal of every company. Each head noted earlier must be unchanged: this also reveals
 * that the end of a trail was cut off or the whole trail was made again, and shows seals under an unknown key up to
 * there to be unaltered.
 */
export async function verifyTrails(door: Door, tokens: Tokens, noted: readonly Head[] = []): Promise<Verified> {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.companies() as id`.execute(db),
  )
  const found: Verified = { heads: [], faults: [], unknown: [] }
  const known = companies.map(({ id }) => id)
  for (const company of new Set([...known, ...noted.map((head) => head.company)])) {
    const inside = <T>(work: (db: Db) => Promise<T>) => door.inTenant(company, null, work)
    const { rows: seals } = await inside((db) =>
      sql<Seal>`select number, encode(digest, 'hex') as digest from audit_seals order by number desc limit 1`.execute(
        db,
      ),
    )
    const newest = seals[0]?.number ?? 0
    if (seals[0]) found.heads.push({ company, ...seals[0] })
    const unknown: Span[] = []
    for (let first = 1; first <= Math.max(1, newest); first += sealsInABatch) {
      const last = Math.min(newest, first + sealsInABatch - 1)
      const part = await inside((db) => findingsOf(db, tokens, company, { first, last, newest }))
      found.faults.push(...part.faults.map((fault) => ({ company, ...fault })))
      for (const span of part.unknown) extend(unknown, span.first, span.last)
    }
    const mine = noted.filter((head) => head.company === company)
    const vouched = await compareNoted(door, mine, found.faults)
    found.unknown.push(...after(unknown, vouched).map((span) => ({ company, ...span })))
  }
  return found
}

/** How many entries of all companies are unsealed, and for how many seconds the oldest has been. */
export async function countUnsealed(door: Door): Promise<{ entries: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ entries: number; oldest: number }>`select * from app.audit_unsealed()`.execute(db),
  )
  return found.rows[0] ?? { entries: 0, oldest: 0 }
}
