import type { RelatedRecord } from '@plinth/api/works/general-tasks'

/** The link that creates a task for a record: `to`, `search`, and the permission, which repeats that of `createGeneralTask`. */
export const newTaskAbout = (recordType: RelatedRecord, recordId: string) => ({
  to: '/general-tasks/create',
  search: { recordType, recordId },
  call: { allow: { module: 'General Tasks', can: 'canCreate' } } as const,
})
