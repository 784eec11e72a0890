import { lazyRouteComponent as lazyScreen, type RouteComponent } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../lib/language.ts'
import { hasForms } from '../lib/session.ts'

/** A path and the screen behind it, loaded when first needed, or another path to go to. */
export type ScreenRoute =
  | {
      path: string
      component: RouteComponent
      /** Shown without a session. */
      open?: true
    }
  | { path: string; redirectTo: string }

class ScriptFailure extends Error {}

const scriptFault = /dynamically imported module|module script/i

/** What a screen is made of did not come. */
const isScriptFailure = (error: unknown) =>
  error instanceof Error && (error instanceof ScriptFailure || scriptFault.test(error.message))

const patience = 120_000

async function inTime<T>(coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience)
  })
  try {
    return await Promise.race([coming, tooLate])
  } catch (cause) {
    throw new ScriptFailure('A script has not come', { cause })
  } finally {
    clearTimeout(timer)
  }
}

const lazyRouteComponent: typeof lazyScreen = (load, name) => lazyScreen(() => inTime(load()), name)

/** Whether the server has other pages by now than this one. Fails where it cannot be reached. */
async function isReplaced(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname)
}

const reloadedKey = 'reloadedFrom'

/** A new version is loaded by itself, but once, and not from under somebody who types. */
function useNewVersion(isMissing: boolean): boolean {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    void isReplaced()
      .then((replaced) => {
        setNew(replaced)
        if (!replaced || hasForms() || sessionStorage.getItem(reloadedKey) === import.meta.url) return
        sessionStorage.setItem(reloadedKey, import.meta.url)
        window.location.reload()
      })
      .catch(() => undefined)
  }, [isMissing])
  return isNew
}

/** What is told in place of a screen whose script did not come, or broke. */
export function useScreenFailure(error: unknown): { title: string; text: string } {
  const isMissing = isScriptFailure(error)
  const isNew = useNewVersion(isMissing)
  const title = isMissing ? t('This screen could not be loaded') : t('This screen could not be shown')
  if (isNew) return { title, text: t('A new version of Plinth has been installed. Reload to go on with it.') }
  const missing = t('What it is made of did not arrive: the connection may be away. Reload to try again.')
  const broken = t(
    'Something went wrong in it. Reload to try again; if that does not help, tell whoever looks after Plinth.',
  )
  return { title, text: isMissing ? missing : broken }
}

const at = (component: RouteComponent, ...paths: string[]): ScreenRoute[] => paths.map((path) => ({ path, component }))

const underConstruction = lazyRouteComponent(() => import('../pages/PlainPages.tsx'), 'UnderConstruction')

const pages: ScreenRoute[] = [
  { path: '/', component: lazyRouteComponent(() => import('../pages/Home.tsx'), 'Home'), open: true },
  { path: '/about', component: lazyRouteComponent(() => import('../pages/PlainPages.tsx'), 'About'), open: true },
  {
    path: '/contact',
    component: lazyRouteComponent(() => import('../contact/ContactForm.tsx'), 'Contact'),
    open: true,
  },
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
    lazyRouteComponent(() => import('../contact/MessageList.tsx'), 'MessageList'),
    '/admin/contact-messages',
  ),
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
  ...at(
    lazyRouteComponent(() => import('../audit-trail/AuditTrail.tsx'), 'AuditTrail'),
    '/admin/audit-trail',
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
    lazyRouteComponent(() => import('../documents/SupportingDocs.tsx'), 'SupportingDocs'),
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
