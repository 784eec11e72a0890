import { account } from '../account/slice.ts'
import { auditTrail } from '../audit-trail/slice.ts'
import { auth } from '../auth/slice.ts'
import { contact } from '../contact/slice.ts'
import { contractImports } from '../contract-imports/slice.ts'
import { contracts } from '../contracts/slice.ts'
import { dashboard } from '../dashboard/slice.ts'
import { deposits } from '../deposits/slice.ts'
import { documents } from '../documents/slice.ts'
import { modules } from '../modules/slice.ts'
import { pages } from '../pages/slice.ts'
import {
  attendance,
  estimations,
  generalTasks,
  gst,
  notification,
  payroll,
  reminders,
  reports,
} from '../pages/unbuilt.ts'
import { projects } from '../projects/slice.ts'
import { roleMappings } from '../role-mappings/slice.ts'
import { roles } from '../roles/slice.ts'
import { taskSheets } from '../task-sheets/slice.ts'
import { tasks } from '../tasks/slice.ts'
import { tenants } from '../tenants/slice.ts'
import { users } from '../users/slice.ts'
import type { Slice } from './slice.ts'

/** Every slice that has screens; the sidebar has their entries in this order. */
export const slices: Slice[] = [
  pages,
  contact,
  auth,
  account,
  tenants,
  users,
  modules,
  roles,
  roleMappings,
  auditTrail,
  dashboard,
  contracts,
  contractImports,
  deposits,
  projects,
  tasks,
  taskSheets,
  generalTasks,
  notification,
  reminders,
  payroll,
  documents,
  attendance,
  estimations,
  reports,
  gst,
]
