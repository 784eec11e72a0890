import { auditedRecords } from '@plinth/api/entities'
import { inWords } from '@plinth/api/kernel/code-words'
import type { Kind } from '@plinth/api/kernel/kinds'
import { type AuditEntry } from '@plinth/api/platform/audit-trail'
import type { ReactNode } from 'react'
import { links } from '../../app/links.ts'
import type { AuditedRecord, RecordFields } from '../../app/slice-links.ts'
import { clock } from '../../lib/days.ts'
import { dash, dayText, decimal, kilobytes, momentDay, percent, plainText, rupees, words } from '../../lib/format.ts'
import { locale, t, translated } from '../../lib/language.ts'
import classes from './AuditTrail.module.css'

/** The names of users and records whose ids are among the changes. */
export type Names = Record<string, string>

const timeText = clock(locale, { timeStyle: 'medium', hourCycle: 'h23' })

/** 21 Nov 2026, 22:57:18, in the company's time zone. */
export const secondText = (moment: string) => `${momentDay(moment)}, ${timeText(moment)}`

const kindNames: Record<string, string> = auditedRecords

/** Such as Contract or Security deposit; for an export of no such record, the list. */
export const kindText = (recordType: string) => translated(kindNames[recordType] ?? inWords(recordType))

/** The actor, by the name that the company knows. */
export function whoText({ actorName, isOperator }: Pick<AuditEntry, 'actorName' | 'isOperator'>): string {
  return actorName ?? (isOperator ? t('An operator') : t('The installation'))
}

/** The records that have a screen, as their slices describe them. */
export const shownRecords: Partial<Record<string, AuditedRecord>> = Object.assign(
  {},
  ...links.map(({ audited }) => audited),
)

const knownFields = new Map<string, RecordFields>()

/** Whether the field descriptions of such records are loaded, as far as they exist. */
export const areKnown = (recordTypes: readonly string[]): boolean =>
  recordTypes.every((recordType) => knownFields.has(recordType) || !shownRecords[recordType]?.fields)

/** Loads the field descriptions of such records. If that fails, fields are shown by their column names. */
export async function fetchFields(recordTypes: readonly string[]): Promise<true> {
  const missing = [...new Set(recordTypes)].filter((recordType) => !knownFields.has(recordType))
  await Promise.all(
    missing.map(async (recordType) => {
      const fields = await shownRecords[recordType]?.fields?.()
      if (fields) knownFields.set(recordType, fields)
    }),
  )
  return true
}

/** The wire's own misspellings of these columns. */
const misspelt: Record<string, string> = {
  extension_count: 'extensionCoun',
  agreement_date: 'aggreementDate',
  deposit_submitted_date: 'depositSubmitedDate',
  deposit_returned_date: 'depositeReturnedDate',
  deposit_transferred_own_ac_date: 'depositTransferedOwnAcDate',
}

/** Labels of columns that are no form fields, or whose record has no form. */
const otherLabels: Record<string, string> = {
  module_id: t('Module'),
  role_id: t('Role'),
  can_view: t('View'),
  can_create: t('Create'),
  can_edit: t('Edit'),
  can_delete: t('Delete'),
  can_report: t('Report'),
  contract_id: t('Contract'),
  project_id: t('Project'),
  task_id: t('Task'),
  parent_id: t('Parent task'),
  import_id: t('Bulk upload'),
  completed_by: t('Completed by'),
  approved_by: t('Approved by'),
  approval_date: t('Approved on'),
  is_approved: t('Approved'),
  review_requested_by: t('Review requested by'),
  review_requested_at: t('Review requested on'),
  rejected_by: t('Rejected by'),
  rejected_at: t('Rejected on'),
  name: t('Name'),
  description: t('Description'),
  file_name: t('File name'),
  file_type: t('File type'),
  doc_type: t('Document type'),
  valid_until: t('Valid until'),
  size: t('Size'),
  sha256: 'SHA-256',
  purpose: t('Purpose'),
  entity_type: t('Belongs to'),
  user_agent: t('Browser'),
  address: t('Address'),
  ended_because: t('Why'),
  ended_at: t('Ended'),
  hash: t('Password'),
  is_own: t('Chosen by themselves'),
  sealed_secret: t('Secret'),
  pending_secret: t('Secret'),
  recovery_hashes: t('Recovery codes'),
  confirmed_at: t('Confirmed'),
  content: t('Picture'),
  profile_image: t('Picture'),
  language: t('Language'),
  kind: t('Kind'),
  format: t('Format'),
  columns: t('Columns'),
  dateRange: t('Date'),
  sort: t('Sort'),
  sheets_in: t('Sheets put in'),
  sheets_out: t('Sheets taken out'),
}

const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const isCode = /^[A-Z]+(?:_[A-Z]+)+$/
const isDay = /^\d{4}-\d\d-\d\d$/
const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

