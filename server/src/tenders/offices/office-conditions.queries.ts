import { noDepartment } from '@plinth/api/tenders/contracts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Condition, oneOfIds } from '../../kernel/records/conditions.ts'

/** Search conditions on the office of a record. */

interface OfficeFilter {
  department?: readonly string[] | null | undefined
  officeId?: readonly string[] | null | undefined
}

/** The offices that meet a condition, in a subquery that runs once, not for every record. */
const officesWhere = (condition: Expression<unknown>) =>
  sql`any(array(select o.id from offices o where o.deleted_at is null and ${condition}))`

/** Records of these offices, and of offices of these departments, by their whole names. */
export function ofOffices(officeId: Expression<unknown>, filter: OfficeFilter): Condition[] {
  const { department = [], officeId: ids = [] } = filter
  const named = (department ?? []).filter((name) => name !== noDepartment)
  const within = sql`${officeId} = ${officesWhere(sql`o.department = any(${named}::text[])`)}`
  const either = [
    named.length > 0 ? within : undefined,
    department?.includes(noDepartment) ? sql`${officeId} is null` : undefined,
  ].filter((condition) => condition !== undefined)
  return [either.length > 0 ? sql<SqlBool>`(${sql.join(either, sql` or `)})` : undefined, oneOfIds(officeId, ids)]
}

/** Records of departments whose name matches the pattern. */
export const departmentIs = (officeId: Expression<unknown>) => (pattern: string) =>
  sql<SqlBool>`${officeId} = ${officesWhere(sql`o.department ilike ${pattern}`)}`

/** The columns that a record shows of its office. */
export function officeOf(tenantId: Expression<unknown>, officeId: Expression<unknown>) {
  const officeColumn = (value: Expression<unknown>) =>
    sql`(select ${value} from offices o where o.tenant_id = ${tenantId} and o.id = ${officeId})`
  return {
    department: officeColumn(sql.ref('o.department')),
    officeName: officeColumn(sql`app.office_name(o.designation, o.name)`),
  }
}
