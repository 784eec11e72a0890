import { filterAuditTrail } from '@plinth/api/audit-trail'
import { filterContactMessages } from '@plinth/api/contact'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { filterDeposits, listDeposits, searchContractDeposits } from '@plinth/api/deposits'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { listModules } from '@plinth/api/modules'
import { filterOffices } from '@plinth/api/offices'
import { filterProjects } from '@plinth/api/projects'
import { listRoles } from '@plinth/api/roles'
import { filterTasks } from '@plinth/api/tasks'
import { filterTenants } from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import type { OwnCompany } from './company.ts'
import { person } from './people.ts'

/** A screen that lists records, and the call that its rows come from. */
export interface ListScreen {
  path: string
  call: Endpoint
  /** Only who runs the installation may see it. */
  ofOperator?: true
}

/** Every list of the product; `:contractId` stands for a contract of the company's. */
export const listScreens: ListScreen[] = [
  { path: '/contracts/list', call: filterContracts },
  { path: '/contracts/contract-deposit', call: searchContractDeposits },
  { path: '/contracts/deposit-register', call: filterDeposits },
  { path: '/contracts/:contractId/security-deposit', call: listDeposits },
  { path: '/contracts/contract-deposit/:contractId', call: listDeposits },
  { path: '/contracts/offices', call: filterOffices },
  { path: '/projects', call: filterProjects },
  { path: '/project-tasks', call: filterTasks },
  { path: '/project-tasks/list?view=board', call: filterTasks },
  { path: '/project-tasks/list?view=gantt', call: filterTasks },
  { path: '/inventories', call: filterTasks },
  { path: '/admin/users', call: filterUsers },
  { path: '/admin/roles', call: listRoles },
  { path: '/admin/modules', call: listModules, ofOperator: true },
  { path: '/admin/tenants', call: filterTenants, ofOperator: true },
  { path: '/admin/contact-messages', call: filterContactMessages, ofOperator: true },
  { path: '/admin/audit-trail', call: filterAuditTrail },
]

/** Where a list of the company is, a contract entered for those that are of one. */
export async function addressesIn({ administrator }: OwnCompany): Promise<(screen: ListScreen) => string> {
  const caller = await person(administrator)
  const { id } = await caller.ok(createContract, { body: { contractName: 'Listed' } })
  return ({ path }) => path.replace(':contractId', id)
}

/** What the browser asks of the server for this call. */
export const callOf = ({ path }: Endpoint): RegExp => new RegExp(`${path.replaceAll(/:\w+/g, '[^/]+')}([?]|$)`)
