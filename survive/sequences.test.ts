import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole } from '@plinth/api/access/roles'
import { createUser } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { beginUpload, uploadDocuments, uploadRecordDocument } from '@plinth/api/documents/documents'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, userBody } from '../server/src/access/users/users.factory.ts'
import { depositBody } from '../server/src/deposits/deposits/deposits.factory.ts'
import { documentForm, recordForm, textFile, uploadBody } from '../server/src/documents/documents/documents.factory.ts'
import { newId } from '../server/src/kernel/testing/databases.ts'
import { contractBody, newContract } from '../server/src/tenders/contracts/contracts.factory.ts'
import { type Company, everything } from '../server/src/testing/test-server.ts'
import { newProject, projectBody } from '../server/src/works/projects/projects.factory.ts'
import { newTask, taskBody } from '../server/src/works/tasks/tasks.factory.ts'
import { times } from './src/chance.ts'
import { type LoadServer, type Person, startLoadServer } from './src/load-server.ts'
import { type Recorded, Recorder, replay, traces } from './src/sequence-record.ts'
import { stories } from './src/sequence-stories.ts'

/**
 * Records the requests of the lives of records and repeats them as others: another company's owner, a colleague without
 * permissions, a colleague with canView only, and the owner after all records are gone.
 */

const rounds = times(1, 40)
const absent = '{"code":"not_found","message":"Not found"}'

let server: LoadServer
let company: Company
let elsewhere: Company
let owner: Person
let stranger: Person
let nobody: Person
let viewer: Person
let sent = 0

beforeAll(async () => {
  server = await startLoadServer()
  company = await server.newCompany()
  elsewhere = await server.newCompany()
  await renew()
})
afterAll(async () => {
  console.log(`sequences: ${sent} requests were sent again by somebody they are not for`)
  await server.stop()
})

/** New sessions, because tokens expire. */
async function renew(): Promise<void> {
  owner = await server.person(company)
  stranger = await server.person(elsewhere)
  nobody = await server.person(company, {})
  viewer = await server.person(company, Object.fromEntries(Object.keys(everything).map((name) => [name, ['canView']])))
}

const bothCompanies = async () => [await traces(server.at, company.id), await traces(server.at, elsewhere.id)]
const isSearch = ({ method, path }: Endpoint) => method === 'GET' || /(filter|search|export|kpis)$/.test(path)
const lineOf = ({ method, url }: Recorded, { status, text }: { status: number; text: string }) =>
  `${method} ${url}: ${status} ${text.slice(0, 200)}`

async function sendAll(
  by: Person,
  requests: readonly Recorded[],
  isRight: (one: Recorded, reply: { status: number; text: string }) => boolean,
) {
  const wrong: string[] = []
  for (const one of requests) {
    const reply = await replay(by, one)
    sent += 1
    if (!isRight(one, reply)) wrong.push(lineOf(one, reply))
  }
  expect(wrong).toEqual([])
}

describe.each(Object.entries(stories))('the life of a %s', (_, story) => {
  test('cannot be repeated by anybody else, nor after its end', async () => {
    for (let round = 0; round < rounds; round += 1) {
      if (round % 10 === 9) await renew()
      const by = new Recorder(owner)
      const end = await story.live(by)
      const before = await bothCompanies()
      const about = by.requests.filter((one) => by.isAbout(one))
      expect(by.ids.size).toBeGreaterThan(0)
      expect(about.length).toBeGreaterThan(0)

      const isWithout = (text: string) => ![...by.ids, company.id].some((id) => text.includes(id))
      await sendAll(stranger, about, ({ endpoint, method }, { status, text }) =>
        status === 404 ? text === absent || method === 'HEAD' : isSearch(endpoint) && status === 200 && isWithout(text),
      )
      const asked = by.requests.filter(({ endpoint }) => endpoint.allow !== 'signed-in')
      await sendAll(nobody, asked, (_one, { status }) => status === 403)
      const writes = asked.filter(
        ({ endpoint }) => typeof endpoint.allow === 'object' && endpoint.allow.can !== 'canView',
      )
      await sendAll(viewer, writes, (_one, { status }) => status === 403)
      const own = about.filter(({ endpoint }) => endpoint.allow === 'signed-in')
      await sendAll(nobody, own, (_one, { status }) => status === 404)
      expect(await bothCompanies()).toEqual(before)

      // Requests without our ids create the stranger's own records, and must not reveal ours.
      const rest = by.requests.filter((one) => !by.isAbout(one) && !one.content.includes(company.id))
      await sendAll(stranger, rest, (_one, { status, text }) => status < 500 && isWithout(text))
      expect(await traces(server.at, company.id)).toEqual(before[0])

      await end()
      if (story.stays) continue
      const after = await bothCompanies()
      const isGone = (text: string) => ![...by.ids].some((id) => text.includes(id))
      await sendAll(
        owner,
        by.requests.filter((one) => by.isAbout(one)),
        ({ endpoint }, { status, text }) => status === 404 || (isSearch(endpoint) && status === 200 && isGone(text)),
      )
      expect(await bothCompanies()).toEqual(after)
    }
  })
})

