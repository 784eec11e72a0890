import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { cancelMeasurementSheet, MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { holdAgreement } from '../../money/agreements/agreements.queries.ts'
import { noteUse } from '../../money/statutory-rules/statutory-rules.queries.ts'
import { type LockedSheet, lockSheet } from '../measurement-lines/drafts.queries.ts'
import { roundByUnits } from '../measurement-lines/unit-decimals.queries.ts'
import { get } from './measurement-sheets.queries.ts'

/** Locks a sheet for a change of status, and its agreement before it, in the order that every writer uses. Throws 404. */
async function lockSheetAndAgreement(db: Db, id: string): Promise<LockedSheet> {
  const found = await sql<{ agreementId: string }>`select s.agreement_id as "agreementId" from measurement_sheets s
    where s.id = ${id} and s.deleted_at is null`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  await holdAgreement(db, row.agreementId)
  const sheet = await lockSheet(db, { id })
  if (!sheet || sheet.isDeleted) throw notFound()
  return sheet
}

/**
 * Records a draft: rounds its lines by the rules of their units on its day, gives it the next number of its agreement and updates the
 * totals. Throws 404, and 409 for a sheet that is no draft, for a line that cannot be recorded any more, and where the measured
 * quantity of an item would become negative.
 */
export async function record(db: Db, id: string): Promise<MeasurementSheet> {
  const sheet = await lockSheetAndAgreement(db, id)
  if (sheet.status === 'CANCELLED')
    throw conflict(messageOf('Sheet {sheet} is cancelled', { sheet: sheet.number ?? 0 }))
  if (sheet.status !== 'DRAFT')
    throw conflict(messageOf('Sheet {sheet} is recorded already', { sheet: sheet.number ?? 0 }))
  const rules = await roundByUnits(db, sheet)
  await sql`update measurement_sheets set status = 'RECORDED' where id = ${id}`.execute(db)
  await noteUse(db, rules)
  return get(db, id)
}

/**
 * Cancels a recorded sheet, so that its lines no longer count. Throws 404, and 409 for a sheet that is not recorded, where another
 * sheet corrects it, and where the measured quantity of an item would become negative.
 */
export async function cancel(
  db: Db,
  id: string,
  { cancelReason }: Body<typeof cancelMeasurementSheet>,
): Promise<MeasurementSheet> {
  await lockSheetAndAgreement(db, id)
  await sql`update measurement_sheets set status = 'CANCELLED', cancel_reason = ${cancelReason} where id = ${id}`.execute(
    db,
  )
  return get(db, id)
}
