import { newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = {
  bodies: { createListView: () => ({ name: newId().slice(0, 8), search: '?status=AWARDED' }) },
  paths: { createListView: () => ({ list: 'contracts' }) },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0007_contract_desk.sql': () => `
    ${within(company.id)}
    insert into list_columns (user_id, list, columns) values ('${company.owner.id}', 'contracts', '{contractName}');
    insert into list_views (user_id, list, name, search) values ('${company.owner.id}', 'contracts', 'Mine', '?status=AWARDED');`,
  '0032_shared_views.sql': () => `
    ${within(company.id)}
    insert into list_view_shares (view_id, role_id)
    select v.id, r.id from list_views v join roles r on r.tenant_id = v.tenant_id where v.tenant_id = app.tenant_id() limit 1;`,
}
