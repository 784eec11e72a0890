import type { Body } from '@plinth/api/kernel/endpoint'
import type { createPartyBank, PartyBank } from '@plinth/api/parties'
import { sql } from 'kysely'
import { notFound } from '../kernel/errors.ts'
import type { Db } from '../kernel/tenancy.ts'

const nameOf = (column: string) =>
  sql`(select u.username from users u where u.tenant_id = b.tenant_id and u.id = ${sql.ref(`b.${column}`)})`

/** The bank accounts of a party in the order in which they were entered; their numbers are for those who may edit Payments. */
export async function banksOf(db: Db, partyId: string): Promise<PartyBank[]> {
  const { rows } = await sql<PartyBank>`select b.id,
      case when (select app.may('Payments', 'canEdit')) then b.account_no end as "accountNo", right(b.account_no, 4) as "accountEnds",
      b.ifsc, b.holder, b.verified_at as "verifiedAt", b.verified_by as "verifiedBy", ${nameOf('verified_by')} as "verifiedByName",
      b.created_at as "createdAt", b.created_by as "createdBy", ${nameOf('created_by')} as "createdByName"
    from party_banks b where b.party_id = ${partyId} and b.deleted_at is null order by b.created_at, b.id`.execute(db)
  return rows
}

/** Throws 404 for a party that is not there, 409 for an account that it has already. */
export async function addBank(db: Db, partyId: string, given: Body<typeof createPartyBank>): Promise<void> {
  await sql`insert into party_banks (party_id, account_no, ifsc, holder)
    values (${partyId}, ${given.accountNo}, ${given.ifsc}, ${given.holder})`.execute(db)
}

interface BankKey {
  id: string
  bankId: string
}

/** Verifies an account in the caller's name; who has verified it already stays. Throws 404, 409 for whoever entered it. */
export async function verifyBank(db: Db, { id, bankId }: BankKey): Promise<void> {
  const { numAffectedRows } = await sql`update party_banks set verified_at = now(), verified_by = app.user_id()
    where id = ${bankId} and party_id = ${id} and deleted_at is null`.execute(db)
  if (numAffectedRows === 0n) throw notFound()
}

/** Throws 404. */
export async function removeBank(db: Db, { id, bankId }: BankKey): Promise<void> {
  const { numAffectedRows } = await sql`update party_banks set deleted_at = now()
    where id = ${bankId} and party_id = ${id} and deleted_at is null`.execute(db)
  if (numAffectedRows === 0n) throw notFound()
}