describe('a failing create', () => {
  /** Existing records that a create can collide with or refer to wrongly. */
  async function ground() {
    const there = await newContract(owner, { bidId: newId() })
    const theirs = await newContract(stranger)
    const project = await newProject(owner)
    const user = await newUser(owner)
    let deep = await newTask(owner, project.id)
    for (let level = 1; level <= 4; level += 1) deep = await newTask(owner, project.id, { parentId: deep.id })
    return { there, theirs, project, user, deep }
  }

  test('leaves nothing in any table or in the file store', async () => {
    const { there, theirs, project, user, deep } = await ground()
    const of = (contractId: string) => ({ params: { contractId } })
    const program = new File([Buffer.from('MZ\u0090\u0000', 'latin1')], 'setup.exe')
    const two = { files: [textFile(), program] }
    const failing: [endpoint: Endpoint, input: object, statuses: number[]][] = [
      [createContract, { body: { ...contractBody(), colour: 1 } }, [400]],
      [createContract, { body: contractBody({ bidId: there.bidId }) }, [409]],
      [createContract, { body: contractBody({ givenStartDate: '2026-02-02', givenEndDate: '2026-02-01' }) }, [400]],
      [createDeposit, { ...of(newId()), body: depositBody() }, [404]],
      [createDeposit, { ...of(theirs.id), body: depositBody() }, [404]],
      [createDeposit, { ...of(there.id), body: { ...depositBody(), amount: 0 } }, [400]],
      [createProject, { body: projectBody({ contractId: there.id }) }, [409]],
      [createProject, { body: projectBody({ contractId: theirs.id }) }, [404]],
      [createTask, { body: taskBody(newId()) }, [404]],
      [createTask, { body: { ...taskBody(project.id), parentId: deep.id } }, [409]],
      [createTask, { body: { ...taskBody(project.id), assignedTo: newId() } }, [404]],
      [createUser, { body: userBody({ email: user.email }) }, [409]],
      [createUser, { body: userBody({ password: 'password123' }) }, [400]],
      [createRole, { body: { name: 'x', permissions: [{ moduleId: newId(), canView: true }] } }, [400, 403, 404]],
      [createRoleMapping, { body: { userId: user.id, roleId: newId() } }, [404]],
      [uploadRecordDocument, { body: recordForm(company.id, there.id, program) }, [415]],
      [uploadRecordDocument, { body: recordForm(company.id, theirs.id) }, [404]],
      [uploadDocuments, { body: documentForm(company.id, there.id, two) }, [415]],
      [beginUpload, { body: uploadBody(theirs.id) }, [404]],
      [beginUpload, { body: uploadBody(there.id, 2 ** 40) }, [400, 413]],
    ]
    const before = await bothCompanies()
    for (const [endpoint, input, statuses] of failing) {
      const { status, text } = await owner.sendCall(endpoint, input, { 'idempotency-key': newId() })
      expect(statuses, `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}: ${status} ${text}`).toContain(
        status,
      )
    }
    expect(await bothCompanies()).toEqual(before)
  })
})
