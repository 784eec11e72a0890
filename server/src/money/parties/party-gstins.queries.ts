import type { GstinInput } from '@plinth/api/money/gstins'
import type { Party } from '@plinth/api/money/parties'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'

type Gstin = Party['gstins'][number]

/** The GSTINs of a party, sorted, so that those of a State are together. */
export async function gstinsOf(db: Db, partyId: string): Promise<Gstin[]> {
  const { rows } = await sql<Gstin>`select id, gstin, held_from as "heldFrom", held_until as "heldUntil"
    from party_gstins where party_id = ${partyId} and deleted_at is null order by gstin`.execute(db)
  return rows
}

/**
 * Removes the GSTINs of a locked party that are not in the list. `keepDeductors` keeps those of a deductor: without
 * them, and until others of its TAN are added, the party would lack the TAN that its accounts were verified with.
 */
export async function removeOtherGstins(
  db: Db,
  partyId: string,
  gstins: readonly GstinInput[],
  { keepDeductors }: { keepDeductors: boolean },
): Promise<void> {
  const numbers = gstins.map(({ gstin }) => gstin)
  await sql`update party_gstins set deleted_at = now() where party_id = ${partyId} and deleted_at is null
    and gstin <> all (${numbers}::text[]) and not (${keepDeductors} and app.is_deductors_gstin(gstin))`.execute(db)
}

/**
 * Adds these GSTINs to a party; one that it already has keeps its row and gets the new days. Throws 400 if the party's
 * PAN differs, 409 if another party has one of them.
 */
export async function addGstins(db: Db, partyId: string, gstins: readonly GstinInput[]): Promise<void> {
  for (const { gstin, heldFrom = null, heldUntil = null } of gstins) {
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
