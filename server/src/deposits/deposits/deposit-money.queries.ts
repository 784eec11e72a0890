import type { DepartmentMoney } from '@plinth/api/tenders/dashboard'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { depositOffice, deposits, quickRules } from './deposits.queries.ts'

/** The open part of a held deposit. */
const amount = deposits.column('openAmount')
const comesTo = (rule: Expression<SqlBool>) => sql`json_build_object('count', count(*) filter (where ${rule}),
  'amount', coalesce(sum(${amount}) filter (where ${rule}), 0))`

/** The money that each department holds, the most first. */
export async function byDepartment(db: Db): Promise<DepartmentMoney[]> {
  const found = await sql<DepartmentMoney>`select o.department, ${comesTo(quickRules.HELD)} as held,
      ${comesTo(quickRules.DUE_BACK)} as "dueBack", ${comesTo(quickRules.DUE_BACK_OVER_90_DAYS)} as "dueBackOver90Days"
    from security_deposits
    join deposit_states s on s.tenant_id = security_deposits.tenant_id and s.deposit_id = security_deposits.id
    left join offices o on o.tenant_id = s.tenant_id and o.id = ${depositOffice}
    where ${deposits.column('deletedAt')} is null and ${quickRules.HELD}
    group by o.department order by sum(${amount}) desc, o.department nulls last`.execute(db)
  return found.rows
}

/** The deposit types as users write them, the 20 most used, the most used first. */
export async function types(db: Db): Promise<string[]> {
  const found = await sql<{ type: string }>`select deposit_type as type from deposit_figures group by deposit_type
    having sum(deposits) > 0 order by sum(deposits) desc, deposit_type limit 20`.execute(db)
  return found.rows.map(({ type }) => type)
}
