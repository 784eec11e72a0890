import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { groupBody, grouped, ofGroup } from '../kernel/groups.ts'
import { everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import { taskRollup } from './task-rollups.ts'

export const about = 'Projects, on their own or from an awarded contract.'

const base = '/project/api/projects'

/** The choices of the form. A blank form starts as DRAFT, which the list does not offer. */
export const projectStatuses = [
  'PLANNED',
  'INITIATED',
  'IN_PROGRESS',
  'ON_HOLD',
  'UNDER_REVIEW',
  'COMPLETED',
  'TERMINATED',
  'CANCELLED',
] as const
const storedStatuses = ['DRAFT', ...projectStatuses] as const
export type ProjectStatus = (typeof storedStatuses)[number]

/** What a project is given when it is created from an awarded contract. */
export const fromContract = {
  status: 'INITIATED',
  extensionCount: 0,
  comment: 'Project created from contract deposit screen',
} as const

export const projectFields = {
  projectName: f.requiredText(300),
  description: f.optional(f.text(4000)),
  projectType: f.optional(f.text(100)),
  status: z.enum(storedStatuses),
  contractBidId: f.optional(f.text(100)),
  contractBidNo: f.optional(f.text(100)),
  projectActualValue: f.optional(f.money),
  projectBidValue: f.optional(f.money),
  projectBidPercentage: f.optional(f.signedPercentage),
  licenseId: f.optional(f.text(100)),
  licenseHolderName: f.optional(f.text(200)),
  licenseNo: f.optional(f.text(100)),
  givenStartDate: f.optional(f.day),
  givenEndDate: f.optional(f.day),
  actualStartDate: f.optional(f.day),
  actualEndDate: f.optional(f.day),
  extensionCount: f.count,
  extensionDate: f.optional(f.day),
  terminationReason: f.optional(f.text(2000)),
  comment: f.optional(f.text(4000)),
}

export type TaskRollup = z.infer<typeof taskRollup>

export const project = r.stored({
  id: f.id,
  tenantId: f.id,
  tenantName: z.string(),
  contractId: z.nullable(f.id),
  ...projectFields,
  /** Null for a project without tasks. */
  rollup: z.nullable(taskRollup),
})
export type Project = z.infer<typeof project>

const rules = [f.dayOrder('givenStartDate', 'givenEndDate'), f.dayOrder('actualStartDate', 'actualEndDate')] as const

/** With a `contractId` the contract must be awarded and without a project; its name and values fill what is left out. */
export const projectInput = r
  .createBody(
    { ...projectFields, projectName: f.optional(f.requiredText(300)), contractId: f.optional(f.id) },
    { status: 'DRAFT', extensionCount: 0 },
    ['tenantId', 'tenantName', 'rollup'],
  )
  .check(...rules)
  .check(
    z.refine((project) => Boolean(project.contractId ?? project.projectName), {
      error: 'is required',
      path: ['projectName'],
    }),
  )

/** The contract of a project never changes. */
export const projectEdit = r.editBody(projectFields, ['tenantId', 'tenantName', 'contractId', 'rollup']).check(...rules)

/** What each field is called on the screen and in exports. */
export const projectLabels = {
  projectName: 'Project name',
  description: 'Description',
  projectType: 'Project type',
  status: 'Status',
  contractBidId: 'Contract bid ID',
  contractBidNo: 'Contract bid no.',
  projectActualValue: 'Actual value',
  projectBidValue: 'Bid value',
  projectBidPercentage: 'Bid percentage',
  licenseId: 'License ID',
  licenseHolderName: 'License holder',
  licenseNo: 'License no.',
  givenStartDate: 'Given start date',
  givenEndDate: 'Given end date',
  actualStartDate: 'Actual start date',
  actualEndDate: 'Actual end date',
  extensionCount: 'Extension count',
  extensionDate: 'Extension date',
  terminationReason: 'Termination reason',
  comment: 'Comment',
} as const satisfies Record<keyof typeof projectFields, string>

/**
 * What projects are mostly looked for by. Open is what is not completed, terminated or cancelled; it is late after its given end
 * or that of its tasks, while they have not ended; over cost where its tasks cost more than they are estimated at, or than was bid.
 */
export const projectQuickFilters = ['OPEN', 'LATE', 'OVER_COST'] as const
export type ProjectQuickFilter = (typeof projectQuickFilters)[number]

/** What projects are grouped by; by a day, each month of it is a group. */
export const projectGroups = ['status', 'projectType', 'givenEndDate'] as const

const projectFilters = {
  /** Words, each of them in any part of name, contract bid ID or no., project type or license holder. */
  search: textFilter,
  quickFilters: everyOf(projectQuickFilters),
  status: anyOf(storedStatuses),
  projectType: textFilter,
  contractId: filterBy(f.id),
  contractBidId: textFilter,
  projectName: textFilter,
  description: textFilter,
  contractBidNo: textFilter,
  projectBidValue: filterBy(f.money),
  projectActualValue: filterBy(f.money),
  projectBidPercentage: filterBy(f.signedPercentage),
  licenseHolderName: textFilter,
  /** Starts on this day or later. */
  givenStartDate: filterBy(f.day),
  /** Ends on this day or earlier. */
  givenEndDate: filterBy(f.day),
  group: ofGroup(projectGroups),
}

export const audited = {
  projects: { record: project, labels: projectLabels },
}

export const filterProjects = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search projects: a plain list, newest first',
  allow: { module: 'Projects', can: 'canView' },
  body: z.strictObject(projectFilters),
  response: z.array(project),
})

export const countProjects = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'How many projects of a search each quick filter leaves',
  allow: { module: 'Projects', can: 'canView' },
  body: z.strictObject(projectFilters),
  response: quickCounts(projectQuickFilters),
})

export const listProjectGroups = endpoint({
  method: 'POST',
  path: `${base}/groups`,
  summary: 'The groups that the projects of a search fall into, and what the bids of each come to',
  allow: { module: 'Projects', can: 'canView' },
  body: groupBody(projectGroups, projectFilters),
  response: grouped(['projectBidValue']),
})

export const exportProjects = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The projects of a search as a sheet, in the columns asked for',
  allow: { module: 'Projects', can: 'canReport' },
  body: exportBody(projectFilters, project),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getProject = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One project',
  allow: { module: 'Projects', can: 'canView' },
  params: f.idParams,
  response: project,
})

export const listProjectStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'Every status a project has had, newest first',
  allow: { module: 'Projects', can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createProject = endpoint({
  method: 'POST',
  path: base,
  summary: 'Start a project, on its own or from an awarded contract',
  allow: { module: 'Projects', can: 'canCreate' },
  // The project takes over what the contract says.
  alsoFor: { contractId: { module: 'Contracts', can: 'canView' } },
  status: 201,
  body: projectInput,
  response: project,
})

export const updateProject = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a project',
  allow: { module: 'Projects', can: 'canEdit' },
  params: f.idParams,
  body: projectEdit,
  response: project,
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a project that has no contract and no tasks',
  allow: { module: 'Projects', can: 'canDelete' },
  params: f.idParams,
})
