import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import { taskRollup } from './task-rollups.ts'

export const about = 'The tree of a project’s tasks, up to five levels deep, with its roll-ups and reviews.'

const base = '/project/api/tasks'

/** Levels run from 0 to this; a task at this level cannot have sub-tasks. */
export const maxTaskLevel = 4
export const maxTaskLevelMessage = 'Maximum level reached (Level 4)'

export const taskStatuses = [
  'DRAFT',
  'PLANNED',
  'ASSIGNED',
  'INITIATED',
  'IN_PROGRESS',
  'ON_HOLD',
  'REOPENED',
  'UNDER_REVIEW',
  'COMPLETED',
  'APPROVED',
  'REJECTED',
  'TERMINATED',
  'CANCELLED',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['HIGH', 'MEDIUM', 'LOW', 'URGENT', 'BLOCKER'] as const

export const maxCommentLength = 4000

export const taskFields = {
  parentId: f.optional(f.id),
  title: f.requiredText(300),
  description: f.optional(f.text(4000)),
  estimatedQuantity: f.optional(f.quantity),
  units: f.optional(f.text(50)),
  estimatedRate: f.optional(f.quantity),
  taxPercentage: f.percentage,
  actualQuantity: f.optional(f.quantity),
  actualRate: f.optional(f.quantity),
  estimatedEffortHours: f.optional(f.quantity),
  actualEffortHours: f.optional(f.quantity),
  status: z.enum(taskStatuses),
  taskType: f.optional(f.text(100)),
  priority: f.optional(z.enum(taskPriorities)),
  givenStartDate: f.optional(f.day),
  givenEndDate: f.optional(f.day),
  actualStartDate: f.optional(f.day),
  actualEndDate: f.optional(f.day),
  progress: f.percentage,
  isMilestone: z.boolean(),
  isBillable: z.boolean(),
  assignedTo: f.optional(f.id),
  rejectionReason: f.optional(f.text(2000)),
  terminationReason: f.optional(f.text(2000)),
  comment: f.optional(f.text(maxCommentLength)),
}

/** The field labels in a sheet, in column order. */
export const taskLabels = {
  title: 'Title',
  description: 'Description',
  estimatedQuantity: 'Estimated quantity',
  units: 'Units',
  estimatedRate: 'Estimated rate',
  taxPercentage: 'Tax',
  actualQuantity: 'Actual quantity',
  actualRate: 'Actual rate',
  estimatedEffortHours: 'Estimated effort (hours)',
  actualEffortHours: 'Actual effort (hours)',
  status: 'Status',
  taskType: 'Task type',
  priority: 'Priority',
  givenStartDate: 'Given start date',
  givenEndDate: 'Given end date',
  actualStartDate: 'Actual start date',
  actualEndDate: 'Actual end date',
  progress: 'Progress',
  isMilestone: 'Milestone',
  isBillable: 'Billable',
  assignedTo: 'Assigned to',
  rejectionReason: 'Rejection reason',
  terminationReason: 'Termination reason',
  comment: 'Comment',
} as const satisfies Record<Exclude<keyof typeof taskFields, 'parentId'>, string>

/** Set by the server: these fields follow the status. */
const review = {
  completedBy: z.nullable(f.id),
  approvedBy: z.nullable(f.id),
  approvalDate: z.nullable(f.moment),
  isApproved: z.boolean(),
  reviewRequestedBy: z.nullable(f.id),
  reviewRequestedAt: z.nullable(f.moment),
  rejectedBy: z.nullable(f.id),
  rejectedAt: z.nullable(f.moment),
}
const serverSet = [
  'tenantId',
  'contractId',
  'hierarchyPath',
  'children',
  'estimatedAmount',
  'actualAmount',
  'rollup',
  ...r.namesOf(review),
] as const

/** `hierarchyPath` is the task's dotted number in the project, such as 1.2.3; the number of dots is its level. */
export const task = r.stored({
  id: f.id,
  tenantId: f.id,
  contractId: z.nullable(f.id),
  projectId: f.id,
  hierarchyPath: z.string(),
  ...taskFields,
  ...review,
  /** Quantity by rate plus tax, in rupees; null while quantity or rate is null. */
  estimatedAmount: z.nullable(f.total),
  actualAmount: z.nullable(f.total),
  /** Null for a task without sub-tasks. */
  rollup: z.nullable(taskRollup),
})
export type Task = z.infer<typeof task>

/** A task with its sub-tasks, in the order of their numbers. */
export interface TaskNode extends Task {
  children: TaskNode[]
}
export const taskNode: z.ZodMiniType<TaskNode> = z.extend(task, {
  get children() {
    return z.array(taskNode)
  },
})

const rules = [f.dayOrder('givenStartDate', 'givenEndDate'), f.dayOrder('actualStartDate', 'actualEndDate')] as const

export const taskInput = r
  .createBody(
    { ...taskFields, projectId: f.id },
    { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false },
    [...serverSet],
  )
  .check(...rules)

/** A changed `parentId` moves the task with everything below it; the project of a task never changes. */
export const taskEdit = r.editBody(taskFields, ['projectId', ...serverSet]).check(...rules)

/**
 * The quick filters of the list. Open excludes completed, approved, terminated and cancelled tasks, and tasks without dates of their
 * own below which everything is done. MINE is open and assigned to the caller; OVERDUE is open after its given end, or without one
 * after that of its sub-tasks; THIS_WEEK is due from today to Sunday; TO_REVIEW is under a review that somebody else requested.
 */
export const taskQuickFilters = ['MINE', 'OVERDUE', 'DUE_TODAY', 'THIS_WEEK', 'TO_REVIEW'] as const
export type TaskQuickFilter = (typeof taskQuickFilters)[number]

const taskFilters = {
  /** Words, each of which must occur in the title, description or task type. */
  search: textFilter,
  quickFilters: everyOf(taskQuickFilters),
  projectId: filterBy(f.id),
  title: textFilter,
  description: textFilter,
  taskType: textFilter,
  status: anyOf(taskStatuses),
  priority: anyOf(taskPriorities),
  assignedTo: filterBy(f.id),
  /** Starts on this day or later. */
  givenStartDate: filterBy(f.day),
  /** Ends on this day or earlier. */
  givenEndDate: filterBy(f.day),
}

export const audited = {
  tasks: {
    record: task,
    labels: taskLabels,
    // A rate is in rupees, to the thousandth.
    kinds: { estimatedRate: 'money', actualRate: 'money' } as const,
  },
}

export const filterTasks = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search tasks; each match is answered inside its tree, under the tasks above it',
  // /inventories shows this search, also to users who may do nothing else with tasks.
  allow: { module: ['Project Tasks', 'Inventories'], can: 'canView' },
  body: z.strictObject({ ...taskFilters, ...r.ignored('tenantId') }),
  response: z.array(taskNode),
})

