import type { Body, Input } from '@plinth/api/kernel/endpoint'
import { isDeductorsGstin } from '@plinth/api/money/identity'
import {
  type confirmPartyBank,
  type countParties,
  type createParty,
  type createPartyBank,
  type exportParties,
  type filterParties,
  type ListedParty,
  listedParty,
  type listPartyChoices,
  type Party,
  type PartyChoice,
  panInside,
  partyFields,
  type updateParty,
} from '@plinth/api/money/parties'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, matches, oneOf, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { addBank, banksOf, removeBank, verifyBank } from './party-banks.queries.ts'
import { addGstins, gstinsOf, removeOtherGstins } from './party-gstins.queries.ts'
import { partyQuickRules, waitingAccounts } from './party-quick-filters.queries.ts'

/** The GSTINs of a party, joined by commas. */
const gstin = sql`(select string_agg(g.gstin, ', ' order by g.gstin) from party_gstins g
  where g.tenant_id = parties.tenant_id and g.party_id = parties.id and g.deleted_at is null)`

const parties = records<ListedParty>({
  table: 'parties',
  fields: Object.keys(partyFields),
  computed: { gstin, waitingAccounts, ...authorsOf('parties') },
})
const { column } = parties

/** The columns that the search field covers. */
const searched = [column('legalName'), column('tradeName'), column('pan'), gstin]

const conditionsOf = (filter: Omit<Body<typeof exportParties>, 'sort' | 'format' | 'columns'>) => [
  matches(searched, filter.search),
  ...everyRule(partyQuickRules, filter.quickFilters),
  contains(column('legalName'), filter.legalName),
  contains(column('pan'), filter.pan),
  contains(gstin, filter.gstin),
  filter.kind && filter.kind.length > 0 ? sql<SqlBool>`${column('kinds')} && ${filter.kind}::text[]` : undefined,
  oneOf(column('gstTreatment'), filter.gstTreatment),
  oneOf(column('msme'), filter.msme),
  oneOf(column('state'), filter.state),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterParties>) =>
  parties.search(db, { where: conditionsOf(filter), sort, pagination })

/** The number of parties in a search per quick filter. */
export const counts = (db: Db, filter: Body<typeof countParties>) =>
  parties.counts(db, conditionsOf(filter), partyQuickRules)

/** Throws 400 if more parties match the filters than an export may hold. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportParties>) {
  const found = parties.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Parties', entity: listedParty, columns, format, by: await companyOf(db) })
}

const findable = {
  name: column('legalName'),
  number: sql`concat_ws(' ', ${column('tradeName')}, ${column('pan')})`,
  detail: sql`nullif(concat_ws(', ', nullif(${column('tradeName')}, ''), ${column('pan')}, nullif(${column('place')}, '')), '')`,
  status: sql`null`,
}
export const find: Find = (db, sought) => findIn(db, 'parties', findable, sought)

/** The parties of a kind, or all of them, by name. */
export async function choices(db: Db, { kind }: Input<typeof listPartyChoices>['query']): Promise<PartyChoice[]> {
  const { rows } = await sql<PartyChoice>`select id, legal_name as "legalName", place, kinds from parties
    where deleted_at is null and (${kind ?? null}::text is null or ${kind ?? null} = any(kinds))
    order by lower(legal_name), id`.execute(db)
  return rows
}

/** Throws 404. */
export async function get(db: Db, id: string): Promise<Party> {
  const listed = await parties.get(db, { id })
  return { ...listed, gstins: await gstinsOf(db, id), banks: await banksOf(db, id) }
}

/** Throws 400 if PAN and GSTINs disagree, 409 for a PAN or a GSTIN of another party. */
export async function create(db: Db, { gstins, ...values }: Body<typeof createParty>): Promise<Party> {
  const { id } = await parties.insert(db, { ...values, pan: values.pan ?? panInside(gstins) })
  await addGstins(db, id, gstins)
  return get(db, id)
}

/** Throws 404; 400 and 409 as `create` does; 409 if it would no longer be a client although an office names it; 412. */
export async function update(db: Db, id: string, { gstins, ...values }: Body<typeof updateParty>): Promise<Party> {
  // Removed GSTINs go first, so that a new PAN is checked without them; added ones are checked against the new PAN.
  await parties.getForUpdate(db, { id })
  const keepDeductors = gstins?.some((one) => isDeductorsGstin(one.gstin)) ?? false
  if (gstins) await removeOtherGstins(db, id, gstins, { keepDeductors })
  await parties.update(db, { id }, values, ({ pan }) => {
    const enteredPan = values.pan === undefined ? pan : values.pan
    return enteredPan === null && gstins ? { pan: panInside(gstins) } : {}
  })
  if (gstins) {
    await addGstins(db, id, gstins)
    await removeOtherGstins(db, id, gstins, { keepDeductors: false })
  }
  return get(db, id)
}

/** Throws 404, 409 while an office names the party. */
export const remove = (db: Db, id: string) => parties.remove(db, { id })

type BankKey = Input<typeof confirmPartyBank>['params']

/** Throws 404, 409 for an account that the party already has. */
export async function createBank(db: Db, id: string, body: Body<typeof createPartyBank>): Promise<Party> {
  await addBank(db, id, body)
  return get(db, id)
}

/** Throws 404; 409 for the user who entered the account or has changed the party since; 412 if it differs from what the caller saw. */
export async function confirmBank(db: Db, key: BankKey, { digest }: Body<typeof confirmPartyBank>): Promise<Party> {
  await verifyBank(db, key, digest)
  return get(db, key.id)
}

/** Throws 404. */
export const deleteBank = (db: Db, key: BankKey) => removeBank(db, key)
