import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { ImportFailure } from '@plinth/api/platform/import-results'
import { taskInput } from '@plinth/api/works/tasks'
import { parse } from 'zod/v4/core'
import {
  cellFault,
  type FieldFault,
  inOrder,
  type ReportedFault,
  reasonOf,
  rowFault,
  withHeadings,
} from '../../kernel/sheets/sheet-columns.ts'
import { cellText } from '../../kernel/sheets/sheet-xlsx.ts'
import { byCount } from '../../kernel/sheets/upload-outcomes.ts'
import {
  type Facts,
  type FieldName,
  isRequired,
  type ReadRow,
  taskFieldNames,
  taskSheet,
  type Values,
} from './task-sheets.rules.ts'

/** A task that is in the project already; its `assignedTo` is an id. */
export interface StoredTask {
  id: string
  number: string
  values: Values
  /** What a sheet writes for the assignee. */
  assignee: string | undefined
}

/** A row that adds or changes a task, with all the values that the task will have. */
export interface PlannedTask {
  row: ReadRow
  number: string
  /** The task as it is now; undefined for a new one. */
  stored: StoredTask | undefined
  values: Values
}

export interface Plan {
  added: PlannedTask[]
  changed: PlannedTask[]
  unchanged: number
  failures: ImportFailure[]
}

interface Project {
  tasks: readonly StoredTask[]
  /** The user that a cell names: their id, or why there is none. */
  personOf: (typed: string) => { id: string } | { fault: Message }
  mayEdit: boolean
}

export const levelOf = (number: string) => number.split('.').length - 1
const lastPart = (number: string) => Number(number.slice(number.lastIndexOf('.') + 1))
/** Compares by level, and within a level in tree order, so that siblings are next to each other. */
export function byLevel({ number: one }: PlannedTask, { number: other }: PlannedTask): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = ones.findIndex((part, place) => part !== others[place])
  return ones.length - others.length || (ones[at] ?? 0) - (others[at] ?? 0)
}

/** The number of the parent; empty at the top. */
export const parentOf = (number: string) => number.slice(0, Math.max(0, number.lastIndexOf('.')))

/** Two values are the same if a sheet writes them the same. */
const writtenAs = (value: unknown) =>
  typeof value === 'string' ? cellText(value).replace(/\r\n?/g, '\n') : (value ?? '')
const isSame = (one: unknown, other: unknown) => one === other || writtenAs(one) === writtenAs(other)

const anyId = '00000000-0000-7000-8000-000000000000'
const { projectId: _, title: __, ...defaults } = parse(taskInput, { title: '–', projectId: anyId })

interface Gap {
  number: string
  missing: string
  /** The number of the parent; empty at the top. */
  parent: string
  /** The sibling before it; 0 if there is none. */
  before: string | 0
}

function gapOf({ number, missing, parent, before }: Gap): Message {
  if (before !== 0) return messageOf('{number} comes after {before}: {missing} is missing', { number, before, missing })
  return parent === ''
    ? messageOf('{number} is the first: {missing} is missing', { number, missing })
    : messageOf('{number} is the first below {parent}: {missing} is missing', { number, parent, missing })
}

/** The faults of numbers that leave a gap: their parent or the sibling before them is missing. */
function gapsIn(numbers: ReadonlySet<string>): Map<string, Message> {
  const gaps = new Map<string, Message>()
  for (const [parent, siblings] of Map.groupBy(numbers, parentOf)) {
    const named = (place: number) => (parent ? `${parent}.${place}` : String(place))
    if (parent && !numbers.has(parent))
      for (const number of siblings)
        gaps.set(number, messageOf('{number} stands below {parent}, which is missing', { number, parent }))
    else
      siblings
        .map(lastPart)
        .toSorted((one, other) => one - other)
        .forEach((place, at, places) => {
          const before = places[at - 1] ?? 0
          const gap = { number: named(place), missing: named(before + 1) }
          if (place !== before + 1) gaps.set(gap.number, gapOf({ ...gap, parent, before: before && named(before) }))
        })
  }
  return gaps
}

const dayPairs = [
  ['givenStartDate', 'givenEndDate'],
  ['actualStartDate', 'actualEndDate'],
] as const

type Fault = FieldFault<FieldName>

