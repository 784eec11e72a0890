import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type createSite,
  type exportSites,
  type filterSites,
  type Site,
  site,
  siteFields,
  type updateSite,
} from '@plinth/api/works/sites'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, equals, matches, oneOf, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'

const projectName = sql`(select p.project_name from projects p where p.tenant_id = sites.tenant_id and p.id = sites.project_id)`

const sites = records<Site>({
  table: 'sites',
  fields: Object.keys(siteFields),
  computed: { projectName, ...authorsOf('sites') },
})
const { column } = sites

/** The columns that the one-line search looks in. */
const searched = [column('name'), projectName, column('remarks')]

const conditionsOf = (filter: Omit<Body<typeof exportSites>, 'sort' | 'format' | 'columns'>) => [
  matches(searched, filter.search),
  contains(column('name'), filter.name),
  equals(column('projectId'), filter.projectId),
  oneOf(column('state'), filter.state),
  oneOf(column('weeklyOff'), filter.weeklyOff),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterSites>) =>
  sites.search(db, { where: conditionsOf(filter), sort, pagination })

const findable = { name: column('name'), detail: projectName, status: sql`null` }
export const find: Find = (db, sought) => findIn(db, 'sites', findable, sought)

/** Throws 400 when more sites match than an export may contain. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportSites>) {
  const found = sites.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Sites', entity: site, columns, format, by: await companyOf(db) })
}

/** Throws 404. */
export const get = (db: Db, id: string) => sites.get(db, { id })

/** Throws 409 for a name that another site has, 400 for a project of another company. */
export const create = (db: Db, values: Body<typeof createSite>) => sites.insert(db, values)

/** Throws 404, 400 and 409 as `create` does, 412. */
export const update = (db: Db, id: string, values: Body<typeof updateSite>) => sites.update(db, { id }, values)

/** Throws 404. */
export const remove = (db: Db, id: string) => sites.remove(db, { id })
