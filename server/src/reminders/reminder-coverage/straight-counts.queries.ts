import type { ModuleName } from '@plinth/api/kernel/permissions'
import { type DeadlineKind, deadlineKindNames, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { type RawBuilder, sql } from 'kysely'
import { today } from '../../kernel/records/quick-filters.ts'

const contracts = (where: RawBuilder<unknown>) => sql`select count(*) from contracts c
  left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null where c.deleted_at is null and ${where}`
const instruments = (where: RawBuilder<unknown>) =>
  sql`select count(*) from instruments i where i.deleted_at is null and ${where}`
const releases = (where: RawBuilder<unknown>) => sql`select count(*) from releases r where ${where}`
const tasks = (where: RawBuilder<unknown>) => sql`select count(*) from tasks t where t.deleted_at is null and ${where}
  and exists (select from projects p where p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null)`

const documents = (...types: string[]) =>
  sql`select count(*) from documents d where d.deleted_at is null and d.valid_until is not null and d.entity_type = any (${types})`

const liveDeposit = sql`d.tenant_id = c.tenant_id and d.contract_id = c.id and d.deleted_at is null
  and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')`
const isWithUs = sql`i.state in ('ISSUED', 'LODGED')`
const lastClaim = sql`select e.kind from instrument_events e where e.tenant_id = i.tenant_id and e.instrument_id = i.id
  and e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAYED', 'STAY_VACATED') order by e.id desc limit 1`

/**
 * The number of deadlines of each kind, counted from the records and not from the stored rows. If the two differ, rows were lost or
 * added.
 */
const straight: Record<DeadlineKind, RawBuilder<unknown>> = {
  TENDER_CLOSES: contracts(sql`c.status = 'DRAFT' and c.closing_date is not null`),
  TENDER_RESULT: contracts(sql`c.status = 'SUBMITTED' and c.result_date is not null`),
  BID_VALIDITY_ENDS: contracts(
    sql`c.status = 'SUBMITTED' and (t.bid_valid_until is not null or c.closing_date is not null and t.bid_validity_days is not null)`,
  ),
  SECURITY_TO_LODGE:
    contracts(sql`c.status in ('AWARDED', 'ACCEPTED') and c.awarded_date is not null and t.ps_days is not null
    and not exists (select from security_deposits d where ${liveDeposit} and d.purpose = 'PERFORMANCE_SECURITY')`),
  AGREEMENT_TO_SIGN: contracts(
    sql`c.status in ('AWARDED', 'ACCEPTED') and c.awarded_date is not null and t.agreement_days is not null and c.agreement_date is null`,
  ),
  COMPLETION: contracts(sql`c.status in ('WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED')
    and c.given_end_date is not null and c.actual_end_date is null
    and c.id not in (select p.contract_id from projects p where p.deleted_at is null and p.contract_id is not null)`),
  DEFECT_PERIOD_ENDS:
    contracts(sql`(t.dlp_ends_on is not null or t.dlp_months is not null and (t.completed_on is not null or c.actual_end_date is not null))
    and exists (select from security_deposits d where ${liveDeposit} and d.open_amount > 0)`),
  REFUND_DUE: releases(sql`r.next_step = 'ASK' and r.due_on > ${today}`),
  REFUND_STEP: releases(
    sql`r.next_step <> 'WAIT' and r.next_on is not null and (r.next_step <> 'ASK' or r.due_on <= ${today})`,
  ),
  CLAIM_TIME_BARRED: releases(sql`r.due_on is not null`),
  GUARANTEE_EXPIRES: instruments(sql`${isWithUs} and i.expires_on >= ${today}`),
  GUARANTEE_CLAIMED: instruments(sql`i.state = 'CLAIMED' and (${lastClaim}) <> 'STAYED'`),
  GUARANTEE_TOO_SHORT: sql`select count(distinct d.instrument_id) from security_deposits d
    join instruments i on i.tenant_id = d.tenant_id and i.id = d.instrument_id and i.deleted_at is null and i.state in ('ISSUED', 'LODGED', 'CLAIMED')
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id and c.deleted_at is null
      and c.status not in ('REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED')
    left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
    left join projects p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null
    where ${liveDeposit} and d.purpose in ('PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY') and d.open_amount > 0
      and coalesce(t.completed_on, c.actual_end_date, p.extension_date, p.given_end_date, c.given_end_date)
        + coalesce(t.ps_valid_beyond_days, 60) > greatest(i.expires_on, ${today} - 1)
      and i.expires_on is not null`,
  GUARANTEE_TO_DISCHARGE: instruments(sql`i.state in ('LODGED', 'RETURNED') and i.expires_on is not null`),
  RECEIPT_MATURES: instruments(sql`${isWithUs} and i.matures_on is not null`),
  DRAFT_GOES_STALE: instruments(sql`${isWithUs} and i.stale_on is not null`),
  EXEMPTION_EXPIRES: sql`select count(*) from contracts c join deposit_exemptions e on e.tenant_id = c.tenant_id and e.contract_id = c.id
    where c.deleted_at is null and e.deleted_at is null and e.valid_until is not null and e.state in ('CLAIMED', 'ACCEPTED')
    and (e.purpose = 'EMD' and c.status in ('DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED')
      or e.purpose <> 'EMD' and c.status not in ('REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED'))`,
  GUARANTEE_NEEDED: sql`select count(*) from bg_plans p where p.deleted_at is null and p.state = 'PLANNED' and p.until_on >= ${today}
    and p.contract_id in (select c.id from contracts c where c.deleted_at is null and c.status not in ('REJECTED', 'CANCELLED'))`,
  FACILITY_REVIEW: sql`select count(*) from bank_facilities f where f.deleted_at is null and f.is_active and f.review_on is not null`,
  PROJECT_ENDS: sql`select count(*) from projects p where p.deleted_at is null and p.status not in ('COMPLETED', 'TERMINATED', 'CANCELLED')
    and (p.extension_date is not null or p.given_end_date is not null)`,
  TASK_DUE: tasks(
    sql`t.sub_tasks = 0 and t.given_end_date is not null and t.status not in ('COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED')`,
  ),
  REVIEW_WAITING: tasks(sql`t.status = 'UNDER_REVIEW' and t.review_requested_at is not null`),
  CONTRACT_DOCUMENT_EXPIRES: documents('CONTRACT', 'REFUND_REQUEST'),
  PROJECT_DOCUMENT_EXPIRES: documents('PROJECT'),
  TASK_DOCUMENT_EXPIRES: documents('TASK'),
  VEHICLE_DOCUMENT_EXPIRES: documents('VEHICLE'),
  INSURANCE_DOCUMENT_EXPIRES: documents('VEHICLE_INSURANCE'),
  PAYMENT_DOCUMENT_EXPIRES: documents('PAYMENT'),
  GENERAL_TASK_DUE: sql`select count(*) from general_tasks g where g.deleted_at is null and g.state in ('OPEN', 'DOING') and g.due_on is not null`,
}

/** Rows `(kind, count)` of all kinds of deadlines of those modules, which must have at least one kind. */
export const straightCounts = (modules: ReadonlySet<ModuleName>): RawBuilder<unknown> => {
  const names = deadlineKindNames.filter((kind) => modules.has(deadlineKinds[kind].module))
  const counts = names.map((kind) => sql`select ${sql.lit(kind)} as kind, (${straight[kind]}) as count`)
  return sql`with releases as materialized (select r.next_step, r.next_on, r.due_on from app.deposit_releases r where r.is_open)
    ${sql.join(counts, sql` union all `)}`
}
