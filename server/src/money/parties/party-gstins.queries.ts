import type { GivenGstin } from '@plinth/api/money/gstins'
import type { Party } from '@plinth/api/money/parties'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'

type Gstin = Party['gstins'][number]

/** The GSTINs of a party, those of one State together. */
export async function gstinsOf(db: Db, partyId: string): Promise<Gstin[]> {
  const { rows } = await sql<Gstin>`select id, gstin, held_from as "heldFrom", held_until as "heldUntil"
    from party_gstins where party_id = ${partyId} and deleted_at is null order by gstin`.execute(db)
  return rows
}

/**
 * Takes those GSTINs from a party that the transaction holds which are not among the given. `butDeductors` leaves those of a deductor:
 * until others of its TAN are added, the party would be without the TAN that its accounts are verified with.
 */
export async function removeOtherGstins(
  db: Db,
  partyId: string,
  given: readonly GivenGstin[],
  { butDeductors }: { butDeductors: boolean },
): Promise<void> {
  const kept = given.map(({ gstin }) => gstin)
  await sql`update party_gstins set deleted_at = now() where party_id = ${partyId} and deleted_at is null
    and gstin <> all (${kept}::text[]) and not (${butDeductors} and app.is_deductors_gstin(gstin))`.execute(db)
}

/**
 * Has a party have these GSTINs besides; one that it had already stays the row that it was, with the days given. Throws 400 where
 * its PAN is another one, 409 where another party has one of them.
 */
export async function addGstins(db: Db, partyId: string, given: readonly GivenGstin[]): Promise<void> {
  for (const { gstin, heldFrom = null, heldUntil = null } of given) {
    const changed = await sql`update party_gstins set held_from = ${heldFrom}, held_until = ${heldUntil}
      where party_id = ${partyId} and gstin = ${gstin} and deleted_at is null
        and (held_from, held_until) is distinct from (${heldFrom}::date, ${heldUntil}::date)`.execute(db)
    if (changed.numAffectedRows === 0n)
      await sql`insert into party_gstins (party_id, gstin, held_from, held_until)
        select ${partyId}::uuid, ${gstin}::text, ${heldFrom}::date, ${heldUntil}::date
        where not exists (select from party_gstins g where g.party_id = ${partyId} and g.gstin = ${gstin} and g.deleted_at is null)`.execute(
        db,
      )
  }
}