const isFaulty = ({ faults }: ReadRow, field: FieldName) => faults.some(([name]) => name === field)

function dayFaults({ row, values }: PlannedTask, { names }: Facts): Fault[] {
  return dayPairs.flatMap(([first, last]): Fault[] => {
    const [start, end] = [values[first], values[last]]
    if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return []
    if (isFaulty(row, first) || isFaulty(row, last)) return []
    return names[last]
      ? [[last, messageOf('must not be before {field}', { field: taskSheet.labels[first] })]]
      : [[first, messageOf('must not be after {field}', { field: taskSheet.labels[last] })]]
  })
}

const isBecoming = (status: string, { stored, values }: PlannedTask) =>
  values.status === status && stored?.values.status !== status
const isClosed = (status: unknown) => status === 'APPROVED' || status === 'CANCELLED'

/** Faults against the review rules: a rejection without its reason, an open task below an approved one. */
function reviewFaults(planned: readonly PlannedTask[], tasks: readonly StoredTask[]): Map<PlannedTask, Fault[]> {
  const byNumber = new Map(planned.map((task) => [task.number, task]))
  const statuses = new Map(tasks.map(({ number, values }) => [number, values.status]))
  for (const { number, values } of planned) statuses.set(number, values.status)
  const open = new Map<string, number>()
  for (const [number, status] of statuses)
    if (!isClosed(status)) open.set(parentOf(number), (open.get(parentOf(number)) ?? 0) + 1)

  const isApproved = (number: string) => {
    const task = byNumber.get(number)
    return statuses.get(number) === 'APPROVED' && !(task && isBecoming('APPROVED', task))
  }
  return new Map(
    planned.map((task): [PlannedTask, Fault[]] => {
      const faults: Fault[] = []
      const { number, stored, values } = task
      const below = open.get(number) ?? 0
      if (isBecoming('REJECTED', task) && !values.rejectionReason)
        faults.push(['rejectionReason', messageOf('is required to reject a task')])
      if (isBecoming('APPROVED', task) && below > 0)
        faults.push([
          'status',
          messageOf(
            below === 1
              ? 'cannot be Approved: {count} of its sub-tasks is not approved yet'
              : 'cannot be Approved: {count} of its sub-tasks are not approved yet',
            { count: below },
          ),
        ])
      if (!isClosed(values.status) && values.status !== stored?.values.status && isApproved(parentOf(number)))
        faults.push([
          'status',
          messageOf('must be Approved or Cancelled: task {number} above it is approved', { number: parentOf(number) }),
        ])
      return [task, faults]
    }),
  )
}

/** The values of a task after a row; columns that the sheet lacks leave their fields unchanged. */
function mergedValues(row: ReadRow, stored: StoredTask | undefined, facts: Facts, personOf: Project['personOf']) {
  const faults: Fault[] = []
  const values: Values = { ...(stored?.values ?? defaults) }
  for (const name of taskFieldNames) {
    if (!facts.names[name]) continue
    const value =
      name in row.given ? row.given[name] : row.typed[name] === undefined && !isRequired(name) ? null : values[name]
    if (!isSame(value, values[name])) values[name] = value
  }
  const { assignedTo } = row.given
  if (typeof assignedTo === 'string') {
    const isStill = stored?.assignee?.toLowerCase() === assignedTo.toLowerCase()
    const person = isStill ? { id: stored?.values.assignedTo } : personOf(assignedTo)
    if ('fault' in person) faults.push(['assignedTo', person.fault])
    values.assignedTo = 'fault' in person ? stored?.values.assignedTo : person.id
  }
  return { values, faults }
}

function failureOf(
  row: ReadRow,
  facts: Facts,
  faults: readonly Fault[],
  ofRow: readonly ReportedFault[],
): ImportFailure {
  const sorted = inOrder([...row.faults, ...faults], facts.fields)
  const all = [...sorted.map((fault) => cellFault(taskSheet, facts, fault, row.typed[fault[0]] ?? '')), ...ofRow]
  return { row: row.row, refId: row.refId, reason: reasonOf(all), faults: all }
}

/** The failure of a planned row that only the database rejected. */
export const rejectedRow = ({ row }: PlannedTask, facts: Facts, message: Message) =>
  failureOf(row, facts, [], [rowFault(withHeadings(taskSheet, message))])

