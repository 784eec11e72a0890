import { notes } from '@plinth/api/documents/notes.entity'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

/**
 * The page of a note's record, by the column that refers to it. The audit trail names a deposit by its contract and
 * number, so its link searches the deposit register.
 */
const pages: Record<string, (id: string, entry: AuditEntry) => string> = {
  contract_id: (id) => `/contracts/${id}`,
  instrument_id: (id) => `/contracts/instruments/${id}`,
  project_id: (id) => `/projects/${id}`,
  task_id: (id) => `/project-tasks/${id}`,
  general_task_id: (id) => `/general-tasks/${id}`,
  deposit_id: (_, { recordName }) =>
    `/contracts/deposit-register?${new URLSearchParams({ instrumentNo: recordName?.split(' ').at(-1) ?? '' })}`,
}

/** A note is never changed, so that the entry of its making, which has them all, is the one that leads to it. */
function pathOfNote(_: string, entry: AuditEntry): string {
  const column = Object.keys(pages).find((name) => typeof entry.changes[name] === 'string') ?? ''
  return pages[column]?.(String(entry.changes[column]), entry) ?? '/audit-trail'
}

function moduleOfNote({ changes }: AuditEntry): ModuleName {
  if (changes['project_id']) return 'Projects'
  if (changes['general_task_id']) return 'General Tasks'
  return changes['task_id'] ? 'Project Tasks' : 'Contracts'
}

export const links: SliceLinks[] = [
  linksOf(notes, {
    wire: () => import('@plinth/api/documents/notes'),
    pathOf: { notes: pathOfNote },
    moduleOf: { notes: moduleOfNote },
  }),
]