function textOf(value: string, names: Names): string {
  if (isMoment.test(value)) return secondText(value)
  if (isDay.test(value)) return dayText(value)
  if (isCode.test(value)) return words(value)
  // Bytes, as PostgreSQL writes them.
  return names[value] ?? value.replace(/^\\x/, '')
}

/** A value of any kind in words. */
function valueText(value: unknown, kind: Kind | undefined, names: Names): string {
  if (value === null || value === undefined || value === '') return dash
  if (typeof value === 'boolean') {
    if (kind === 'active') return value ? t('Active') : t('Inactive')
    return value ? t('Yes') : t('No')
  }
  if (typeof value === 'number')
    return kind === 'money' ? rupees(value) : kind === 'percent' ? percent(value) : decimal(value)
  if (typeof value === 'string') return kind === 'choice' ? words(value) : textOf(value, names)
  if (Array.isArray(value)) return value.map((item) => valueText(item, kind, names)).join(', ')
  if (typeof value !== 'object') return plainText(value)
  if ('label' in value) return plainText(value.label)
  return Object.entries(value)
    .map(([key, part]) => `${key}: ${valueText(part, undefined, names)}`)
    .join('; ')
}

export interface Change {
  column: string
  label: string
  /** Its position in the list of changes. */
  place: number
  /** Null when there was no known value before. */
  before: string | null
  after: string
}

const first = ['module_id', 'role_id', 'format', 'columns']

function changeOf(column: string, value: unknown, { action, recordType, isHidden }: AuditEntry, names: Names): Change {
  const { labels = {}, kinds = {} } = knownFields.get(recordType) ?? {}
  const sic = misspelt[column] ?? ''
  const field = sic in labels ? sic : camelCase(column)
  const known = labels[field]
  const label = known ? translated(known) : (otherLabels[column] ?? translated(inWords(column.replace(/_id$/, ''))))
  const order = [...first, ...Object.keys(labels), ...Object.keys(otherLabels)]
  const place = [column, field].map((name) => order.indexOf(name)).find((at) => at >= 0) ?? order.length
  const text = (one: unknown) =>
    column === 'size' && typeof one === 'number' ? kilobytes(one) : valueText(one, kinds[field], names)
  const change = { column, label, place, before: null }
  if (isHidden) return { ...change, after: t('not shown: you may not view such records') }
  const isChange = action === 'CHANGED' || action === 'RESTORED' || action === 'SESSION_ENDED'
  if (!isChange) return { ...change, after: text(value) }
  if (!Array.isArray(value)) return { ...change, after: t('changed; it is secret') }
  const [before, after] = [text(value[0]), text(value[1])]
  // A value that identifies the row is unchanged.
  return before === after ? { ...change, after } : { ...change, before, after }
}

/** The changes of an entry: identifying fields first, then the fields in the order of their form, then others. */
export const changesOf = (entry: AuditEntry, names: Names): Change[] =>
  Object.entries(entry.changes)
    .map(([column, value]) => changeOf(column, value, entry, names))
    .toSorted((one, other) => one.place - other.place)

const shownAtOnce = 3
const longest = 48
const brief = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** Shortens two long values by most of their common beginning. */
function briefPair(before: string, after: string): [string, string] {
  if (before.length <= longest && after.length <= longest) return [before, after]
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const start = Math.max(0, same - 16)
  const from = (text: string) => brief(start > 0 ? `…${text.slice(start)}` : text)
  return [from(before), from(after)]
}

export interface EntryAndNames {
  entry: AuditEntry
  names: Names
}

/** The changes in a row's width: at most three fields. */
export function ChangesInBrief({ entry, names }: EntryAndNames): ReactNode {
  const isGrant = entry.recordType === 'role_permissions' && entry.action === 'CREATED'
  // Permissions that a role was not granted are left out.
  const changes = changesOf(entry, names).filter(({ column }) => !isGrant || entry.changes[column] !== false)
  if (changes.length === 0) return dash
  const more = changes.length - shownAtOnce
  const shown = changes.slice(0, shownAtOnce)
  const rest = more > 0 && <span className="quiet">{t('and {count} more', { count: more })}</span>
  // For a record with many fields, the number of fields is enough.
  if (entry.action === 'CREATED' && more > 0 && !isGrant)
    return (
      <span className="quiet">
        {shown.map(({ label }) => label).join(', ')} {rest}
      </span>
    )
  return (
    <ul className={classes['brief']}>
      {shown.map(({ column, label, before, after }) => {
        const [from, to] = before === null ? ['', brief(after)] : briefPair(before, after)
        return (
          <li key={column}>
            <span>{label}:</span> {from && `${from} → `}
            <b>{to}</b>
          </li>
        )
      })}
      {rest && <li>{rest}</li>}
    </ul>
  )
}
