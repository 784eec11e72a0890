import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  administration: ['/admin/audit-trail', '/admin/audit-trail?recordId=:user'],
  lists: [{ path: '/admin/audit-trail', call: filterAuditTrail }],
  shown: ['/admin/audit-trail'],
}
