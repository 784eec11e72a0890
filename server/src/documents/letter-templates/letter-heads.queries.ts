import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { LetterHeads } from './letter-filling.rules.ts'

/** The sender and signatory of a letter: the company and the signed-in user. */
export async function heads(db: Db): Promise<LetterHeads> {
  const { rows } = await sql<LetterHeads>`select
      jsonb_build_object('name', t.name, 'phone', nullif(t.mobile_no, ''), 'email', nullif(t.contact_email, '')) as company,
      jsonb_build_object('name', u.username, 'designation', nullif(u.designation, '')) as signatory
    from tenants t
    join users u on u.tenant_id = t.id and u.id = app.user_id()
    where t.id = app.tenant_id()`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a letter of nobody')
  return found
}
