import {
  createTask,
  deleteTask,
  filterTasks,
  moveTask,
  type TaskNode,
  taskStatuses,
  updateTask,
} from '@plinth/api/works/tasks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Reply, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, sumFaults } from './tasks.factory.ts'

const { server, company, owner } = await startSuite()
const colleague = await company.as()

const figure = fc.option(
  fc.nat({ max: 9_000_000 }).map((thousandths) => thousandths / 1000),
  { freq: 4 },
)
const dayIn = (month: string) =>
  fc.option(
    fc.nat({ max: 8 }).map((day) => `2025-${month}-0${day + 1}`),
    { freq: 3 },
  )
const percentage = fc.nat({ max: 10_000 }).map((hundredths) => hundredths / 100)
const figures = fc.record(
  {
    estimatedQuantity: figure,
    estimatedRate: figure,
    taxPercentage: percentage,
    actualQuantity: figure,
    actualRate: figure,
    estimatedEffortHours: figure,
    actualEffortHours: figure,
    givenStartDate: dayIn('01'),
    givenEndDate: dayIn('02'),
    actualStartDate: dayIn('03'),
    actualEndDate: dayIn('04'),
    progress: percentage,
  },
  { requiredKeys: [] },
)

/** A task is chosen by its order of creation; a number past the end wraps around, and a null parent is the top. */
const which = fc.nat({ max: 200 })
const parent = fc.option(which, { freq: 5 })
// Weighted towards APPROVED, since a parent can be approved only after its sub-tasks.
const status = fc.oneof({ weight: 2, arbitrary: fc.constant('APPROVED' as const) }, fc.constantFrom(...taskStatuses))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create' as const), parent, figures, status }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), task: which, figures }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('status' as const), task: which, status }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), task: which, parent, figures }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('place' as const), task: which, parent }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('before' as const), task: which, sibling: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), task: which }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Every step whose answer the test expects, in sequence, so that each occurs even if the random steps miss it. */
const everyStep: Step[] = [
  { kind: 'create', parent: null, figures: {}, status: 'PLANNED' },
  { kind: 'create', parent: 0, figures: {}, status: 'PLANNED' },
  { kind: 'edit', task: 1, figures: { progress: 50 } },
  { kind: 'move', task: 2, parent: 1, figures: { progress: 25 } },
  { kind: 'place', task: 2, parent: 0 },
  { kind: 'before', task: 1, sibling: 0 },
  { kind: 'status', task: 1, status: 'APPROVED' },
  { kind: 'status', task: 0, status: 'APPROVED' },
  { kind: 'create', parent: 1, figures: {}, status: 'PLANNED' },
  { kind: 'move', task: 2, parent: 1, figures: {} },
  { kind: 'place', task: 2, parent: 1 },
  { kind: 'before', task: 0, sibling: 2 },
  { kind: 'delete', task: 0 },
  { kind: 'delete', task: 2 },
  { kind: 'create', parent: 2, figures: {}, status: 'PLANNED' },
  { kind: 'edit', task: 2, figures: { progress: 50 } },
  { kind: 'move', task: 2, parent: 1, figures: {} },
  { kind: 'place', task: 2, parent: 1 },
  { kind: 'before', task: 2, sibling: 0 },
]

/** The known state of a tree: every task ever created in it, and the parent of each live one. */
interface Known {
  projectId: string
  ids: string[]
  parents: Map<string, string | null>
}

function send(by: Client, { projectId, ids, parents }: Known, step: Step): Promise<Reply> {
  const idAt = (index: number | null) => (index === null ? null : (ids[index % ids.length] ?? null))
  if (step.kind === 'create') {
    const body = { ...step.figures, projectId, title: 'Any', parentId: idAt(step.parent), rejectionReason: 'Voids' }
    return by.sendCall(createTask, { body: { ...body, status: step.status } })
  }
  const params = { id: idAt(step.task) }
  const put = (body: object) => by.sendCall(updateTask, { params, body })
  if (step.kind === 'delete') return by.sendCall(deleteTask, { params })
  if (step.kind === 'edit') return put(step.figures)
  if (step.kind === 'status') return put({ status: step.status, rejectionReason: 'Voids' })
  if (step.kind === 'move') return put({ ...step.figures, parentId: idAt(step.parent) })
  if (step.kind === 'place') return by.sendCall(moveTask, { params, body: { parentId: idAt(step.parent) } })
  const beforeId = idAt(step.sibling)
  return by.sendCall(moveTask, { params, body: { parentId: parents.get(beforeId ?? '') ?? null, beforeId } })
}

