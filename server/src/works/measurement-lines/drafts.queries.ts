import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, notFound } from '../../kernel/errors.ts'

/** What a writer needs to know about a measurement sheet, read while its row is locked. */
export interface LockedSheet {
  id: string
  agreementId: string
  status: string
  number: number | null
  measuredOn: string
  siteState: string | null
  isOwn: boolean
  isAgreementClosed: boolean
}

/** Locks the sheet with this id, or with this agreement and device key; undefined if there is none. */
export async function lockSheet(db: Db, by: { id: string } | { agreementId: string; deviceKey: string }) {
  const which =
    'id' in by ? sql`s.id = ${by.id}` : sql`s.agreement_id = ${by.agreementId} and s.device_key = ${by.deviceKey}`
  const found = await sql<LockedSheet & { isDeleted: boolean }>`
    select s.id, s.agreement_id as "agreementId", s.status, s.number, s.measured_on as "measuredOn", a.site_state as "siteState",
      a.status = 'CLOSED' as "isAgreementClosed",
      coalesce(s.created_by = app.user_id(), false) as "isOwn", s.deleted_at is not null as "isDeleted"
    from measurement_sheets s join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id
    where ${which} for no key update of s`.execute(db)
  return found.rows[0]
}

/** Why the caller cannot write on a sheet: it is recorded, cancelled or another user’s draft. */
export function writingFault({ status, number, isOwn }: LockedSheet) {
  if (status === 'CANCELLED') return messageOf('Sheet {sheet} is cancelled', { sheet: number ?? 0 })
  if (status !== 'DRAFT')
    return messageOf('Sheet {sheet} is recorded: correct it by a further line', { sheet: number ?? 0 })
  return isOwn ? undefined : messageOf('This draft is somebody else’s: only they write on it')
}

/** Locks a draft of the caller. Throws 404, and 409 where it is recorded or another user’s. */
export async function lockDraft(db: Db, id: string): Promise<LockedSheet> {
  const sheet = await lockSheet(db, { id })
  if (!sheet || sheet.isDeleted) throw notFound()
  const fault = writingFault(sheet)
  if (fault) throw conflict(fault)
  return sheet
}
