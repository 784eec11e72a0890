import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, newId, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'

const company = (id: string, name: string) => `
  insert into tenants (id, name, subdomain, schema_name) values ('${id}', '${name}', '${name}', '${name}');
  select set_config('app.tenant_id', '${id}', false);
  select app.add_starting_reminder_rules();`

test('the migration adds the reminder rule for exemptions to existing companies, switched off where the limit of active rules is reached', async () => {
  const database = await ownDatabase(inject('admin'))
  await migrate(database.admin, testSecret, { upTo: '0049_mails.sql' })
  const admin = await adminClient(database.admin)
  const [plain, full] = [newId(), newId()]
  await admin.query(company(plain, 'plain'))
  await admin.query(`${company(full, 'full')}
    insert into reminder_rules (name, kind, steps, tells) select 'Own ' || n, 'TASK_DUE', '{1}', '{OWNER}'
    from generate_series(1, 60 - (select count(*) from reminder_rules where tenant_id = '${full}')) n;`)
  await migrate(database.admin, testSecret)
  const { rows } = await admin.query(
    `select tenant_id as id, is_active, name, steps, repeat_days, since = app.today() as "isNew" from reminder_rules
      where kind = 'EXEMPTION_EXPIRES' and is_built_in order by tenant_id = $1 desc`,
    [plain],
  )
  const rule = { name: 'Exemption expires', steps: [15, 7, 1, 0], repeat_days: 7, isNew: true }
  expect(rows).toEqual([
    { id: plain, is_active: true, ...rule },
    { id: full, is_active: false, ...rule },
  ])
  const kinds = await admin.query(
    `select distinct kind from reminder_rules where tenant_id = $1 and is_built_in order by 1`,
    [plain],
  )
  expect(kinds.rows.map(({ kind }) => kind)).toEqual(deadlineKindNames.toSorted())
  await admin.end()
  await database.stop()
})
