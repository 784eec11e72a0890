import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

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

const underConstruction = lazyRouteComponent(() => import('../pages/PlainPages.tsx'), 'UnderConstruction')

const pages: ScreenRoute[] = [
  { path: '/', component: lazyRouteComponent(() => import('../pages/Home.tsx'), 'Home'), open: true },
  { path: '/about', component: lazyRouteComponent(() => import('../pages/PlainPages.tsx'), 'About'), open: true },
  { path: '/contact', component: underConstruction, open: true },
  { path: '/login', component: lazyRouteComponent(() => import('../auth/Login.tsx'), 'Login'), open: true },
  {
    path: '/unauthorized',
    component: lazyRouteComponent(() => import('../pages/PlainPages.tsx'), 'Unauthorized'),
    open: true,
  },
  ...at(
    lazyRouteComponent(() => import('../account/AccountView.tsx'), 'AccountView'),
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
    lazyRouteComponent(() => import('../tenants/TenantList.tsx'), 'TenantList'),
    tenants,
  ),
  ...at(
    lazyRouteComponent(() => import('../tenants/TenantForm.tsx'), 'TenantForm'),
    `${tenants}/create`,
    `${tenants}/$id`,
    `${tenants}/$id/edit`,
  ),
  ...at(
    lazyRouteComponent(() => import('../users/UserList.tsx'), 'UserList'),
    ...ofUsers(''),
  ),
  ...at(
    lazyRouteComponent(() => import('../users/UserForm.tsx'), 'UserForm'),
    ...ofUsers('/create', '/$id', '/$id/edit'),
  ),
  ...at(
    lazyRouteComponent(() => import('../modules/ModuleList.tsx'), 'ModuleList'),
    modules,
  ),
  ...at(
    lazyRouteComponent(() => import('../modules/ModuleForm.tsx'), 'ModuleForm'),
    `${modules}/create`,
    `${modules}/edit/$id`,
    `${modules}/$id`,
    // Where the Edit button of a record that is read leads, as everywhere.
    `${modules}/$id/edit`,
  ),
  ...at(
    lazyRouteComponent(() => import('../roles/RoleList.tsx'), 'RoleList'),
    roles,
  ),
  ...at(
    lazyRouteComponent(() => import('../roles/RoleForm.tsx'), 'RoleForm'),
    `${roles}/create`,
    `${roles}/$id/view`,
    `${roles}/$id/edit`,
  ),
  ...at(
    lazyRouteComponent(() => import('../role-mappings/RoleMappings.tsx'), 'RoleMappings'),
    mapping,
    `${mapping}/create`,
    `${mapping}/$userId/edit`,
    `${mapping}/$userId/view`,
    ...ofUsers('/$userId/roles'),
  ),
  ...at(
    lazyRouteComponent(() => import('../role-mappings/UserPermissions.tsx'), 'UserPermissions'),
    ...ofUsers('/$userId/permissions'),
  ),
]

const deposits = '/contracts/$contractId/security-deposit'

const contracts: ScreenRoute[] = [
  ...at(
    lazyRouteComponent(() => import('../dashboard/Dashboard.tsx'), 'Dashboard'),
    '/contracts',
  ),
  ...at(
    lazyRouteComponent(() => import('../contracts/ContractList.tsx'), 'ContractList'),
    '/contracts/list',
  ),
  ...at(
    lazyRouteComponent(() => import('../contract-imports/BulkUpload.tsx'), 'BulkUpload'),
    '/contracts/bulk-upload',
  ),
  ...at(
    lazyRouteComponent(() => import('../contracts/ContractForm.tsx'), 'ContractForm'),
    '/contracts/create',
    '/contracts/$id',
    '/contracts/$id/edit',
  ),
  ...at(
    lazyRouteComponent(() => import('../deposits/ContractDepositList.tsx'), 'ContractDepositList'),
    '/contracts/contract-deposit',
  ),
  ...at(
    lazyRouteComponent(() => import('../deposits/ContractDepositView.tsx'), 'ContractDepositView'),
    '/contracts/contract-deposit/$contractId',
  ),
  ...at(
    lazyRouteComponent(() => import('../deposits/DepositList.tsx'), 'DepositRegister'),
    '/contracts/deposit-register',
  ),
  ...at(
    lazyRouteComponent(() => import('../deposits/DepositList.tsx'), 'DepositList'),
    deposits,
  ),
  ...at(
    lazyRouteComponent(() => import('../deposits/DepositForm.tsx'), 'DepositForm'),
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
    lazyRouteComponent(() => import('../documents/DocumentPages.tsx'), 'SupportingDocs'),
    '/contracts/$id/supporting-docs',
  ),
  ...at(
    lazyRouteComponent(() => import('../documents/DocumentPages.tsx'), 'VehicleDocuments'),
    '/vehicles/$',
  ),
  ...at(
    lazyRouteComponent(() => import('../documents/DocumentPages.tsx'), 'InsuranceDocuments'),
    '/vehicle-insurance/$',
  ),
  ...at(
    lazyRouteComponent(() => import('../documents/DocumentPages.tsx'), 'PaymentDocuments'),
    '/payments/$',
  ),
]

const projects: ScreenRoute[] = [
  ...at(
    lazyRouteComponent(() => import('../projects/ProjectList.tsx'), 'ProjectList'),
    '/projects',
    '/projects/list',
  ),
  ...at(
    lazyRouteComponent(() => import('../projects/ProjectForm.tsx'), 'ProjectForm'),
    '/projects/create',
    '/projects/$id',
    '/projects/$id/edit',
  ),
  { path: '/project-tasks', redirectTo: '/project-tasks/list' },
  ...at(
    lazyRouteComponent(() => import('../tasks/TaskSearch.tsx'), 'ProjectTasks'),
    '/project-tasks/list',
  ),
  ...at(
    lazyRouteComponent(() => import('../tasks/TaskSearch.tsx'), 'InventoryTasks'),
    '/inventories/$',
  ),
  ...at(
    lazyRouteComponent(() => import('../task-sheets/TaskUpload.tsx'), 'TaskUpload'),
    '/project-tasks/bulk-upload',
  ),
  ...at(
    lazyRouteComponent(() => import('../tasks/TaskForm.tsx'), 'TaskForm'),
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
