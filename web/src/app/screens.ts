import type { RouteComponent } from '@tanstack/react-router'
import { screenPart } from '../ui/Part.tsx'

/** A path and the screen behind it, loaded when first needed, or another path to go to. */
export type ScreenRoute =
  | {
      path: string
      component: RouteComponent
      /** Shown without a session. */
      open?: true
    }
  | { path: string; redirectTo: string }

const at = (component: RouteComponent, ...paths: string[]): ScreenRoute[] => paths.map((path) => ({ path, component }))

const underConstruction = screenPart(() => import('../pages/PlainPages.tsx'), 'UnderConstruction')

const pages: ScreenRoute[] = [
  { path: '/', component: screenPart(() => import('../pages/Home.tsx'), 'Home'), open: true },
  { path: '/about', component: screenPart(() => import('../pages/PlainPages.tsx'), 'About'), open: true },
  {
    path: '/contact',
    component: screenPart(() => import('../contact/ContactForm.tsx'), 'Contact'),
    open: true,
  },
  { path: '/login', component: screenPart(() => import('../auth/Login.tsx'), 'Login'), open: true },
  {
    path: '/reset',
    component: screenPart(() => import('../account/ChoosePassword.tsx'), 'ChoosePassword'),
    open: true,
  },
  {
    path: '/unauthorized',
    component: screenPart(() => import('../pages/PlainPages.tsx'), 'Unauthorized'),
    open: true,
  },
  ...at(
    screenPart(() => import('../account/AccountView.tsx'), 'AccountView'),
    '/account',
  ),
]

const tenants = '/admin/tenants'
const modules = '/admin/modules'
const roles = '/admin/roles'
const mapping = '/admin/user-roles-mapping'
/** The screens of people are reached by two addresses. */
const users = ['/admin/users', '/admin/user-module-permissions']
const ofUsers = (...ends: string[]) => users.flatMap((base) => ends.map((end) => base + end))

const administration: ScreenRoute[] = [
  ...at(
    screenPart(() => import('../contact/MessageList.tsx'), 'MessageList'),
    '/admin/contact-messages',
  ),
  ...at(
    screenPart(() => import('../tenants/TenantList.tsx'), 'TenantList'),
    tenants,
  ),
  ...at(
    screenPart(() => import('../tenants/TenantForm.tsx'), 'TenantForm'),
    `${tenants}/create`,
    `${tenants}/$id`,
    `${tenants}/$id/edit`,
  ),
  ...at(
    screenPart(() => import('../users/UserList.tsx'), 'UserList'),
    ...ofUsers(''),
  ),
  ...at(
    screenPart(() => import('../users/UserForm.tsx'), 'UserForm'),
    ...ofUsers('/create', '/$id', '/$id/edit'),
  ),
  ...at(
    screenPart(() => import('../modules/ModuleList.tsx'), 'ModuleList'),
    modules,
  ),
  ...at(
    screenPart(() => import('../modules/ModuleForm.tsx'), 'ModuleForm'),
    `${modules}/create`,
    `${modules}/edit/$id`,
    `${modules}/$id`,
    // Where the Edit button of a record that is read leads, as everywhere.
    `${modules}/$id/edit`,
  ),
  ...at(
    screenPart(() => import('../roles/RoleList.tsx'), 'RoleList'),
    roles,
  ),
  ...at(
    screenPart(() => import('../roles/RoleForm.tsx'), 'RoleForm'),
    `${roles}/create`,
    `${roles}/$id/view`,
    `${roles}/$id/edit`,
  ),
  ...at(
    screenPart(() => import('../role-mappings/RoleMappings.tsx'), 'RoleMappings'),
    mapping,
    `${mapping}/create`,
    `${mapping}/$userId/edit`,
    `${mapping}/$userId/view`,
    ...ofUsers('/$userId/roles'),
  ),
  ...at(
    screenPart(() => import('../role-mappings/UserPermissions.tsx'), 'UserPermissions'),
    ...ofUsers('/$userId/permissions'),
  ),
  ...at(
    screenPart(() => import('../audit-trail/AuditTrail.tsx'), 'AuditTrail'),
    '/admin/audit-trail',
  ),
]

