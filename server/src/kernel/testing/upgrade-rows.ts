/** The company and the people of the rows below. */
export const company = {
  id: '0a000000-0000-4000-8000-000000000001',
  name: 'Konkan Roads',
  owner: { id: '0a000000-0000-4000-8000-000000000002', email: 'owner@konkan.example' },
  viewer: { id: '0a000000-0000-4000-8000-000000000003', email: 'viewer@konkan.example' },
  session: '0a000000-0000-4000-8000-000000000004',
  awarded: '0a000000-0000-4000-8000-000000000010',
  project: '0a000000-0000-4000-8000-000000000020',
  document: '0a000000-0000-4000-8000-000000000030',
}
export const other = {
  id: '0b000000-0000-4000-8000-000000000001',
  name: 'Deccan Bridges',
  owner: { id: '0b000000-0000-4000-8000-000000000002', email: 'owner@deccan.example' },
  contract: '0b000000-0000-4000-8000-000000000010',
}

/** Hashes that are computed in each run of the test. */
export interface Hashes {
  password: string
  /** Hash of the refresh token of `company.session`. */
  refresh: Buffer
}

const { id, owner, viewer, session, document } = company

/** Sets the company of the following statements. */
export const within = (tenant: string) => `select set_config('app.tenant_id', '${tenant}', false);`

const people = (tenant: string, administrator: { id: string; email: string }, hash: string) => `
  ${within(tenant)}
  insert into users (id, username, email) values ('${administrator.id}', 'Owner', '${administrator.email}');
  insert into user_passwords (user_id, hash) values ('${administrator.id}', '${hash}');
  with made as (insert into roles (name) values ('Administrator') returning id),
    granted as (insert into role_permissions (role_id, module_id, can_create, can_view, can_edit, can_delete, can_report)
      select made.id, m.id, true, true, true, true, true from made, modules m where not m.platform returning role_id)
  select * from granted;
  insert into user_roles (user_id, role_id) select '${administrator.id}', id from roles
    where tenant_id = '${tenant}' and name = 'Administrator';`

/**
 * Rows by the migration that created their tables, in columns that exist at that migration. They are inserted at every
 * level from there on, as one statement or several.
 */
export type UpgradeRows = Readonly<Record<string, (hashes: Hashes) => string>>

/** Rows of sign-in and of the kernel; the slices add theirs as `upgradeRows` of their factories. */
export const kernelRows: UpgradeRows = {
  '0001_kernel.sql': ({ password, refresh }) => `
    insert into tenants (id, name, subdomain, schema_name) values ('${id}', '${company.name}', 'konkan', 'konkan'),
      ('${other.id}', '${other.name}', 'deccan', 'deccan');
    insert into tenants (name, subdomain, schema_name, status, deleted_at) values ('Closed', 'closed', 'closed', 'DELETED', null),
      ('Gone', 'gone', 'gone', 'TERMINATED', now());
    ${people(other.id, other.owner, password)}
    ${people(id, owner, password)}
    insert into users (id, username, email) values ('${viewer.id}', 'Viewer', '${viewer.email}');
    insert into user_passwords (user_id, hash) values ('${viewer.id}', '${password}');
    with made as (insert into roles (name) values ('Reader') returning id)
    insert into role_permissions (role_id, module_id, can_view) select made.id, m.id, true from made, modules m where m.key = 'Contracts';
    insert into user_roles (user_id, role_id) select '${viewer.id}', id from roles where name = 'Reader';
    insert into sessions (id, user_id, refresh_hash) values ('${session}', '${owner.id}', '\\x${refresh.toString('hex')}');
    do $$ begin
      -- Early versions stored the request in words.
      if exists (select from pg_attribute where attrelid = 'idempotency_keys'::regclass and attname = 'call' and not attisdropped) then
        insert into idempotency_keys (user_id, key, call, answer) values ('${owner.id}', 'sent-before', 'POST /somewhere', '{"id":1}');
      else insert into idempotency_keys (user_id, key, asked, answer) values ('${owner.id}', 'sent-before', sha256('asked'), '{"id":1}');
      end if;
    end $$;
    insert into login_attempts (key, attempts, window_ends_at) values ('somebody', 3, now() + interval '10 minutes');
    insert into status_changes (record_type, record_id, to_status) values ('tenants', '${id}', 'ACTIVE');`,

  '0006_administration.sql': () => `
    insert into profile_images (user_id, content) values ('${viewer.id}', '\\xffd8ff');
    insert into second_factors (user_id, pending_secret) values ('${viewer.id}', '\\x00');`,

  '0013_audit.sql': () => `select app.seal_audit('${id}');`,

  '0017_known_devices.sql': () => `
    ${within(id)}
    insert into known_devices (user_id, digest) values ('${owner.id}', sha256('a browser'));`,

  '0021_takeovers.sql': () =>
    `select app.take_over_seals('${id}', 1, sha256('of the seal'), '', '', 'of the installation');`,

  '0024_credentials.sql': () => `
    ${within(id)}
    insert into password_links (user_id, by_operator, expires_at) values ('${viewer.id}', false, now() + interval '1 hour');
    insert into sign_in_letters (company_id, kind, recipient, about_id, about)
    values ('${id}', 'LET_IN', 'owner@konkan.example', '${viewer.id}', 'Somebody');`,

  '0025_pictures.sql': () => `
    ${within(id)}
    insert into pictures_due (id) values ('${document}');`,
}
