import { accountLinks } from '../account/links.ts'
import { authLinks } from '../auth/links.ts'
import { contactLinks } from '../contact/links.ts'
import { contractImportLinks } from '../contract-imports/links.ts'
import { contractLinks } from '../contracts/links.ts'
import { depositLinks } from '../deposits/links.ts'
import { moduleLinks } from '../modules/links.ts'
import { pageLinks } from '../pages/links.ts'
import { projectLinks } from '../projects/links.ts'
import { roleMappingLinks } from '../role-mappings/links.ts'
import { roleLinks } from '../roles/links.ts'
import { taskSheetLinks } from '../task-sheets/links.ts'
import { taskLinks } from '../tasks/links.ts'
import { tenantLinks } from '../tenants/links.ts'
import { userLinks } from '../users/links.ts'
import type { SliceLinks } from './slice-links.ts'

/** What leads to the screens of every slice; the palette offers it in this order. */
export const links: SliceLinks[] = [
  contractLinks,
  depositLinks,
  contractImportLinks,
  projectLinks,
  taskLinks,
  taskSheetLinks,
  userLinks,
  roleLinks,
  roleMappingLinks,
  tenantLinks,
  moduleLinks,
  pageLinks,
  contactLinks,
  accountLinks,
  authLinks,
]