export const countTasks = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of tasks of a search that meet each quick filter',
  allow: { module: 'Project Tasks', can: 'canView' },
  body: z.strictObject(taskFilters),
  response: quickCounts(taskQuickFilters),
})

export const listAssignees = endpoint({
  method: 'GET',
  path: `${base}/assignees`,
  summary: 'The people to whom a task can be assigned, and which of them may approve or reject tasks',
  allow: { module: 'Project Tasks', can: 'canView' },
  response: z.array(
    z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()), mayReview: z.boolean() }),
  ),
})

export const listTaskProjects = endpoint({
  method: 'GET',
  path: `${base}/projects`,
  summary: 'The projects, newest first; a caller who may not view projects gets those with tasks, without names',
  // The answer has project names only for callers who may view projects.
  allow: { module: ['Project Tasks', 'Projects'], can: 'canView' },
  response: z.array(z.object({ id: f.id, projectName: z.nullable(z.string()) })),
})

export const summarizeTaskStatuses = endpoint({
  method: 'GET',
  path: `${base}/status-summary`,
  summary: 'The number of tasks of a project in each status; statuses without tasks are left out',
  allow: { module: 'Project Tasks', can: 'canView' },
  query: z.object({ projectId: f.id }),
  response: z.array(z.object({ status: z.enum(taskStatuses), count: z.int() })),
})

export const getTask = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One task',
  allow: { module: 'Project Tasks', can: 'canView' },
  params: f.idParams,
  response: task,
})

export const getTaskBranch = endpoint({
  method: 'GET',
  path: `${base}/:id/branch`,
  summary: 'A task with the tasks above it, from the top down',
  allow: { module: 'Project Tasks', can: 'canView' },
  params: f.idParams,
  response: z.array(task),
})

export const listTaskStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'The status changes of a task, newest first',
  allow: { module: 'Project Tasks', can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createTask = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a task of a project, at the top or under another task',
  allow: { module: 'Project Tasks', can: 'canCreate' },
  status: 201,
  body: taskInput,
  response: task,
})

export const updateTask = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change or move a task',
  allow: { module: 'Project Tasks', can: 'canEdit' },
  params: f.idParams,
  body: taskEdit,
  response: task,
})

export const moveTask = endpoint({
  method: 'PUT',
  path: `${base}/:id/place`,
  summary: 'Move a task with all below it to another place in the tree of its project',
  allow: { module: 'Project Tasks', can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({
    /** The new parent; null for the top level. */
    parentId: z.nullable(f.id),
    /** The sub-task of that parent to come before; last if left out or null. */
    beforeId: f.optional(f.id),
  }),
  response: task,
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a task that has no sub-tasks',
  allow: { module: 'Project Tasks', can: 'canDelete' },
  params: f.idParams,
})