/** Sends steps concurrently, from two users in turn; returns the outcome of each. */
async function sendAll(known: Known, steps: readonly Step[]): Promise<string[]> {
  const replies = await Promise.all(steps.map((one, index) => send(index % 2 === 0 ? owner : colleague, known, one)))
  return replies.map(({ status, text }, index) => {
    expect([200, 201, 204, 404, 409], text).toContain(status)
    // The database's message for a deadlock.
    expect(text).not.toContain('at the same moment')
    if (status === 201) known.ids.push(JSON.parse(text).id)
    return `${steps[index]?.kind} ${status}`
  })
}

interface Stored {
  id: string
  number: string
  isRight: boolean
}

/** Every live task in the database: its number, and whether its place in the tree is valid. */
const storedTasks = (projectId: string) =>
  server.door.inTenant(company.id, null, async (db) => {
    const found = await sql<Stored>`
      select t.id, app.task_number(t.id) as number,
        t.level <= 4 and case when t.parent_id is null then t.level = 0 else
          p.project_id = t.project_id and p.deleted_at is null and t.level = p.level + 1
          and (p.status <> 'APPROVED' or t.status in ('APPROVED', 'CANCELLED')) end as "isRight"
      from tasks t left join tasks p on p.id = t.parent_id
      where t.project_id = ${projectId} and t.deleted_at is null`.execute(db)
    return found.rows
  })

const flatten = (nodes: readonly TaskNode[]): TaskNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)])

/** The numbers of a tree of this shape: 1, 2, 3 … below every task, without a gap. */
const numbersOf = (nodes: readonly TaskNode[], prefix = ''): string[] =>
  nodes.flatMap((node, index) => [`${prefix}${index + 1}`, ...numbersOf(node.children, `${prefix}${index + 1}.`)])

async function expectTree(known: Known): Promise<void> {
  const stored = await storedTasks(known.projectId)
  expect(stored.filter((task) => !task.isRight)).toEqual([])
  const roots = await owner.ok(filterTasks, { body: { projectId: known.projectId } })
  const reached = flatten(roots)
  // A task on a cycle cannot be reached from a root.
  expect(reached.map((task) => task.id).toSorted()).toEqual(stored.map((task) => task.id).toSorted())
  expect(reached.map((task) => task.hierarchyPath)).toEqual(numbersOf(roots))
  const numbers = new Map(stored.map((task) => [task.id, task.number]))
  for (const task of reached) expect(numbers.get(task.id)).toBe(task.hierarchyPath)
  expect(await server.door.inTenant(company.id, null, (db) => sumFaults(db, known.projectId))).toEqual([])
  known.parents = new Map(reached.map((task) => [task.id, task.parentId]))
}

/** The steps of one batch are sent concurrently. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 12 })

test('after any sequence of creates, edits, moves and deletes, also concurrent ones, a project has one valid tree and exact sums', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const projectId = (await newProject(owner)).id
      const { id } = await newTask(owner, projectId)
      const known: Known = { projectId, ids: [id], parents: new Map([[id, null]]) }
      for (const batch of steps) {
        for (const outcome of await sendAll(known, batch)) seen.add(outcome)
        await expectTree(known)
      }
    }),
    // No shrinking: concurrent steps do not repeat in the same way, so that a shorter sequence proves nothing.
    { numRuns: 25, endOnFailure: true, examples: [[everyStep.map((step) => [step])]] },
  )
  // The run must have produced every outcome.
  const kinds = ['edit', 'status', 'move', 'place', 'before']
  const expected = ['create 201', 'delete 204', 'delete 409', ...kinds.map((kind) => `${kind} 200`)]
  const notFound = ['create', 'edit', 'move', 'place', 'before'].map((kind) => `${kind} 404`)
  const impossible = ['create', 'status', 'move', 'place', 'before'].map((kind) => `${kind} 409`)
  expect([...seen]).toEqual(expect.arrayContaining([...expected, ...notFound, ...impossible]))
}, 120_000)

test('forty concurrent changes by two users leave a tree of 150 tasks valid and its sums exact', async () => {
  const projectId = (await newProject(owner)).id
  const known: Known = { projectId, ids: [], parents: new Map() }
  for (const values of fc.sample(figures, 150)) {
    // Every third task of a level has sub-tasks.
    const above = known.ids[Math.floor(known.ids.length / 3) - 1] ?? null
    const parentId = above !== null && known.parents.get(above) !== undefined ? above : null
    const { id } = await newTask(owner, projectId, { parentId, ...values })
    known.ids.push(id)
    known.parents.set(id, parentId)
  }
  for (const steps of fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), 5)) {
    await sendAll(known, steps)
    await expectTree(known)
  }
}, 120_000)
