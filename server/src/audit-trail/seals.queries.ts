import type { getAuditProof } from '@plinth/api/audit-trail'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import type { Db, Door } from '../kernel/tenancy.ts'
import type { Tokens } from '../kernel/tokens.ts'

const interval = 10_000
/** Entries whose seals are compared while somebody waits for the answer. */
const comparedAtOnce = 50_000
const sealsInABatch = 100

interface Seal {
  number: number
  /** In hexadecimal digits. */
  digest: string
}
export interface Fault {
  number: number
  fault: string
}

/** What a seal's signature is made of. */
const claimOf = (company: string, { number, digest }: Seal) => `${company} ${number} ${digest}`

/** Seals what the trails of all companies have not sealed yet; tells each seal. Others may do the same at the same time. */
export async function sealTrails(door: Door, tokens: Tokens, told: (company: string, seal: Seal) => void = () => {}) {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.audit_to_seal() as id`.execute(db),
  )
  for (const { id } of companies) {
    for (let seal = await sealNext(door, tokens, id); seal; seal = await sealNext(door, tokens, id)) told(id, seal)
  }
}

const sealNext = (door: Door, tokens: Tokens, company: string) =>
  door.inTenant(company, null, async (db) => {
    const sealed = await sql<{ number: number | null; digest: string }>`select number, encode(digest, 'hex') as digest
      from app.seal_audit(${company}::uuid)`.execute(db)
    const { number, digest } = sealed.rows[0] ?? { number: null, digest: '' }
    if (number === null) return undefined
    const signature = tokens.signSeal(claimOf(company, { number, digest }))
    await sql`select app.sign_audit_seal(${company}::uuid, ${number}, ${signature})`.execute(db)
    return { number, digest }
  })

/** Seals every few seconds. Ends when what it returns is called, with everything sealed. */
export function sealEveryFewSeconds(
  door: Door,
  tokens: Tokens,
  { told, warn }: { told: (company: string, seal: Seal) => void; warn: (error: Error) => void },
): () => Promise<void> {
  let work = Promise.resolve()
  const seal = () => (work = work.then(() => sealTrails(door, tokens, told)).catch(warn))
  const timer = setInterval(() => void seal(), interval).unref()
  return () => {
    clearInterval(timer)
    return seal()
  }
}

/** What is wrong with the seals of the transaction's company from one number to another, both included. */
async function faultsOf(db: Db, tokens: Tokens, company: string, first: number, last: number): Promise<Fault[]> {
  const made = await sql<Fault>`select number, fault from app.audit_faults(${first}, ${last})`.execute(db)
  const signed = await sql<
    Seal & { signature: string | null }
  >`select number, encode(digest, 'hex') as digest, signature
    from audit_seals where number between ${first} and ${last} order by number`.execute(db)
  const forged = signed.rows.filter((seal) => !tokens.isSealOurs(claimOf(company, seal), seal.signature ?? ''))
  return [
    ...made.rows,
    ...forged.map(({ number }) => ({ number, fault: 'The signature is not of this installation.' })),
  ]
}

/** How the trail of the transaction's company stands, with its newest seals compared. */
export async function proofOf(db: Db, tokens: Tokens, company: string): Promise<Answer<typeof getAuditProof>> {
  const counted = await sql<{ entries: number; open: number }>`select count(*) as entries,
    count(*) filter (where seal is null) as open from audit_entries`.execute(db)
  const heads = await sql<Seal & { madeAt: string }>`select number, encode(digest, 'hex') as digest,
    sealed_at as "madeAt" from audit_seals order by number desc limit 1`.execute(db)
  const from = await sql<{ number: number | null }>`select min(number) as number from (
    select number, sum(entries) over (order by number desc) - entries as newer from audit_seals) s
    where newer < ${comparedAtOnce}`.execute(db)
  const [newest = null] = heads.rows
  const checkedFrom = from.rows[0]?.number ?? null
  const faults = newest && checkedFrom ? await faultsOf(db, tokens, company, checkedFrom, newest.number) : []
  return { ...(counted.rows[0] ?? { entries: 0, open: 0 }), newest, checkedFrom, faults }
}

/** How far the trail of a company goes: who keeps this can show later that nothing up to there was touched. */
export interface Head extends Seal {
  company: string
}

interface Verified {
  heads: Head[]
  faults: (Fault & { company: string })[]
}

/**
 * Makes every seal of every company anew and compares it. With heads noted earlier, each must still be what it was: so it
 * is noticed, too, when the end of a trail was cut off or all of it was made anew.
 */
export async function verifyTrails(door: Door, tokens: Tokens, noted: readonly Head[] = []): Promise<Verified> {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.companies() as id`.execute(db),
  )
  const found: Verified = { heads: [], faults: [] }
  for (const { id: company } of companies) {
    const inside = <T>(work: (db: Db) => Promise<T>) => door.inTenant(company, null, work)
    const { rows: seals } = await inside((db) =>
      sql<Seal>`select number, encode(digest, 'hex') as digest from audit_seals order by number desc limit 1`.execute(
        db,
      ),
    )
    const [newest] = seals
    if (newest) found.heads.push({ company, ...newest })
    for (let first = 1; newest && first <= newest.number; first += sealsInABatch) {
      const last = Math.min(newest.number, first + sealsInABatch - 1)
      const faults = await inside((db) => faultsOf(db, tokens, company, first, last))
      found.faults.push(...faults.map((fault) => ({ company, ...fault })))
    }
  }
  for (const head of noted) {
    const kept = await door.inTenant(head.company, null, (db) =>
      sql<Seal>`select number, encode(digest, 'hex') as digest from audit_seals where number = ${head.number}`.execute(
        db,
      ),
    )
    if (kept.rows[0]?.digest === head.digest) continue
    found.faults.push({
      company: head.company,
      number: head.number,
      fault: 'It is not the seal that was noted earlier.',
    })
  }
  return found
}

/** How many entries of all companies have no seal yet, and for how many seconds the oldest has had none. */
export async function notSealed(door: Door): Promise<{ entries: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ entries: number; oldest: number }>`select * from app.audit_unsealed()`.execute(db),
  )
  return found.rows[0] ?? { entries: 0, oldest: 0 }
}
