import type { Body, Input } from '@plinth/api/kernel/endpoint'
import {
  type createOffice,
  type exportOffices,
  type filterOffices,
  type listParentOffices,
  type Office,
  type OfficeChoice,
  office,
  officeFields,
  type updateOffice,
} from '@plinth/api/tenders/offices'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, matches, oneOfIds, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'

/** The office `p` as a letter addresses it. */
const letterAddress = sql`concat_ws(', ', nullif(p.designation, ''), p.name, p.department)`

const offices = records<Office>({
  table: 'offices',
  fields: Object.keys(officeFields),
  computed: {
    parentName: sql`(select ${letterAddress} from offices p where p.tenant_id = offices.tenant_id and p.id = offices.parent_id)`,
    partyName: sql`(select p.legal_name from parties p where p.tenant_id = offices.tenant_id and p.id = offices.party_id)`,
    contracts: sql`(select count(*) from contracts c where c.tenant_id = offices.tenant_id and c.office_id = offices.id
      and c.deleted_at is null)`,
    ...authorsOf('offices'),
  },
})
const { column } = offices

/** The columns that the one-line search looks in. */
const searched = (['department', 'name', 'designation', 'address', 'email'] as const).map((name) => column(name))

const conditionsOf = (filter: Omit<Body<typeof exportOffices>, 'sort' | 'format' | 'columns'>) => [
  matches(searched, filter.search),
  contains(column('department'), filter.department),
  contains(column('name'), filter.name),
  contains(column('designation'), filter.designation),
  contains(column('address'), filter.address),
  oneOfIds(column('partyId'), filter.partyId),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterOffices>) =>
  offices.search(db, { where: conditionsOf(filter), sort, pagination })

const findable = {
  name: column('name'),
  number: column('department'),
  detail: sql`concat_ws(', ', nullif(${column('designation')}, ''), ${column('department')})`,
  status: sql`null`,
}
export const find: Find = (db, sought) => findIn(db, 'offices', findable, sought)

/** Throws 400 when more offices match than an export may contain. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportOffices>) {
  const found = offices.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Offices', entity: office, columns, format, by: await companyOf(db) })
}

const officeName = sql`app.office_name(designation, name) as "officeName"`

export async function choices(db: Db): Promise<OfficeChoice[]> {
  const found = await sql<OfficeChoice>`select id, department, ${officeName}
    from offices where deleted_at is null order by lower(department), lower(name), id`.execute(db)
  return found.rows
}

/** Every office, with all its names. */
export async function named(db: Db): Promise<(OfficeChoice & { name: string })[]> {
  const found = await sql<OfficeChoice & { name: string }>`select id, department, name, ${officeName}
    from offices where deleted_at is null`.execute(db)
  return found.rows
}

/** The offices that can be the parent of this one; all offices when none is given. */
export async function parents(db: Db, { officeId }: Input<typeof listParentOffices>['query']) {
  const found = await sql<{ id: string; parentName: string }>`with recursive below (id) as (
      select ${officeId ?? null}::uuid
      union select o.id from offices o join below on o.parent_id = below.id where o.deleted_at is null)
    select p.id, ${letterAddress} as "parentName" from offices p
    where p.deleted_at is null and p.id not in (select id from below where id is not null)
    order by lower(p.department), lower(p.name), p.id`.execute(db)
  return found.rows
}

/** Throws 404. */
export const get = (db: Db, id: string) => offices.get(db, { id })

/** Throws 400 for an unknown parent or client, 409 when the office exists already. */
export const create = (db: Db, values: Body<typeof createOffice>) => offices.insert(db, values)

/** Throws 404; 400 and 409 as `create` does; 409 for a parent that is below it; 412. */
export const update = (db: Db, id: string, values: Body<typeof updateOffice>) => offices.update(db, { id }, values)

/** Throws 404; 409 while contracts or other offices refer to it. */
export const remove = (db: Db, id: string) => offices.remove(db, { id })
