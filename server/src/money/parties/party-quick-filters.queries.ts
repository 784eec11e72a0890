import type { PartyKind, PartyQuickFilter } from '@plinth/api/money/parties'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QuickRules } from '../../kernel/records/quick-filters.ts'

const isOf = (kind: PartyKind): RawBuilder<SqlBool> => sql`${kind} = any(parties.kinds)`

/** The number of a party's unverified accounts. */
export const waitingAccounts = sql`(select count(*) from party_banks b
  where b.tenant_id = parties.tenant_id and b.party_id = parties.id and b.deleted_at is null and b.verified_at is null)`

export const partyQuickRules: QuickRules<PartyQuickFilter> = {
  CLIENTS: isOf('CLIENT'),
  VENDORS: isOf('VENDOR'),
  SUBCONTRACTORS: isOf('SUBCONTRACTOR'),
  LABOUR_CONTRACTORS: isOf('LABOUR_CONTRACTOR'),
  TRANSPORTERS: isOf('TRANSPORTER'),
  TO_VERIFY: sql`(${waitingAccounts} > 0)`,
}
