import { noDepartment } from '@plinth/api/tenders/contracts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Condition, oneOfIds } from '../../kernel/records/conditions.ts'

/** What a search asks of the office that a record names: how the records that name one are found by its words. */

interface OfficeFilter {
  department?: readonly string[] | null | undefined
  officeId?: readonly string[] | null | undefined
}

/** The offices that meet a condition. They are asked for once, and not of every record. */
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

/** Records of a department that has the pattern in its name. */
export const departmentIs = (officeId: Expression<unknown>) => (pattern: string) =>
  sql<SqlBool>`${officeId} = ${officesWhere(sql`o.department ilike ${pattern}`)}`

/** What a record tells of the office that it names. */
export function officeOf(tenantId: Expression<unknown>, officeId: Expression<unknown>) {
  const said = (value: Expression<unknown>) =>
    sql`(select ${value} from offices o where o.tenant_id = ${tenantId} and o.id = ${officeId})`
  return {
    department: said(sql.ref('o.department')),
    officeName: said(sql`app.office_name(o.designation, o.name)`),
  }
}
