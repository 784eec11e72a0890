import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type createMeasurementSheet,
  type exportMeasurementSheets,
  type filterMeasurementSheets,
  type ListedSheet,
  listedSheet,
  type MeasurementSheet,
  type updateMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { sheetFields } from '@plinth/api/works/sheet-fields'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { equals, matches, oneOf, onOrAfter, onOrBefore, within } from '../../kernel/records/conditions.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { lockDraft } from '../measurement-lines/drafts.queries.ts'
import { linesOf } from '../measurement-lines/measurement-lines.queries.ts'
import { overMeasuredOf } from '../measurement-lines/over-measured.queries.ts'
import { roundByUnits } from '../measurement-lines/unit-decimals.queries.ts'

const columnOfAgreement = (column: string) => sql`(select a.${sql.ref(column)} from agreements a
  where a.tenant_id = measurement_sheets.tenant_id and a.id = measurement_sheets.agreement_id)`

const sheets = records<ListedSheet>({
  table: 'measurement_sheets',
  fields: Object.keys(sheetFields),
  fixed: ['number', 'agreementId', 'status', 'deviceKey', 'recordedBy', 'recordedAt', 'cancelReason'],
  computed: {
    agreementNumber: columnOfAgreement('number'),
    agreementName: columnOfAgreement('name'),
    recordedByName: sql`(select u.username from users u
      where u.tenant_id = measurement_sheets.tenant_id and u.id = measurement_sheets.recorded_by)`,
    lineCount: sql`(select count(*) from measurement_lines l where l.tenant_id = measurement_sheets.tenant_id
      and l.sheet_id = measurement_sheets.id and l.deleted_at is null)`,
    ...authorsOf('measurement_sheets'),
  },
})
const { column } = sheets

/** The columns that the search line looks in. */
const searchColumns = [
  column('number'),
  column('location'),
  column('book'),
  column('page'),
  columnOfAgreement('number'),
  columnOfAgreement('name'),
]

/** Sheets with a line of this item. */
const withItem = (id: string | null | undefined) =>
  id
    ? sql<SqlBool>`exists (select from measurement_lines l where l.tenant_id = measurement_sheets.tenant_id
        and l.sheet_id = measurement_sheets.id and l.item_id = ${id} and l.deleted_at is null)`
    : undefined

type Filter = Omit<Body<typeof exportMeasurementSheets>, 'sort' | 'format' | 'columns'>

const conditionsOf = (filter: Filter) => [
  oneOf(column('status'), filter.status),
  matches(searchColumns, filter.search),
  equals(column('agreementId'), filter.agreementId),
  withItem(filter.itemId),
  onOrAfter(column('measuredOn'), filter.measuredFrom),
  onOrBefore(column('measuredOn'), filter.measuredTo),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterMeasurementSheets>) =>
  sheets.search(db, { where: conditionsOf(filter), sort, pagination })

/** Throws 400 when more sheets match the filters than an export may hold. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportMeasurementSheets>) {
  const found = sheets.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, {
    name: 'Measurement sheets',
    entity: listedSheet,
    columns,
    format,
    by: await companyOf(db),
  })
}

/** Throws 404. */
export async function get(db: Db, id: string): Promise<MeasurementSheet> {
  const sheet = await sheets.get(db, { id })
  return { ...sheet, lines: await linesOf(db, id), overMeasured: await overMeasuredOf(db, id) }
}

/** Throws 404. */
export async function history(db: Db, id: string) {
  await sheets.get(db, { id })
  return statusHistory(db, 'measurement_sheets', id)
}

/** Throws 400 for an unknown agreement and for a future day, 409 for an agreement that is a draft or closed. */
export async function create(
  db: Db,
  { agreementId, deviceKey, ...values }: Body<typeof createMeasurementSheet>,
): Promise<MeasurementSheet> {
  const { id } = await sheets.insert(db, values, { agreementId, deviceKey: deviceKey ?? null })
  return get(db, id)
}

/** Throws 404, 400 as `create` does, 409 for a recorded sheet and for another user's draft, and 412. */
export async function update(
  db: Db,
  id: string,
  values: Body<typeof updateMeasurementSheet>,
): Promise<MeasurementSheet> {
  const stored = await lockDraft(db, id)
  const { measuredOn } = await sheets.update(db, { id }, values)
  if (measuredOn !== stored.measuredOn) await roundByUnits(db, { ...stored, measuredOn })
  return get(db, id)
}

/**
 * Deletes a draft with its lines and its documents; a sweep deletes their files from the store. Throws 404, and 409 for a recorded
 * sheet and for another user's draft.
 */
export async function remove(db: Db, id: string): Promise<void> {
  await lockDraft(db, id)
  await sql`update measurement_lines set deleted_at = now() where sheet_id = ${id} and deleted_at is null`.execute(db)
  await sql`update documents set deleted_at = now() where measurement_sheet_id = ${id} and deleted_at is null`.execute(
    db,
  )
  await sheets.remove(db, { id })
}