/** Plans what all rows of a sheet together do to a project; each faulty row is listed with all its faults. */
export function planOf(rows: readonly ReadRow[], facts: Facts, { tasks, personOf, mayEdit }: Project): Plan {
  const storedBy = new Map(tasks.map((task) => [task.number, task]))
  const numbers = new Set([...storedBy.keys(), ...rows.flatMap(({ number }) => number ?? [])])
  const gaps = gapsIn(numbers)
  const plan: Plan = { added: [], changed: [], unchanged: 0, failures: [] }
  const faultsOf = new Map<PlannedTask, Fault[]>()
  for (const row of rows) {
    const { number } = row
    if (number === undefined)
      plan.failures.push(failureOf(row, facts, mergedValues(row, undefined, facts, personOf).faults, []))
    else {
      const stored = storedBy.get(number)
      const { values, faults } = mergedValues(row, stored, facts, personOf)
      const gap = gaps.get(number)
      if (gap) faults.push(['number', gap])
      if (!values.title && !isFaulty(row, 'title')) faults.push(['title', messageOf('is required')])
      faultsOf.set({ row, number, stored, values }, faults)
    }
  }
  const reviews = reviewFaults([...faultsOf.keys()], tasks)
  for (const [task, found] of faultsOf) {
    const { row, stored, values } = task
    const isChanged = taskFieldNames.some((name) => !isSame(values[name], stored?.values[name]))
    const faults = [...found, ...(isChanged ? [...dayFaults(task, facts), ...(reviews.get(task) ?? [])] : [])]
    const ofRow =
      stored && isChanged && !mayEdit
        ? [rowFault(messageOf('It would change a task, and you do not have the permission to edit tasks'))]
        : []
    if (row.faults.length + faults.length + ofRow.length > 0) plan.failures.push(failureOf(row, facts, faults, ofRow))
    else if (!stored) plan.added.push(task)
    else if (isChanged) plan.changed.push(task)
    else plan.unchanged += 1
  }
  plan.failures.sort((one, other) => one.row - other.row)
  return plan
}

/**
 * Orders changes so that at no moment an approved task has an open one below it: first the tasks that are no longer approved, then
 * all others, then those that become approved, level by level from the bottom, since each statement sees the sums below it as they
 * were before the statement.
 */
export function stepsOf(changed: readonly PlannedTask[]): PlannedTask[][] {
  const isApproved = (task: PlannedTask) => isBecoming('APPROVED', task)
  const isReopened = ({ values, stored }: PlannedTask) =>
    values.status !== 'APPROVED' && stored?.values.status === 'APPROVED'
  const sorted = changed.toSorted(byLevel)
  const approved = Map.groupBy(sorted.filter(isApproved).toReversed(), ({ number }) => levelOf(number))
  return [
    sorted.filter(isReopened),
    sorted.filter((task) => !isApproved(task) && !isReopened(task)),
    ...approved.values(),
  ]
}

const added = {
  none: 'No tasks were added, {changed} changed.',
  one: '{count} task was added, {changed} changed.',
  many: '{count} tasks were added, {changed} changed.',
}
const addable = {
  none: 'No tasks can be added, {changed} changed.',
  one: '{count} task can be added, {changed} changed.',
  many: '{count} tasks can be added, {changed} changed.',
}
const unchangedTasks = { one: '{count} task is as before.', many: '{count} tasks are as before.' }
const rejected = {
  one: 'Nothing was stored: {count} row has a fault.',
  many: 'Nothing was stored: {count} rows have a fault.',
}
const rejectable = {
  one: 'Nothing can be stored: {count} row has a fault.',
  many: 'Nothing can be stored: {count} rows have a fault.',
}

/** The sentences that sum up the upload. */
export function sentencesOf(plan: Plan, isDryRun: boolean): (Message | false)[] {
  const failed = plan.failures.length
  if (failed > 0) return [byCount(failed, isDryRun ? rejectable : rejected)]
  const changed = plan.changed.length.toLocaleString('en-IN')
  return [
    byCount(plan.added.length, isDryRun ? addable : added, { changed }),
    plan.unchanged > 0 && byCount(plan.unchanged, unchangedTasks),
  ]
}
