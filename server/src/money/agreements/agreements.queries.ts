import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type Agreement,
  type AgreementDraft,
  agreement,
  agreementFields,
  type countAgreements,
  type createAgreement,
  type exportAgreements,
  type filterAgreements,
  updateAgreement,
} from '@plinth/api/money/agreements'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { forViewers, requireForChanges } from '../../kernel/http/permissions.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, equals, matches, oneOf, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { agreementQuickRules } from './agreement-quick-filters.queries.ts'

const partyName = sql`(select p.legal_name from parties p where p.tenant_id = agreements.tenant_id and p.id = agreements.party_id)`

const agreements = records<Agreement>({
  table: 'agreements',
  fields: Object.keys(agreementFields),
  fixed: ['direction'],
  computed: {
    partyName,
    contractName: forViewers(
      'Contracts',
      sql`(select c.contract_name from contracts c where c.tenant_id = agreements.tenant_id and c.id = agreements.contract_id)`,
    ),
    projectName: forViewers(
      'Projects',
      sql`(select p.project_name from projects p where p.tenant_id = agreements.tenant_id and p.id = agreements.project_id)`,
    ),
    ...authorsOf('agreements'),
  },
})
const { column } = agreements

/** The columns that the search field covers. */
const searched = [column('number'), column('name'), partyName]

const conditionsOf = (filter: Omit<Body<typeof exportAgreements>, 'sort' | 'format' | 'columns'>) => [
  matches(searched, filter.search),
  ...everyRule(agreementQuickRules, filter.quickFilters),
  oneOf(column('status'), filter.status),
  oneOf(column('pricing'), filter.pricing),
  contains(column('number'), filter.number),
  contains(column('name'), filter.name),
  equals(column('partyId'), filter.partyId),
  equals(column('contractId'), filter.contractId),
  equals(column('projectId'), filter.projectId),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterAgreements>) =>
  agreements.search(db, { where: conditionsOf(filter), sort, pagination })

/** The number of agreements in a search per quick filter. */
export const counts = (db: Db, filter: Body<typeof countAgreements>) =>
  agreements.counts(db, conditionsOf(filter), agreementQuickRules)

/** Throws 400 if more agreements match the filters than an export may hold. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportAgreements>) {
  const found = agreements.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Agreements', entity: agreement, columns, format, by: await companyOf(db) })
}

const findable = {
  name: column('name'),
  number: column('number'),
  detail: sql`concat_ws(', ', ${column('number')}, ${partyName})`,
  status: column('status'),
}
export const find: Find = (db, sought) => findIn(db, 'agreements', findable, sought)

/**
 * The pricing that the contract type `type` names in any spelling. Any other type is a percentage rate if the bid is
 * above or below the estimate.
 */
const pricingOf = sql`case
    when type like '%itemrate%' then 'ITEM_RATE'
    when type like '%lumpsum%' or type in ('epc', 'turnkey') then 'LUMP_SUM'
    when type like '%percent%' or c.tender_bid_percentage is not null then 'PERCENTAGE_RATE'
    else 'ITEM_RATE' end`

/**
 * The proposed fields of an agreement with the client of a contract: the contract's name, days and bid, its recorded
 * terms, its project, and the client that its office belongs to. Throws 404.
 */
export async function draft(db: Db, contractId: string): Promise<AgreementDraft> {
  const { rows } = await sql<AgreementDraft>`select c.id as "contractId", c.contract_name as "contractName",
      c.contract_name as name, o.party_id as "partyId", ${forViewers('Projects', sql.ref('p.id'))} as "projectId",
      c.agreement_date as "agreedOn", c.tender_bid_value as value, pricing,
      case pricing when 'PERCENTAGE_RATE' then c.tender_bid_percentage end as "tenderPercentage",
      c.given_start_date as "startsOn", c.given_end_date as "endsOn",
      coalesce(t.completed_on, c.actual_end_date) as "completedOn", t.dlp_months as "dlpMonths"
    from contracts c
    cross join lateral (select regexp_replace(lower(coalesce(c.contract_type, '')), '[^a-z]', '', 'g') as type) typed
    cross join lateral (select ${pricingOf} as pricing) priced
    left join offices o on o.tenant_id = c.tenant_id and o.id = c.office_id and o.deleted_at is null
    left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
    left join projects p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null
    where c.id = ${contractId} and c.deleted_at is null`.execute(db)
  const [proposal] = rows
  if (!proposal) throw notFound()
  return proposal
}

/** Throws 404. */
export const get = (db: Db, id: string) => agreements.get(db, { id })

/** Locks an agreement, so that writers under the same agreement wait for each other. Throws 404. */
export async function holdAgreement(db: Db, id: string): Promise<void> {
  const found = await sql`select from agreements where id = ${id} and deleted_at is null for no key update`.execute(db)
  if (found.rows.length === 0) throw notFound()
}

/** Throws 404. */
export async function history(db: Db, id: string) {
  await get(db, id)
  return statusHistory(db, 'agreements', id)
}

/**
 * Throws 409 for a number that the party already has or a second agreement with the client of a contract; 400 for a
 * party of the wrong side and for a missing field of a signed agreement.
 */
export const create = (db: Db, { direction, ...values }: Body<typeof createAgreement>): Promise<Agreement> =>
  agreements.insert(db, values, { direction })

/**
 * Throws 404; 400 and 409 as `create` does; 403 for a contract or project that the caller may not view; 409 for a
 * status that the present one cannot change to and for a closed agreement; 412.
 */
export async function update(db: Db, id: string, values: Body<typeof updateAgreement>): Promise<Agreement> {
  await requireForChanges(db, updateAgreement, values, await agreements.getForUpdate(db, { id }))
  return agreements.update(db, { id }, values)
}

/** Throws 404, 409 unless the agreement is a draft. */
export const remove = (db: Db, id: string) => agreements.remove(db, { id })
