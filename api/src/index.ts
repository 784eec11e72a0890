import * as account from './account.ts'
import * as auditTrail from './audit-trail.ts'
import * as auth from './auth.ts'
import * as contact from './contact.ts'
import * as contractImports from './contract-imports.ts'
import * as contracts from './contracts.ts'
import * as dashboard from './dashboard.ts'
import * as deposits from './deposits.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as listSettings from './list-settings.ts'
import * as modules from './modules.ts'
import * as projects from './projects.ts'
import * as roleMappings from './role-mappings.ts'
import * as roles from './roles.ts'
import * as taskSheets from './task-sheets.ts'
import * as tasks from './tasks.ts'
import * as tenants from './tenants.ts'
import * as users from './users.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'allow' in value && 'path' in value

/** Every call of the wire by its name: routes, OpenAPI and the access tests are made from this. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [
    auth,
    account,
    listSettings,
    tenants,
    users,
    modules,
    roles,
    roleMappings,
    contracts,
    contractImports,
    deposits,
    dashboard,
    projects,
    tasks,
    taskSheets,
    documents,
    contact,
    auditTrail,
  ].flatMap((slice) => Object.entries(slice).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : []))),
)
