import { request } from 'node:http'
import { getSession } from '@plinth/api/access/auth'
import { listRoles } from '@plinth/api/access/roles'
import { filterTenants } from '@plinth/api/access/tenants'
import { filterUsers } from '@plinth/api/access/users'
import { createDeposit, listDeposits } from '@plinth/api/deposits/deposits'
import { listDocuments } from '@plinth/api/documents/documents'
import { type CallInput, requestOf } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import {
  createContract,
  deleteContract,
  exportContracts,
  filterContracts,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { getKpis, summarizeContractStatuses } from '@plinth/api/tenders/dashboard'
import { createProject, filterProjects } from '@plinth/api/works/projects'
import { createTask, filterTasks } from '@plinth/api/works/tasks'
import { depositBody } from '../../server/src/deposits/deposits/deposits.factory.ts'
import { newId } from '../../server/src/kernel/testing/databases.ts'
import { contractBody } from '../../server/src/tenders/contracts/contracts.factory.ts'
import { taskBody } from '../../server/src/works/tasks/tasks.factory.ts'
import type { Chance } from './chance.ts'
import type { Sent } from './fuzz-wire.ts'
import type { LoadServer, Person } from './load-server.ts'

/** The daily calls of people in two companies. Each text carries a mark that identifies its company wherever it appears. */

export interface Side {
  mark: string
  tenantId: string
  by: Person
  contractId: string
  projectId: string
  /** A bid id that is already taken. */
  bidId: string
}

/** Creates a company with a person and records to work on. */
export async function newSide(server: LoadServer): Promise<Side> {
  const company = await server.newCompany()
  const by = await server.person(company)
  const mark = `canary-${newId()}`
  const bidId = `${mark}-first`
  const contract = await by.ok(createContract, { body: contractBody({ contractName: mark, bidId }) })
  const project = await by.ok(createProject, { body: { projectName: mark } })
  await by.ok(createTask, { body: { ...taskBody(project.id), title: mark } })
  await by.ok(createDeposit, { params: { contractId: contract.id }, body: { ...depositBody(), bankName: mark } })
  return { mark, tenantId: company.id, by, contractId: contract.id, projectId: project.id, bidId }
}

function sentBy<E extends Endpoint>({ accessToken }: Person, endpoint: E, input: CallInput<E>): Sent {
  const { method, url: path, body } = requestOf(endpoint, input)
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  return { method, path, headers, ...(typeof body === 'string' && { body }) }
}

/** A random call of one side; some refer to the other side's records, and some fail in the database. */
export function anyCall(side: Side, other: Side, { pick, whole }: Chance): Sent {
  const { by, mark, contractId, projectId, bidId } = side
  const page = { pagination: { size: 1 + whole(20) } }
  const id = { id: contractId }
  const calls: (() => Sent)[] = [
    () => sentBy(by, createContract, { body: contractBody({ contractName: mark, bidId: `${mark}-${newId()}` }) }),
    () => sentBy(by, updateContract, { params: id, body: { comments: `${mark} ${whole(1e6)}` } }),
    () => sentBy(by, getContract, { params: id }),
    () => sentBy(by, filterContracts, { body: page }),
    () => sentBy(by, filterContracts, { body: { contractName: 'canary', ...page } }),
    () => sentBy(by, exportContracts, { body: { format: 'csv', columns: [{ field: 'contractName', label: 'Name' }] } }),
    () => sentBy(by, searchContractDeposits, { body: page }),
    () => sentBy(by, listDeposits, { params: { contractId } }),
    () => sentBy(by, getKpis, { body: {} }),
    () => sentBy(by, summarizeContractStatuses, {}),
    () => sentBy(by, filterProjects, { body: {} }),
    () => sentBy(by, filterTasks, { body: { projectId } }),
    () => sentBy(by, createTask, { body: { ...taskBody(projectId), title: mark } }),
    () => sentBy(by, filterUsers, { body: {} }),
    () => sentBy(by, listRoles, { query: {} }),
    () => sentBy(by, getSession, {}),
    // The database rejects these in the middle of a transaction.
    () => sentBy(by, createContract, { body: contractBody({ contractName: mark, bidId }) }),
    () =>
      sentBy(by, createContract, {
        body: contractBody({ tenderActualValue: 0.01, tenderBidValue: 9_999_999_999_999 }),
      }),
    () => sentBy(by, createDeposit, { params: { contractId: newId() }, body: depositBody() }),
    // These refer to the other side's records.
    () => sentBy(by, getContract, { params: { id: other.contractId } }),
    () => sentBy(by, updateContract, { params: { id: other.contractId }, body: { comments: mark } }),
    () => sentBy(by, deleteContract, { params: { id: other.contractId } }),
    () => sentBy(by, createTask, { body: { ...taskBody(other.projectId), title: mark } }),
    () => sentBy(by, filterTasks, { body: { projectId: other.projectId } }),
    () => sentBy(by, filterContracts, { body: { contractName: other.mark } }),
    () => sentBy(by, listDocuments, { query: { entityType: 'CONTRACT', entityId: other.contractId } }),
  ]
  return pick(calls)()
}

/** An operator's call over all companies, in between: it must leave no state behind on the connection. */
export const anyPlatformCall = (operator: Person, { pick }: Chance): Sent =>
  pick([
    () => sentBy(operator, filterUsers, { body: { pagination: { size: 50 } } }),
    () => sentBy(operator, filterTenants, { body: {} }),
    () => sentBy(operator, listRoles, { query: {} }),
  ])()

/** Sends a request and closes the connection after a moment, whatever has arrived by then. */
export function hangUp(url: string, { method, path, headers, body }: Sent, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url + path, { agent: false, method, headers: { ...length, ...headers } })
    outgoing.on('error', () => {})
    outgoing.on('close', () => resolve())
    outgoing.end(body)
    setTimeout(() => outgoing.destroy(), milliseconds)
  })
}
