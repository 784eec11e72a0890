import type { RelatedRecord } from '@plinth/api/works/general-tasks'

/** Where a task about a record is begun: `to` and `search` of a link, and the flag that it asks for, as `createGeneralTask` says. */
export const newTaskAbout = (recordType: RelatedRecord, recordId: string) => ({
  to: '/general-tasks/create',
  search: { recordType, recordId },
  call: { allow: { module: 'General Tasks', can: 'canCreate' } } as const,
})
