import { createTask, deleteTask, filterTasks, type TaskNode, updateTask } from '@plinth/api/tasks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject } from '../projects/projects.factory.ts'
import { type Client, type Company, newCompany, type Reply, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let company: Company
let owner: Client

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

/** Tasks are named by the order they were made in; a number past the end wraps around, null is the top. */
type Step =
  | { kind: 'create'; parent: number | null }
  | { kind: 'move'; task: number; parent: number | null }
  | { kind: 'delete'; task: number }

const which = fc.nat({ max: 30 })
const parent = fc.option(which, { freq: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), parent }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), task: which, parent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), task: which }) },
)
/** Steps of one batch are sent in the same moment. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 12 })

function send(projectId: string, ids: readonly string[], step: Step): Promise<Reply> {
  const named = (index: number | null) => (index === null ? null : (ids[index % ids.length] ?? null))
  if (step.kind === 'create')
    return owner.sendCall(createTask, { body: { projectId, title: 'Any', parentId: named(step.parent) } })
  const params = { id: named(step.task) }
  if (step.kind === 'delete') return owner.sendCall(deleteTask, { params })
  return owner.sendCall(updateTask, { params, body: { parentId: named(step.parent) } })
}

interface Stored {
  id: string
  number: string
  isRight: boolean
}

/** Every live task as the database has it: its number, and whether it hangs where a task may hang. */
const storedTasks = (projectId: string) =>
  server.door.inTenant(company.id, null, async (db) => {
    const found = await sql<Stored>`
      select t.id, app.task_number(t.id) as number,
        t.level <= 4 and case when t.parent_id is null then t.level = 0 else
          p.project_id = t.project_id and p.deleted_at is null and t.level = p.level + 1 end as "isRight"
      from tasks t left join tasks p on p.id = t.parent_id
      where t.project_id = ${projectId} and t.deleted_at is null`.execute(db)
    return found.rows
  })

const flat = (nodes: readonly TaskNode[]): TaskNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** The numbers a tree of this shape has: 1, 2, 3 … below every task, without a gap. */
const numbersOf = (nodes: readonly TaskNode[], prefix = ''): string[] =>
  nodes.flatMap((node, index) => [`${prefix}${index + 1}`, ...numbersOf(node.children, `${prefix}${index + 1}.`)])

async function expectTree(projectId: string): Promise<void> {
  const stored = await storedTasks(projectId)
  expect(stored.filter((task) => !task.isRight)).toEqual([])
  const roots = await owner.ok(filterTasks, { body: { projectId } })
  const reached = flat(roots)
  // A task on a cycle is reached from no root.
  expect(reached.map((task) => task.id).toSorted()).toEqual(stored.map((task) => task.id).toSorted())
  expect(reached.map((task) => task.hierarchyPath)).toEqual(numbersOf(roots))
  const numbers = new Map(stored.map((task) => [task.id, task.number]))
  for (const task of reached) expect(numbers.get(task.id)).toBe(task.hierarchyPath)
}

test('whatever is created, moved and deleted, also at once, a project keeps one sound tree', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const projectId = (await newProject(owner)).id
      const ids: string[] = []
      for (const batch of [[{ kind: 'create', parent: null } as const], ...steps]) {
        const known = [...ids]
        const replies = await Promise.all(batch.map((one) => send(projectId, known, one)))
        for (const [index, { status, text }] of replies.entries()) {
          seen.add(`${batch[index]?.kind} ${status}`)
          expect([200, 201, 204, 404, 409], text).toContain(status)
          if (status === 201) ids.push(JSON.parse(text).id)
        }
        await expectTree(projectId)
      }
    }),
    // What happens at once does not happen the same way again: a shorter sequence proves nothing.
    { numRuns: 25, endOnFailure: true },
  )
  // Nothing was proved unless all of it happened.
  const expected = ['create 201', 'move 200', 'delete 204', 'move 409', 'delete 409', 'create 404', 'move 404']
  expect([...seen]).toEqual(expect.arrayContaining(expected))
}, 120_000)
