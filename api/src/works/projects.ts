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

export const about = 'Projects, with or without an awarded contract.'

const base = '/project/api/projects'

/** The choices of the form. A new form starts as DRAFT, which the list does not offer. */
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

/** The values of a project that is created from an awarded contract. */
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

/** With a `contractId`, the contract must be awarded and have no project; its name and values fill the fields that are left out. */
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

/** The labels of the fields on the screen and in exports. */
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
 * The quick filters of the list. OPEN is neither completed, terminated nor cancelled; LATE is open after its given end or that of its
 * tasks, unless all tasks have ended; OVER_COST has tasks that cost more than their estimate, or more than the bid.
 */
export const projectQuickFilters = ['OPEN', 'LATE', 'OVER_COST'] as const
export type ProjectQuickFilter = (typeof projectQuickFilters)[number]

/** The fields that projects are grouped by; dates are grouped by month. */
export const projectGroups = ['status', 'projectType', 'givenEndDate'] as const

const projectFilters = {
  /** Words, each of which must occur in the name, contract bid ID or no., project type or license holder. */
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
  summary: 'Search projects: a list without pages, newest first',
  allow: { module: 'Projects', can: 'canView' },
  body: z.strictObject(projectFilters),
  response: z.array(project),
})

export const countProjects = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of projects of a search that meet each quick filter',
  allow: { module: 'Projects', can: 'canView' },
  body: z.strictObject(projectFilters),
  response: quickCounts(projectQuickFilters),
})

export const listProjectGroups = endpoint({
  method: 'POST',
  path: `${base}/groups`,
  summary: 'The groups of the projects of a search, with the sum of the bids of each',
  allow: { module: 'Projects', can: 'canView' },
  body: groupBody(projectGroups, projectFilters),
  response: grouped(['projectBidValue']),
})

export const exportProjects = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The projects found by a search as a sheet, with the requested columns',
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
  summary: 'The status changes of a project, newest first',
  allow: { module: 'Projects', can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createProject = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a project, with or without an awarded contract',
  allow: { module: 'Projects', can: 'canCreate' },
  // The project copies fields of the contract, which the caller must be allowed to see.
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