const deposits = '/contracts/$contractId/security-deposit'

const contracts: ScreenRoute[] = [
  ...at(
    screenPart(() => import('../dashboard/Dashboard.tsx'), 'Dashboard'),
    '/contracts',
  ),
  ...at(
    screenPart(() => import('../contracts/ContractList.tsx'), 'ContractList'),
    '/contracts/list',
  ),
  ...at(
    screenPart(() => import('../contract-imports/BulkUpload.tsx'), 'BulkUpload'),
    '/contracts/bulk-upload',
  ),
  ...at(
    screenPart(() => import('../contracts/ContractForm.tsx'), 'ContractForm'),
    '/contracts/create',
    '/contracts/$id',
    '/contracts/$id/edit',
  ),
  ...at(
    screenPart(() => import('../deposits/ContractDepositList.tsx'), 'ContractDepositList'),
    '/contracts/contract-deposit',
  ),
  ...at(
    screenPart(() => import('../deposits/ContractDepositView.tsx'), 'ContractDepositView'),
    '/contracts/contract-deposit/$contractId',
  ),
  ...at(
    screenPart(() => import('../deposits/DepositList.tsx'), 'DepositRegister'),
    '/contracts/deposit-register',
  ),
  ...at(
    screenPart(() => import('../deposits/DepositList.tsx'), 'DepositList'),
    deposits,
  ),
  ...at(
    screenPart(() => import('../deposits/DepositForm.tsx'), 'DepositForm'),
    `${deposits}/new`,
    `${deposits}/create`,
    `${deposits}/$depositId`,
    `${deposits}/$depositId/view`,
    `${deposits}/$depositId/edit`,
    `${deposits}/$depositId/create`,
  ),
]

const documents: ScreenRoute[] = [
  ...at(
    screenPart(() => import('../documents/SupportingDocs.tsx'), 'SupportingDocs'),
    '/contracts/$id/supporting-docs',
    // Without a contract, which the screen tells.
    '/contracts/supporting-docs',
  ),
  ...at(
    screenPart(() => import('../documents/DocumentPages.tsx'), 'VehicleDocuments'),
    '/vehicles/$',
  ),
  ...at(
    screenPart(() => import('../documents/DocumentPages.tsx'), 'InsuranceDocuments'),
    '/vehicle-insurance/$',
  ),
  ...at(
    screenPart(() => import('../documents/DocumentPages.tsx'), 'PaymentDocuments'),
    '/payments/$',
  ),
]

const projects: ScreenRoute[] = [
  ...at(
    screenPart(() => import('../projects/ProjectList.tsx'), 'ProjectList'),
    '/projects',
    '/projects/list',
  ),
  ...at(
    screenPart(() => import('../projects/ProjectForm.tsx'), 'ProjectForm'),
    '/projects/create',
    '/projects/$id',
    '/projects/$id/edit',
  ),
  { path: '/project-tasks', redirectTo: '/project-tasks/list' },
  ...at(
    screenPart(() => import('../tasks/TaskSearch.tsx'), 'ProjectTasks'),
    '/project-tasks/list',
  ),
  ...at(
    screenPart(() => import('../tasks/TaskSearch.tsx'), 'InventoryTasks'),
    '/inventories/$',
  ),
  ...at(
    screenPart(() => import('../task-sheets/TaskUpload.tsx'), 'TaskUpload'),
    '/project-tasks/bulk-upload',
  ),
  ...at(
    screenPart(() => import('../tasks/TaskForm.tsx'), 'TaskForm'),
    '/project-tasks/create',
    '/project-tasks/$id',
    '/project-tasks/$id/edit',
  ),
]

const unbuilt: ScreenRoute[] = [
  // (sic) the address that has been given out
  { path: '/attendane', redirectTo: '/attendance' },
  ...at(
    underConstruction,
    '/payroll',
    '/attendance',
    '/general-tasks',
    '/tasks',
    '/estimations',
    '/reports',
    '/notification',
    '/reminders',
    '/gst',
  ),
]

/** Every screen of the product by its address. */
export const screens: ScreenRoute[] = [...pages, ...administration, ...contracts, ...documents, ...projects, ...unbuilt]
