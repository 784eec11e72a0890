-- The kernel: tenancy, stamps, references between soft-deleted records, people, roles and sessions.
-- Run as plinth_owner, who owns every table; the server works as plinth_app, who owns nothing and cannot pass
-- row-level security by.

alter default privileges revoke execute on functions from public;
alter default privileges in schema app grant execute on functions to plinth_app;

create function app.tenant_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function app.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Row-level security on a tenant table, for its owner too; both halves of the policy say the same.
create procedure app.protect(tbl regclass, privileges text default 'select, insert, update') language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tbl);
  execute format('create policy tenant on %s using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id())', tbl);
  execute format('grant %s on %s to plinth_app', privileges, tbl);
end $$;

create function app.stamp() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    new.created_by := app.user_id();
    new.updated_at := new.created_at;
  elsif tg_nargs > 0 and to_jsonb(new) - tg_argv[0]::text[] = to_jsonb(old) - tg_argv[0]::text[] then
    return new;
  else
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    -- Strictly later than before, so that two edits never share the moment that tells a stale one.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  new.updated_by := app.user_id();
  new.deleted_by := case when new.deleted_at is null then null else coalesce(new.deleted_by, app.user_id()) end;
  return new;
end $$;

-- Who and when of a business record, set by the database alone; a deleted record stays as a row. Columns named as
-- derived follow from another record's edit: when only they change, nobody has edited this one.
create procedure app.keep_stamps(tbl regclass, derived text[] default '{}') language plpgsql as $$
begin
  execute format('alter table %s
    add column created_at timestamptz not null default now(), add column created_by uuid,
    add column updated_at timestamptz not null default now(), add column updated_by uuid,
    add column deleted_at timestamptz, add column deleted_by uuid', tbl);
  execute format('create trigger a_stamp before insert or update on %s for each row execute function app.stamp(%s)',
    tbl, case when cardinality(derived) > 0 then quote_literal(derived) end);
end $$;

-- A record may only hang on a live one. FOR SHARE waits for a delete under way, which waits for it in turn.
create function app.require_live_parent() returns trigger language plpgsql as $$
declare
  parent_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  found_id uuid;
begin
  if parent_id is null or new.deleted_at is not null then return new; end if;
  -- What it hung on before may be gone since (a person who left): an edit of something else goes on.
  if tg_op = 'UPDATE' and old.deleted_at is null and (to_jsonb(old) ->> tg_argv[0])::uuid = parent_id then return new; end if;
  execute format('select id from %s where tenant_id = $1 and id = $2 and deleted_at is null for share', tg_argv[1])
    into found_id using new.tenant_id, parent_id;
  if found_id is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  return new;
end $$;

create function app.refuse_delete_in_use() returns trigger language plpgsql as $$
declare
  children bigint;
begin
  execute format('select count(*) from %s where tenant_id = $1 and %I = $2 and deleted_at is null', tg_argv[0], tg_argv[1])
    into children using old.tenant_id, old.id;
  if children > 0 then
    raise exception 'It cannot be deleted: it still has % %', children,
      case when children = 1 then tg_argv[2] else tg_argv[2] || 's' end using errcode = 'PL409';
  end if;
  return new;
end $$;

-- A reference between tenant tables: a key within the tenant, and a live record at its end. With a noun the
-- referenced record cannot be deleted while it is in use, and the refusal counts what is in the way.
create procedure app.reference(child regclass, child_column name, parent regclass, noun text default null)
language plpgsql as $$
begin
  execute format('alter table %s add foreign key (tenant_id, %I) references %s (tenant_id, id)', child, child_column, parent);
  execute format('create trigger %I before insert or update of %I, deleted_at on %s for each row
    execute function app.require_live_parent(%L, %L)', 'b_live_' || child_column, child_column, child, child_column, parent);
  if noun is not null then
    execute format('create trigger %I before update of deleted_at on %s for each row
      when (old.deleted_at is null and new.deleted_at is not null) execute function app.refuse_delete_in_use(%L, %L, %L)',
      'b_in_use_by_' || child || '_' || child_column, parent, child, child_column, noun);
  end if;
end $$;

create table tenants (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  subdomain text not null check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  schema_name text not null check (schema_name ~ '^[a-z_][a-z0-9_]{0,62}$'),
  kind text not null default 'CUSTOMER' check (kind in ('OPERATOR', 'CUSTOMER')),
  contact_email text,
  mobile_no text,
  whats_app_no text,
  status text not null default 'ACTIVE' check (length(status) between 1 and 32),
  comment text
);
create unique index "409 name is already used by another tenant" on tenants (lower(name));
create unique index "409 subdomain is already used by another tenant" on tenants (lower(subdomain));
create unique index "409 schemaName is already used by another tenant" on tenants (schema_name);
create unique index one_operator on tenants (kind) where kind = 'OPERATOR';
call app.keep_stamps('tenants');
alter table tenants enable row level security, force row level security;
create policy tenant on tenants using (id = app.tenant_id()) with check (id = app.tenant_id());
-- Signing in starts from a name: only the functions below, which run as the owner, look across tenants.
create policy lookup on tenants for select to plinth_owner using (true);
grant select, insert, update on tenants to plinth_app;

create table status_changes (
  tenant_id uuid not null default app.tenant_id() references tenants,
  record_type text not null,
  record_id uuid not null,
  id uuid not null default uuidv7(),
  from_status text,
  to_status text not null,
  changed_at timestamptz not null default clock_timestamp(),
  changed_by uuid,
  primary key (tenant_id, record_type, record_id, id)
);
call app.protect('status_changes', 'select, insert');

create function app.record_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.status is distinct from new.status then
    insert into status_changes (tenant_id, record_type, record_id, from_status, to_status, changed_by)
    values (new.tenant_id, tg_table_name, new.id, case when tg_op = 'UPDATE' then old.status end, new.status, app.user_id());
  end if;
  return null;
end $$;

-- Every status a record has had, written in the same transaction as the change.
create procedure app.keep_status_history(tbl regclass) language plpgsql as $$
begin
  execute format('create trigger status_history after insert or update of status on %s for each row
    execute function app.record_status()', tbl);
end $$;

create table modules (
  id uuid primary key default uuidv7(),
  -- What permissions are matched by; it never changes, whatever the module is renamed to.
  key text not null unique,
  name text not null,
  description text,
  status boolean not null default true,
  platform boolean not null default false
);
grant select on modules to plinth_app;
insert into modules (key, name, platform)
select name, name, name in ('Tenants', 'Modules')
from unnest(array['Home', 'About', 'Tenants', 'User', 'Modules', 'Role', 'UserRoleMapping', 'Contracts', 'Projects',
  'Project Tasks', 'General Tasks', 'Inventories', 'Payroll', 'Vehicles', 'Vehicle Insurance', 'Attendance', 'Payments',
  'Estimations', 'Reports', 'GST', 'Notification', 'Reminders']) with ordinality as listed (name, position)
order by position;

create table users (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  username text not null check (length(username) between 1 and 200),
  email text,
  mobile_no text,
  designation text,
  is_active boolean not null default true,
  profile_image text,
  comment text,
  primary key (tenant_id, id),
  constraint "400 email or mobile number is required" check (email is not null or mobile_no is not null)
);
call app.keep_stamps('users');
create unique index "409 email is already used by another user" on users (tenant_id, lower(email)) where deleted_at is null;
create unique index "409 mobileNo is already used by another user" on users (tenant_id, mobile_no) where deleted_at is null;
call app.protect('users');

-- Apart from users, so that no answer made from a user can hold a hash.
create table user_passwords (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  hash text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('user_passwords');

create table roles (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  description text,
  primary key (tenant_id, id)
);
call app.keep_stamps('roles');
create unique index "409 name is already used by another role" on roles (tenant_id, lower(name)) where deleted_at is null;
call app.protect('roles');

create table role_permissions (
  tenant_id uuid not null default app.tenant_id(),
  role_id uuid not null,
  module_id uuid not null references modules,
  can_create boolean not null default false,
  can_view boolean not null default false,
  can_edit boolean not null default false,
  can_delete boolean not null default false,
  can_report boolean not null default false,
  primary key (tenant_id, role_id, module_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
call app.protect('role_permissions', 'select, insert, update, delete');

create table user_roles (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  role_id uuid not null,
  granted_at timestamptz not null default now(),
  granted_by uuid default app.user_id(),
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
call app.protect('user_roles', 'select, insert, delete');

create table sessions (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- Counts the refreshes; the hash is that of the refresh token of this generation.
  generation int not null default 0,
  refresh_hash bytea not null,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  ended_at timestamptz,
  ended_because text,
  user_agent text,
  address text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sessions_of_user on sessions (tenant_id, user_id);
call app.protect('sessions');

create table idempotency_keys (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  key text not null check (length(key) between 8 and 200),
  call text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('idempotency_keys', 'select, insert, update, delete');

-- Failed sign-ins per account and per address; not a tenant's, since the name may belong to nobody.
create table login_attempts (
  key text primary key,
  attempts int not null,
  window_ends_at timestamptz not null
);

-- Whether the caller holds a flag of a module through any of the roles.
create function app.may(module_key text, flag text) returns boolean language sql stable
  return exists (
    select from user_roles ur
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status
    where ur.tenant_id = app.tenant_id() and ur.user_id = app.user_id() and lower(m.key) = lower(module_key)
      and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
        when 'canDelete' then p.can_delete when 'canReport' then p.can_report end);

-- The way in for a signed-in call: takes tenant and user on for this transaction, and says 200 (go on), 401 (the
-- session, the user or the tenant is no longer good) or 403 (the flag is missing).
create function app.enter(tenant uuid, caller uuid, session uuid, module_key text, flag text) returns int
language plpgsql as $$
begin
  perform set_config('app.tenant_id', tenant::text, true), set_config('app.user_id', caller::text, true);
  if not exists (
    select from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.deleted_at is null
    join tenants t on t.id = s.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
    where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now()
  ) then return 401; end if;
  if module_key is not null and not app.may(module_key, flag) then return 403; end if;
  return 200;
end $$;

-- The person a sign-in names, if there is one who may sign in. It takes the tenant on for this transaction.
create function app.find_login(tenant_name text, login text)
returns table (tenant_id uuid, user_id uuid, password_hash text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := (select t.id from tenants t
    where lower(t.name) = lower(trim(tenant_name)) and t.status = 'ACTIVE' and t.deleted_at is null);
begin
  if tenant is null then return; end if;
  perform set_config('app.tenant_id', tenant::text, true);
  return query select u.tenant_id, u.id, p.hash from users u
    join user_passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = tenant and u.is_active and u.deleted_at is null
      and (lower(u.email) = lower(trim(login)) or u.mobile_no = trim(login));
end $$;

-- Counts an attempt before the password is tried, so that parallel attempts cannot outrun the limit. Returns the
-- seconds to wait, 0 when the attempt may go on.
create function app.reserve_login(attempt_key text, allowed int, window_length interval) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  counted login_attempts;
begin
  insert into login_attempts as a (key, attempts, window_ends_at) values (attempt_key, 1, now() + window_length)
  on conflict (key) do update set
    attempts = case when a.window_ends_at <= now() then 1 else least(a.attempts, allowed) + 1 end,
    window_ends_at = case when a.window_ends_at <= now() then now() + window_length else a.window_ends_at end
  returning * into counted;
  if counted.attempts <= allowed then return 0; end if;
  return greatest(1, ceil(extract(epoch from counted.window_ends_at - now())));
end $$;

-- A good sign-in forgets the account's failures and takes its own attempt off the address.
create function app.forgive_login(account_key text, address_key text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from login_attempts where key = account_key;
  update login_attempts set attempts = attempts - 1 where key = address_key and attempts > 0;
end;

create function app.search_tenant_names(pattern text) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select name from tenants where name ilike pattern and status = 'ACTIVE' and deleted_at is null
  order by lower(name) limit 10;
end;

create function app.operator_tenant() returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select id from tenants where kind = 'OPERATOR';
end;

-- Whether a tenant has this subdomain, whatever its name and its state.
create function app.is_subdomain_taken(wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from tenants where lower(subdomain) = lower(wanted));
end;
