import { filterContracts, updateContract } from '@plinth/api/contracts'
import { createProject } from '@plinth/api/projects'
import { createTask, updateTask } from '@plinth/api/tasks'
import { sql } from 'kysely'
import { test } from 'vitest'
import { newContract } from './contracts/contracts.factory.ts'
import { newProject } from './projects/projects.factory.ts'
import { newTask } from './tasks/tasks.factory.ts'
import { newCompany, startTestServer } from './test-server.ts'

test('probe', async () => {
  const server = await startTestServer()
  const company = await newCompany(server)
  const by = await company.as()
  const c = await newContract(by, { status: 'AWARDED', tenderActualValue: 1000, tenderBidValue: 1100 })
  const show = (x: unknown) => console.log(JSON.stringify(x))
  for (const from of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '0001-01-01T00:00:00Z'])
    show([from, (await by.sendCall(filterContracts, { body: { dateRange: { from } } })).text.slice(0, 150)])
  show((await by.sendCall(updateContract, { params: { id: c.id }, body: { updatedAt: '0000-01-01T00:00:00Z' } })).text)
  show((await by.sendCall(filterContracts, { body: { sort: { field: 'isDeleted' } } })).text.slice(0, 100))
  const made = await by.ok(createProject, { body: { contractId: c.id, projectBidPercentage: 25 } })
  show([made.projectActualValue, made.projectBidValue, made.projectBidPercentage])
  const c2 = await newContract(by, { status: 'AWARDED', tenderActualValue: 1000, tenderBidValue: 1100 })
  const made2 = await by.ok(createProject, { body: { contractId: c2.id, projectActualValue: 2000 } })
  show([made2.projectActualValue, made2.projectBidValue, made2.projectBidPercentage])
  const p = await newProject(by)
  const person = await company.person({})
  await server.door.inTenant(company.id, null, (db) => sql`insert into tasks (project_id, position, title, assigned_to) values (${p.id}, 1, 'x', ${person.userId})`.execute(db)).catch((e) => console.log(e))
  const t = await newTask(by, p.id, { assignedTo: person.userId })
  await server.door.inTenant(company.id, null, (db) =>
    sql`update users set deleted_at = now() where id = ${person.userId}`.execute(db),
  )
  show((await by.sendCall(updateTask, { params: { id: t.id }, body: { assignedTo: person.userId, title: 'x' } })).text)
  show((await by.sendCall(updateTask, { params: { id: t.id }, body: { title: 'y' } })).status)
  const child = await newTask(by, p.id, { parentId: t.id })
  show((await by.sendCall(updateTask, { params: { id: child.id }, body: { parentId: null, title: 'y' } })).text)
  show(
    (
      await by.sendCall(createTask, {
        body: { projectId: p.id, title: 'a', estimatedQuantity: 999999999999.999, estimatedRate: 0.0005 },
      })
    ).text,
  )
  await server.stop()
})
