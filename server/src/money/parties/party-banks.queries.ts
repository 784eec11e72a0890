import type { Body } from '@plinth/api/kernel/endpoint'
import type { createPartyBank, IdentityChange, PartyBank } from '@plinth/api/money/parties'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'

const nameOf = (column: string) =>
  sql`(select u.username from users u where u.tenant_id = b.tenant_id and u.id = ${sql.ref(`b.${column}`)})`

/** The changes to a party's identity since each of its unverified accounts was entered or last verified, by account, oldest first. */
async function changesSince(db: Db, partyId: string): Promise<Map<string, IdentityChange[]>> {
  const { rows } = await sql<IdentityChange & { bankId: string }>`select b.id as "bankId",
      case c.field when 'legal_name' then 'legalName' else c.field end as field, c.before, c.after, c.changed_at as "changedAt",
      c.changed_by as "changedBy", u.username as "changedByName"
    from party_banks b cross join app.identity_changes(b.party_id, coalesce(b.last_verified_at, b.created_at)) c
    left join users u on u.tenant_id = b.tenant_id and u.id = c.changed_by
    where b.party_id = ${partyId} and b.deleted_at is null and b.verified_at is null order by c.changed_at, c.field`.execute(
    db,
  )
  const byBank = Map.groupBy(rows, ({ bankId }) => bankId)
  return new Map([...byBank].map(([id, changes]) => [id, changes.map(({ bankId: _, ...change }) => change)]))
}

/** The bank accounts of a party, in the order of entry. Only users who may edit Payments get account numbers and digests. */
export async function banksOf(db: Db, partyId: string): Promise<PartyBank[]> {
  const { rows } = await sql<Omit<PartyBank, 'changesSince'>>`select b.id,
      case when (select app.may('Payments', 'canEdit')) then b.account_no end as "accountNo", right(b.account_no, 4) as "accountEnds",
      b.ifsc, b.holder, b.verified_at as "verifiedAt", b.verified_by as "verifiedBy", ${nameOf('verified_by')} as "verifiedByName",
      b.last_verified_at as "lastVerifiedAt", ${nameOf('last_verified_by')} as "lastVerifiedByName",
      case when (select app.may('Payments', 'canEdit')) then app.bank_digest(b) end as digest,
      b.created_at as "createdAt", b.created_by as "createdBy", ${nameOf('created_by')} as "createdByName"
    from party_banks b where b.party_id = ${partyId} and b.deleted_at is null order by b.created_at, b.id`.execute(db)
  const changes = rows.some(({ verifiedAt }) => verifiedAt === null)
    ? await changesSince(db, partyId)
    : new Map<string, IdentityChange[]>()
  return rows.map((bank) => ({ ...bank, changesSince: changes.get(bank.id) ?? [] }))
}

/** Throws 404 for an unknown party, 409 for an account that it already has. */
export async function addBank(db: Db, partyId: string, account: Body<typeof createPartyBank>): Promise<void> {
  await sql`insert into party_banks (party_id, account_no, ifsc, holder)
    values (${partyId}, ${account.accountNo}, ${account.ifsc}, ${account.holder})`.execute(db)
}

interface BankKey {
  id: string
  bankId: string
}

/** Locks a party before one of its accounts, in the order of an edit of the party; the other order could deadlock. */
const lockParty = (db: Db, id: string) =>
  sql`select from parties where id = ${id} and deleted_at is null for share`.execute(db)

/**
 * Verifies an account in the caller's name; an earlier verification stays. `seen` is the digest that the caller saw.
 * Throws 404; 409 for the user who entered the account or has changed the party since; 412 if the account or the party
 * has changed.
 */
export async function verifyBank(db: Db, { id, bankId }: BankKey, seen: string): Promise<void> {
  await lockParty(db, id)
  const { numAffectedRows } =
    await sql`update party_banks set verified_at = now(), verified_by = app.user_id(), verified_digest = ${seen}
    where id = ${bankId} and party_id = ${id} and deleted_at is null`.execute(db)
  if (numAffectedRows === 0n) throw notFound()
}

/** Throws 404. */
export async function removeBank(db: Db, { id, bankId }: BankKey): Promise<void> {
  await lockParty(db, id)
  const { numAffectedRows } = await sql`update party_banks set deleted_at = now()
    where id = ${bankId} and party_id = ${id} and deleted_at is null`.execute(db)
  if (numAffectedRows === 0n) throw notFound()
}
