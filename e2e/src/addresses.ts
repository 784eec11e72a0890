import { filterContracts } from '@plinth/api/contracts'
import { listDeposits, searchContractDeposits } from '@plinth/api/deposits'
import { listDocuments } from '@plinth/api/documents'
import { listModules } from '@plinth/api/modules'
import { filterOffices } from '@plinth/api/offices'
import { filterProjects } from '@plinth/api/projects'
import { listRoles } from '@plinth/api/roles'
import { filterTasks } from '@plinth/api/tasks'
import { filterTenants } from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import { operator, person } from './people.ts'

export const openScreens = ['/', '/about', '/contact', '/login', '/reset', '/reset#a.link', '/unauthorized', '/nowhere']

const owner = 'owner@demo.example'

/** Every screen of the business, by its address; ids are those of the records that the sample company came with. */
export async function businessScreens(): Promise<string[]> {
  const caller = await person(owner)
  const contracts = await caller.ok(filterContracts, { body: { referenceNo: 'NIT-' } })
  const contract = contracts.content[0]?.id ?? ''
  const search = await caller.ok(searchContractDeposits, {
    body: { referenceNo: 'NIT-', depositStatuses: ['SUBMITTED'] },
  })
  const withDeposit = search.content[0]?.id ?? ''
  const [deposit] = await caller.ok(listDeposits, { params: { contractId: withDeposit } })
  const [project] = await caller.ok(filterProjects, { body: { contractBidNo: 'NIT-' } })
  const [task] = await caller.ok(filterTasks, { body: { projectId: project?.id ?? '' } })
  const [paper] = await caller.ok(listDocuments, { query: { entityType: 'CONTRACT' } })
  const [office] = (await caller.ok(filterOffices, { body: { name: 'PWD Division, Hassan' } })).content
  const deposits = `/contracts/${withDeposit}/security-deposit`
  return [
    '/contracts',
    '/contracts/list',
    '/contracts/list?contractName=no+such+contract',
    '/contracts/create',
    `/contracts/${contract}`,
    `/contracts/${contract}/edit`,
    '/contracts/bulk-upload',
    '/contracts/contract-deposit',
    `/contracts/contract-deposit/${withDeposit}`,
    '/contracts/deposit-register',
    '/contracts/deposit-register?figure=deposit_by_type&figureKey=EMD',
    '/contracts/deposit-register?instrumentNo=no+such',
    deposits,
    `${deposits}/new`,
    `${deposits}/${deposit?.id}`,
    `${deposits}/${deposit?.id}/edit`,
    '/contracts/offices',
    '/contracts/offices?name=no+such',
    '/contracts/offices/create',
    `/contracts/offices/${office?.id}`,
    `/contracts/offices/${office?.id}/edit`,
    '/projects',
    '/projects/create',
    `/projects/${project?.id}`,
    `/projects/${project?.id}/edit`,
    '/project-tasks',
    `/project-tasks?projectId=${project?.id}`,
    `/project-tasks/list?projectId=${project?.id}&view=gantt`,
    '/project-tasks/list?view=gantt',
    `/project-tasks/list?projectId=${project?.id}&view=board`,
    '/project-tasks/list?view=board',
    '/project-tasks/create',
    '/project-tasks/bulk-upload',
    `/project-tasks/bulk-upload?projectId=${project?.id}`,
    `/project-tasks/${task?.id}`,
    `/project-tasks/${task?.id}/edit`,
    `/contracts/${paper?.entityId}/supporting-docs`,
    '/contracts/no-contract/supporting-docs',
    '/contracts/supporting-docs',
    '/contracts/no-contract',
    '/projects/no-project/edit',
    '/project-tasks/no-task',
    '/vehicles',
    '/vehicle-insurance',
    '/payments',
    '/inventories',
    '/payroll',
  ]
}

/** Every screen of somebody who looks after the people and roles of one company. */
export async function administrationScreens(): Promise<string[]> {
  const caller = await person(owner)
  const { content } = await caller.ok(filterUsers, { body: { email: 'tenders@demo.example' } })
  const [role] = await caller.ok(listRoles, { query: {} })
  const user = `/admin/users/${content[0]?.id}`
  const mapping = '/admin/user-roles-mapping'
  return [
    '/account',
    '/admin/users',
    '/admin/users/create',
    user,
    `${user}/edit`,
    `${user}/roles`,
    `${user}/permissions`,
    '/admin/user-module-permissions',
    '/admin/roles',
    '/admin/roles/create',
    `/admin/roles/${role?.id}/view`,
    `/admin/roles/${role?.id}/edit`,
    mapping,
    `${mapping}/create`,
    `${mapping}/${content[0]?.id}/edit`,
    `${mapping}/${content[0]?.id}/view`,
    '/admin/audit-trail',
    `/admin/audit-trail?recordId=${content[0]?.id}`,
  ]
}

/** Every screen of the operator's own, and those that look different to them. */
export async function operatorScreens(): Promise<string[]> {
  const caller = await person(operator())
  const { content } = await caller.ok(filterTenants, { body: { name: 'Demo Infra' } })
  const [module] = await caller.ok(listModules, {})
  const tenant = content[0]?.id
  return [
    '/admin/tenants',
    '/admin/contact-messages',
    '/admin/tenants/create',
    `/admin/tenants/${tenant}`,
    `/admin/tenants/${tenant}/edit`,
    '/admin/modules',
    '/admin/modules/create',
    `/admin/modules/${module?.id}`,
    `/admin/modules/edit/${module?.id}`,
    `/admin/users?tenantId=${tenant}`,
    `/admin/users/create?tenantId=${tenant}`,
    `/admin/roles?tenantId=${tenant}`,
    `/admin/roles/create?tenantId=${tenant}`,
  ]
}
