import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { cancelMeasurementSheet, MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { holdAgreement } from '../../money/agreements/agreements.queries.ts'
import { noteUse } from '../../money/statutory-rules/statutory-rules.queries.ts'
import { type HeldSheet, holdSheet } from '../measurement-lines/drafts.queries.ts'
import { roundByUnits } from '../measurement-lines/unit-decimals.queries.ts'
import { get } from './measurement-sheets.queries.ts'

/** Holds a sheet that goes on to another state, and its agreement before it, in the order in which everybody takes them. Throws 404. */
async function holdBoth(db: Db, id: string): Promise<HeldSheet> {
  const found = await sql<{ agreementId: string }>`select s.agreement_id as "agreementId" from measurement_sheets s
    where s.id = ${id} and s.deleted_at is null`.execute(db)
  const [place] = found.rows
  if (!place) throw notFound()
  await holdAgreement(db, place.agreementId)
  const sheet = await holdSheet(db, { id })
  if (!sheet || sheet.isDeleted) throw notFound()
  return sheet
}

/**
 * Records a draft: its lines are rounded by the rules of their units on its day, it gets the next number of its agreement, and
 * totals follow. Throws 404, 409 for what is no draft, for a line that cannot be recorded any more, and where less than
 * nothing would be measured of an item.
 */
export async function record(db: Db, id: string): Promise<MeasurementSheet> {
  const sheet = await holdBoth(db, id)
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
 * Cancels a recorded sheet, whose lines count no more. Throws 404, 409 for what is no recorded sheet, where another sheet
 * corrects it, and where less than nothing would be measured of an item.
 */
export async function cancel(
  db: Db,
  id: string,
  { cancelReason }: Body<typeof cancelMeasurementSheet>,
): Promise<MeasurementSheet> {
  await holdBoth(db, id)
  await sql`update measurement_sheets set status = 'CANCELLED', cancel_reason = ${cancelReason} where id = ${id}`.execute(
    db,
  )
  return get(db, id)
}
