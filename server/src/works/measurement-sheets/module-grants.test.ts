import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'

/** The permissions on the measurement book in a company that is older than that module. */
const step = '0059_measurements.sql'
const company = newId()
const all = '{canCreate,canView,canEdit,canDelete,canReport}'

/** The flags of each role: on Project Tasks (`tasks`), and on every other module outside the platform (`elsewhere`). */
const roles: Record<string, { elsewhere: string; tasks?: string }> = {
  Administrator: { elsewhere: all },
  Auditor: { elsewhere: '{canView,canReport}' },
  Engineer: { elsewhere: '{}', tasks: '{canView,canEdit}' },
  'Auditor who edits tasks': { elsewhere: '{canView,canReport}', tasks: '{canView,canEdit,canReport}' },
  Viewer: { elsewhere: '{canView}' },
  'Viewer of tasks': { elsewhere: '{}', tasks: '{canView,canReport}' },
  Nobody: { elsewhere: '{}' },
}

let database: TestDatabase
let admin: pg.Client

beforeAll(async () => {
  database = await ownDatabase(inject('admin'))
  const before = migrations[migrations.indexOf(step) - 1] ?? ''
  await migrate(database.admin, testSecret, { upTo: before })
  admin = await adminClient(database.admin)
  await admin.query(`select set_config('app.tenant_id', $1, false)`, [company])
  await admin.query(
    `insert into tenants (id, name, subdomain, schema_name) values ($1, 'Konkan', 'konkan', 'konkan')`,
    [company],
  )
  for (const [name, { elsewhere, tasks = elsewhere }] of Object.entries(roles))
    await admin.query(
      `with made as (insert into roles (name) values ($1) returning id)
      insert into role_permissions (role_id, module_id, can_create, can_view, can_edit, can_delete, can_report)
      select made.id, m.id, 'canCreate' = any (f), 'canView' = any (f), 'canEdit' = any (f), 'canDelete' = any (f), 'canReport' = any (f)
      from made, modules m, lateral (select case m.key when 'Project Tasks' then $3::text[] else $2::text[] end as f) flags
      where not m.platform and cardinality(f) > 0`,
      [name, elsewhere, tasks],
    )
  await migrate(database.admin, testSecret)
})
afterAll(async () => {
  await admin.end()
  await database.stop()
})

test('the migration grants the measurement book to roles that may edit tasks and to roles that may see and export everything, and to no other', async () => {
  const { rows } = await admin.query(
    `select r.name, concat_ws(' ', case when p.can_create then 'canCreate' end, case when p.can_view then 'canView' end,
        case when p.can_edit then 'canEdit' end, case when p.can_delete then 'canDelete' end, case when p.can_report then 'canReport' end) as flags
      from role_permissions p join roles r on r.id = p.role_id join modules m on m.id = p.module_id
      where m.key = 'Measurement Book' order by r.name`,
  )
  expect(Object.fromEntries(rows.map(({ name, flags }) => [name, flags]))).toEqual({
    Administrator: 'canCreate canView canEdit canDelete canReport',
    Auditor: 'canView canReport',
    'Auditor who edits tasks': 'canCreate canView canEdit canReport',
    Engineer: 'canCreate canView canEdit',
  })
})
