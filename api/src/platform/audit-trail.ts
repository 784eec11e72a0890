import * as z from 'zod/mini'
import { auditedRecords } from '../entities.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { namesOf } from '../kernel/record.ts'

export const about = 'Who did what, when and from where, sealed against changes.'

const base = '/platform/api/audit-trail'

/**
 * The actions on records. UNLOCKED: a user may try to sign in again. The link actions are about links to choose a
 * password. EXPORTED: a list was exported as a sheet.
 */
export const auditActions = [
  'CREATED',
  'CHANGED',
  'DELETED',
  'RESTORED',
  'SIGNED_IN',
  'SESSION_ENDED',
  'UNLOCKED',
  'LINK_MAILED',
  'LINK_HANDED_OUT',
  'LINK_USED',
  'EXPORTED',
] as const

/** One action: who did what to which record, when and from where. */
export const auditEntry = z.object({
  id: f.id,
  createdAt: f.moment,
  /** Null for the installation itself. */
  actorId: z.nullable(f.id),
  /** Null when the actor is not of this company, or is no person. */
  actorName: z.nullable(z.string()),
  /** The actor is an operator of the installation, who worked inside this company. */
  isOperator: z.boolean(),
  action: z.enum(auditActions),
  /** One of `auditedRecords`; for an export, the list. */
  recordType: z.string(),
  recordId: z.nullable(f.id),
  /** The current name of the record. */
  recordName: z.nullable(z.string()),
  /**
   * By column: [before, after] for a change, else the value that the record was created or removed with; for an export,
   * its filters. A changed password or other secret is null.
   */
  changes: z.record(z.string(), z.unknown()),
  /** The caller may not read such a record itself: each of the changes is null, and so is its name. */
  isHidden: z.boolean(),
  /** Network address. */
  address: z.nullable(z.string()),
  sessionId: z.nullable(f.id),
  /** The id of the request in the server's log. */
  requestId: z.nullable(z.string()),
  /** The number of the seal that covers the entry; null for some seconds. */
  seal: z.nullable(z.int()),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The labels of the fields on the screen and in exports. */
export const auditLabels = {
  id: 'Entry',
  createdAt: 'When',
  actorId: 'Who, by id',
  actorName: 'Who',
  isOperator: 'Operator',
  action: 'What',
  recordType: 'Kind of record',
  recordId: 'Record, by id',
  recordName: 'Record',
  changes: 'Changes',
  isHidden: 'Values hidden',
  address: 'Address',
  sessionId: 'Session',
  requestId: 'Request',
  seal: 'Seal',
} as const satisfies Record<keyof AuditEntry, string>

const filters = {
  actorName: textFilter,
  action: anyOf(auditActions),
  recordType: anyOf(namesOf(auditedRecords)),
  recordId: filterBy(f.id),
}
/** The only order of the trail: by time. */
const inTime = z.object({ createdAt: f.moment })

export const filterAuditTrail = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the audit trail of the company, newest first',
  allow: { module: 'Audit Trail', can: 'canView' },
  body: filterBody(filters, inTime),
  response: z.extend(page(auditEntry), {
    /** The names of the users and records whose ids are among the changes. */
    names: z.record(z.string(), z.string()),
  }),
})

export const exportAuditTrail = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The entries of the audit trail found by a search as a sheet, with the requested columns',
  allow: { module: 'Audit Trail', can: 'canReport' },
  body: z.extend(exportBody(filters, auditEntry), { sort: filterBody(filters, inTime).shape.sort }),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getAuditProof = endpoint({
  method: 'GET',
  path: `${base}/proof`,
  summary:
    'Whether the audit trail is unchanged: the newest seals, of up to 50,000 entries, are computed again and compared',
  allow: { module: 'Audit Trail', can: 'canView' },
  response: z.object({
    entries: z.int(),
    /** Entries of the last seconds, which no seal covers yet. */
    open: z.int(),
    /**
     * A person who writes down number and digest can prove later that no entry up to this seal was changed. The digest is null
     * for a caller who may not read every kind of record, because hidden values could be guessed with it.
     */
    newest: z.nullable(z.object({ number: z.int(), digest: z.nullable(z.string()), madeAt: f.moment })),
    /** The first seal that was compared. */
    checkedFrom: z.nullable(z.int()),
    faults: z.array(z.object({ number: z.int(), fault: z.string() })),
    /** Seals made under a key that this installation does not know: they can be called neither good nor forged. */
    unknown: z.array(z.object({ first: z.int(), last: z.int() })),
  }),
})
