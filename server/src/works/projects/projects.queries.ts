import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countProjects,
  type createProject,
  type exportProjects,
  type filterProjects,
  type listProjectGroups,
  type Project,
  project,
  projectFields,
  projectGroups,
  type updateProject,
} from '@plinth/api/works/projects'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { contains, equals, matches, oneOf, onOrAfter, onOrBefore, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { groupingsOf, inGroup } from '../../kernel/records/groups.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import * as contracts from '../../tenders/contracts/contracts.queries.ts'
import { rollupOf } from '../tasks/tasks.queries.ts'
import { projectQuickRules } from './project-quick-filters.queries.ts'
import { bid, projectFrom } from './projects.rules.ts'

export const projects = records<Project>({
  table: 'projects',
  fields: Object.keys(projectFields),
  fixed: ['tenantId', 'contractId'],
  computed: {
    tenantName: sql`(select t.name from tenants t where t.id = projects.tenant_id)`,
    rollup: rollupOf('projects'),
  },
})
const { column } = projects
const figures = ['projectBidValue', 'projectActualValue', 'projectBidPercentage'] as const
/** The columns that the search line looks in. */
const searchColumns = (
  ['projectName', 'contractBidId', 'contractBidNo', 'projectType', 'licenseHolderName'] as const
).map((name) => column(name))

const groupings = groupingsOf(projectGroups, project, projects.valueOf)

const conditions = (filter: Omit<Body<typeof exportProjects>, 'sort' | 'format' | 'columns'>) => [
  matches(searchColumns, filter.search),
  ...everyRule(projectQuickRules, filter.quickFilters),
  oneOf(column('status'), filter.status),
  contains(column('projectType'), filter.projectType),
  equals(column('contractId'), filter.contractId),
  contains(column('contractBidId'), filter.contractBidId),
  contains(column('projectName'), filter.projectName),
  contains(column('description'), filter.description),
  contains(column('contractBidNo'), filter.contractBidNo),
  contains(column('licenseHolderName'), filter.licenseHolderName),
  ...figures.map((name) => equals(column(name), filter[name])),
  onOrAfter(column('givenStartDate'), filter.givenStartDate),
  onOrBefore(column('givenEndDate'), filter.givenEndDate),
  within(column('createdAt'), filter.dateRange),
  inGroup(groupings, filter.group),
]

export const search = (db: Db, filter: Body<typeof filterProjects>) =>
  projects.list(db, conditions(filter), { field: 'createdAt', direction: 'desc' })

/** How many projects of a search match each quick filter. */
export const counts = (db: Db, filter: Body<typeof countProjects>) =>
  projects.counts(db, conditions(filter), projectQuickRules)

/** The groups that the projects of a search fall into. */
export const groups = (db: Db, { by, ...filter }: Body<typeof listProjectGroups>) =>
  projects.groups(db, conditions(filter), groupings[by], { projectBidValue: column('projectBidValue') })

const findable = {
  name: column('projectName'),
  number: column('contractBidId'),
  detail: column('contractBidId'),
  status: column('status'),
}
export const find: Find = (db, sought) => findIn(db, 'projects', findable, sought)

/** The projects that `search` finds with the same filters, narrowed to those entered in the `dateRange`. */
export async function exportAll(db: Db, { sort, format, columns, ...filter }: Body<typeof exportProjects>) {
  const found = projects.walk(db, { where: conditions(filter), sort })
  return exportOf(found, { name: 'Projects', entity: project, columns, format, by: await companyOf(db) })
}

export const get = (db: Db, id: string) => projects.get(db, { id })

/** Throws 404. */
export async function history(db: Db, id: string) {
  await get(db, id)
  return statusHistory(db, 'projects', id)
}

/**
 * Creates a project, on its own or from a contract. Throws 404 when the contract does not exist, 409 when it is not awarded or
 * already has a project.
 */
export async function create(db: Db, values: Body<typeof createProject>): Promise<Project> {
  const { contractId } = values
  if (!contractId) return projects.insert(db, { ...values, ...bid.ofNew(values) })
  // The row stays locked until the project is stored, so that the award cannot be withdrawn in between.
  const contract = await contracts.getForShare(db, contractId)
  if (contract.status !== 'AWARDED') throw conflict('A project can only be created from a contract that is awarded.')
  return projects.insert(db, projectFrom(contract, values), { contractId })
}

export const update = (db: Db, id: string, values: Body<typeof updateProject>) =>
  projects.update(db, { id }, values, (stored) => bid.ofEdit(values, stored))

/** Throws 409 when a contract, a task or a site refers to it. */
export const remove = (db: Db, id: string) => projects.remove(db, { id })
