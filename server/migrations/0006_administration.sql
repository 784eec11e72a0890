-- Administration: an operator's reach over companies, what nobody may do whatever their flags, profile images and
-- second factors.

-- The role for what only operators do: reads over every company's people and roles, and the one list of modules.
-- The server's login takes it on for single statements (app.reach_across), never by default.
grant usage on schema public, app to plinth_platform;
grant execute on function app.tenant_id(), app.user_id() to plinth_platform;
grant select on tenants, users, roles, role_permissions to plinth_platform;
create policy platform on tenants for select to plinth_platform using (true);
create policy platform on users for select to plinth_platform using (true);
create policy platform on roles for select to plinth_platform using (true);
create policy platform on role_permissions for select to plinth_platform using (true);

-- Companies: gone ones free their names; the operator's own stays.
drop index "409 name is already used by another tenant";
drop index "409 subdomain is already used by another tenant";
drop index "409 schemaName is already used by another tenant";
create unique index "409 name is already used by another tenant" on tenants (lower(name)) where deleted_at is null;
create unique index "409 subdomain is already used by another tenant" on tenants (lower(subdomain)) where deleted_at is null;
create unique index "409 schemaName is already used by another tenant" on tenants (schema_name) where deleted_at is null;
alter table tenants
  add column requires_second_factor boolean not null default false,
  add constraint "409 status The company of the operators stays active"
    check (kind = 'CUSTOMER' or (status = 'ACTIVE' and deleted_at is null));

-- Modules: built-in ones are what the product's own calls are guarded by.
alter table modules drop constraint modules_key_key, add column built_in boolean not null default true;
alter table modules alter column built_in set default false;
call app.keep_stamps('modules');
update modules m set description = said.description from (values
  ('Home', 'The start page'),
  ('About', 'What the product is'),
  ('Tenants', 'The companies of the installation'),
  ('User', 'People, how they sign in, and what they may do'),
  ('Modules', 'The list that permissions are given on'),
  ('Role', 'Roles and their permissions'),
  ('UserRoleMapping', 'Who holds which role'),
  ('Contracts', 'Tenders, contracts and their security deposits'),
  ('Projects', 'Projects, most of them from awarded contracts'),
  ('Project Tasks', 'The task tree that delivers a project'),
  ('General Tasks', 'Tasks of no project'),
  ('Inventories', 'Material and stock'),
  ('Payroll', 'Wages and salaries'),
  ('Vehicles', 'Vehicles and their papers'),
  ('Vehicle Insurance', 'Insurance of vehicles'),
  ('Attendance', 'Who was at work'),
  ('Payments', 'Payments and their papers'),
  ('Estimations', 'Estimates of cost'),
  ('Reports', 'Reports and exports'),
  ('GST', 'Goods and services tax'),
  ('Notification', 'What has happened'),
  ('Reminders', 'What is due')) as said (key, description) where m.key = said.key;
create unique index "409 name is the key of another module" on modules (lower(key)) where deleted_at is null;
create unique index "409 name is already used by another module" on modules (lower(name)) where deleted_at is null;
alter table modules add constraint "409 status This module is what administration rests on"
  check (status or key not in ('Tenants', 'User', 'Modules', 'Role', 'UserRoleMapping'));
grant select, insert, update on modules to plinth_platform;

-- Until the transaction ends no module is deleted: whoever deletes one comes before or after.
create function app.hold_modules() returns void language sql
begin atomic
  select pg_advisory_xact_lock_shared(hashtext('modules in use'));
end;

create function app.guard_module() returns trigger language plpgsql as $$
begin
  new.key := old.key;
  new.platform := old.platform;
  new.built_in := old.built_in;
  if old.deleted_at is null and new.deleted_at is not null then
    if old.built_in then
      raise exception 'It cannot be deleted: the product itself works with this module' using errcode = 'PL409';
    end if;
    -- Whoever grants a permission at this moment comes before or after.
    perform pg_advisory_xact_lock(hashtext('modules in use'));
    if exists (select from role_permissions p
      join roles r on r.tenant_id = p.tenant_id and r.id = p.role_id and r.deleted_at is null
      where p.module_id = old.id and (can_create or can_view or can_edit or can_delete or can_report)) then
      raise exception 'It cannot be deleted: roles still have permissions on it' using errcode = 'PL409';
    end if;
  end if;
  return new;
end $$;

create trigger guard before update on modules for each row execute function app.guard_module();

-- The flags of every role, one a row. Those on a module that is switched off are among them: they sleep, and count again
-- when it is back.
create view app.role_flags with (security_invoker) as
select p.tenant_id, p.role_id, m.id as module_id, m.name as module_name, m.platform, held.flag
from role_permissions p join modules m on m.id = p.module_id and m.deleted_at is null
cross join lateral (values ('canCreate', p.can_create), ('canView', p.can_view), ('canEdit', p.can_edit),
  ('canDelete', p.can_delete), ('canReport', p.can_report)) as held (flag, yes)
where held.yes;
grant select on app.role_flags to plinth_app;

-- The modules that roles of the transaction's company can have permissions on.
create view app.usable_modules with (security_invoker) as
select m.id, m.key, m.name, m.description, m.status from modules m where m.deleted_at is null
  and (not m.platform or exists (select from tenants t where t.id = app.tenant_id() and t.kind = 'OPERATOR'));
grant select on app.usable_modules to plinth_app;

-- What somebody holds in the company of this transaction, and through which roles.
create function app.flags_of(holder uuid) returns table (role_id uuid, module_id uuid, flag text) language sql stable
begin atomic
  select f.role_id, f.module_id, f.flag from user_roles ur
  join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
  join app.role_flags f on f.tenant_id = ur.tenant_id and f.role_id = ur.role_id
  where ur.tenant_id = app.tenant_id() and ur.user_id = holder;
end;

-- Set on the way in: the caller is an operator whose call may reach other companies; and whether it is in one now.
create function app.is_operator() returns boolean language sql stable
  return current_setting('app.operator', true) = 'on';
create function app.is_visiting() returns boolean language sql stable
  return current_setting('app.visiting', true) = 'on';

-- Nobody answers for themselves to the installation (no caller) or to the operator who visits a company.
create function app.is_unbound() returns boolean language sql stable
  return app.user_id() is null or app.is_visiting();

-- From here on an operator's statements are inside the company that the record (a company, a person, a role) is of.
create function app.step_into(record uuid) returns void language plpgsql as $$
declare
  own uuid := app.tenant_id();
  found_tenant uuid;
begin
  if not app.is_operator() then return; end if;
  perform set_config('role', 'plinth_platform', true);
  select t.id into found_tenant from tenants t where t.deleted_at is null and t.id = coalesce(
    (select u.tenant_id from users u where u.id = record), (select r.tenant_id from roles r where r.id = record), record);
  perform set_config('role', 'none', true);
  if found_tenant is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform set_config('app.tenant_id', found_tenant::text, true),
    set_config('app.visiting', case when found_tenant = own then 'off' else 'on' end, true);
end $$;

-- The operator's statements are inside a company that is about to be made.
create function app.found(company uuid) returns void language plpgsql as $$
begin
  if not app.is_operator() then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform set_config('app.tenant_id', company::text, true), set_config('app.visiting', 'on', true);
end $$;

-- Back into the operator's own company.
create function app.step_out(home uuid) returns void language sql
begin atomic
  select set_config('app.tenant_id', home::text, true), set_config('app.visiting', 'off', true);
end;

-- For an operator, until `reset role`: the people, roles and companies of the whole installation to read, and its modules
-- to change.
create function app.reach_across() returns void language plpgsql as $$
begin
  if app.is_operator() then perform set_config('role', 'plinth_platform', true); end if;
end $$;

-- Nobody grants what they do not hold, and flags of platform modules stay with the operator's people. What a role had
-- before is nobody's grant; what the statement itself has added to a role of the caller is not held yet.
create function app.guard_grid() returns trigger language plpgsql as $$
declare
  added app.role_flags[];
  fault text;
begin
  perform app.hold_modules();
  if exists (select from given g join modules m on m.id = g.module_id and m.deleted_at is not null) then
    raise exception 'Not found' using errcode = 'PL404';
  end if;
  if tg_op = 'INSERT' then
    added := array(select f from app.role_flags f join given g on g.role_id = f.role_id and g.module_id = f.module_id);
  else
    added := array(select f from app.role_flags f join before b on b.role_id = f.role_id and b.module_id = f.module_id
      where not case f.flag when 'canCreate' then b.can_create when 'canView' then b.can_view when 'canEdit' then b.can_edit
        when 'canDelete' then b.can_delete else b.can_report end);
  end if;
  select a.module_name into fault from unnest(added) a
  where a.platform and not exists (select from tenants t where t.id = a.tenant_id and t.kind = 'OPERATOR')
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'Permissions on % are for the operators of the installation', fault using errcode = 'PL403';
  end if;
  if app.is_unbound() then return null; end if;
  select a.flag || ' on ' || a.module_name into fault from unnest(added) a
  where not exists (select from app.flags_of(app.user_id()) mine
    where mine.module_id = a.module_id and mine.flag = a.flag and not exists (select from unnest(added) fresh
      where fresh.role_id = mine.role_id and fresh.module_id = mine.module_id and fresh.flag = mine.flag))
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'You cannot grant a permission you do not hold yourself: %', fault using errcode = 'PL403';
  end if;
  return null;
end $$;
create trigger guard_added after insert on role_permissions referencing new table as given
  for each statement execute function app.guard_grid();
create trigger guard_changed after update on role_permissions referencing old table as before new table as given
  for each statement execute function app.guard_grid();
-- A row of a grid never moves to another role or module.
revoke update on role_permissions from plinth_app;
grant update (can_create, can_view, can_edit, can_delete, can_report) on role_permissions to plinth_app;

-- A role goes to a live person of the same company, once, from somebody who holds every flag in it.
alter table user_roles rename constraint user_roles_pkey to "409 roleId This person already has this role.";
create function app.guard_mapping() returns trigger language plpgsql as $$
declare
  missing text;
begin
  -- The role first, as whoever edits it does.
  if not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = new.role_id and r.deleted_at is null for share)
    or not exists (select from users u where u.tenant_id = new.tenant_id and u.id = new.user_id and u.deleted_at is null for share)
  then raise exception 'Not found' using errcode = 'PL404'; end if;
  if app.is_unbound() then return new; end if;
  select f.flag || ' on ' || f.module_name into missing from app.role_flags f
  where f.tenant_id = new.tenant_id and f.role_id = new.role_id and not exists (
    select from app.flags_of(app.user_id()) mine where mine.module_id = f.module_id and mine.flag = f.flag)
  order by f.module_id limit 1;
  if missing is not null then
    raise exception 'You cannot give a role with a permission you do not hold yourself: %', missing using errcode = 'PL403';
  end if;
  return new;
end $$;
create trigger guard before insert on user_roles for each row execute function app.guard_mapping();

create function app.refuse_delete_of_held_role() returns trigger language plpgsql as $$
declare
  holders bigint := (select count(*) from user_roles ur
    join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.deleted_at is null
    where ur.tenant_id = old.tenant_id and ur.role_id = old.id);
begin
  if holders > 0 then
    raise exception 'It cannot be deleted: it is still held by % %', holders,
      case when holders = 1 then 'person' else 'people' end using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_held before update of deleted_at on roles for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.refuse_delete_of_held_role();

-- How somebody signs in is theirs, and for others only of people who can do nothing that the caller cannot: else a
-- new password would be the way to every flag.
create function app.require_not_above(person uuid) returns void language plpgsql stable as $$
begin
  if app.is_unbound() or person = app.user_id() then return; end if;
  if exists (select module_id, flag from app.flags_of(person)
    except select module_id, flag from app.flags_of(app.user_id())) then
    raise exception 'You cannot change how somebody signs in who may do more than you' using errcode = 'PL403';
  end if;
end $$;

create function app.guard_sign_in() returns trigger language plpgsql as $$
begin
  if tg_table_name <> 'users' then perform app.require_not_above(old.user_id);
  elsif new.email is distinct from old.email or new.mobile_no is distinct from old.mobile_no then
    perform app.require_not_above(old.id);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger guard before update of email, mobile_no on users for each row execute function app.guard_sign_in();
-- Whether the person chose the password themselves.
alter table user_passwords add column is_own boolean not null default false;
create trigger guard before update on user_passwords for each row execute function app.guard_sign_in();

-- An administrator can keep a company going: change people, change roles, and give roles. The last one stays.
create function app.has_administrator() returns boolean language sql stable
begin atomic
  select exists (
    select from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
    join modules m on m.id = p.module_id
    where u.tenant_id = app.tenant_id() and u.is_active and u.deleted_at is null
    group by u.id
    having bool_or(m.key = 'User' and p.can_edit) and bool_or(m.key = 'Role' and p.can_edit)
      and bool_or(m.key = 'UserRoleMapping' and p.can_create));
end;

-- Two administrators who remove each other at the same moment come one after the other.
create function app.note_administrator() returns trigger language plpgsql as $$
begin
  if app.tenant_id() is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('administrators'), hashtext(app.tenant_id()::text));
  perform set_config('app.had_administrator', app.has_administrator()::text, true);
  return null;
end $$;
create function app.keep_administrator() returns trigger language plpgsql as $$
begin
  if app.tenant_id() is not null and current_setting('app.had_administrator', true) = 'true' and not app.has_administrator() then
    raise exception 'The last administrator of a company stays: somebody must be able to change people and roles'
      using errcode = 'PL409';
  end if;
  return null;
end $$;
create procedure app.keep_an_administrator(tbl regclass, events text) language plpgsql as $$
begin
  execute format('create trigger administrator_before before %s on %s for each statement execute function app.note_administrator()', events, tbl);
  execute format('create trigger administrator_after after %s on %s for each statement execute function app.keep_administrator()', events, tbl);
end $$;
call app.keep_an_administrator('users', 'update of is_active, deleted_at');
call app.keep_an_administrator('user_roles', 'delete');
call app.keep_an_administrator('role_permissions', 'update or delete');
drop procedure app.keep_an_administrator;

-- Who is out is out for good: signing in again starts a session of its own.
create function app.end_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set ended_at = now(), ended_because = tg_argv[0]
  where s.tenant_id = (to_jsonb(new) ->> tg_argv[1])::uuid and s.ended_at is null
    and (tg_table_name = 'tenants' or s.user_id = new.id);
  return null;
end $$;
create trigger end_sessions after update of is_active, deleted_at on users for each row
  when (not new.is_active or new.deleted_at is not null) execute function app.end_sessions('deactivated', 'tenant_id');
create trigger end_sessions after update of status, deleted_at on tenants for each row
  when (new.status <> 'ACTIVE' or new.deleted_at is not null) execute function app.end_sessions('suspended', 'id');

-- One square picture for each person. Its id is in its address and known to nobody else; a new picture has a new one.
create table profile_images (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  content bytea not null check (octet_length(content) between 1 and 500000),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index profile_images_by_id on profile_images (tenant_id, id);
call app.protect('profile_images', 'select, insert, update, delete');

-- A time-based one-time password (RFC 6238). Secrets are sealed by the server. A pending one is in force only once its
-- first code is given; until then the one before it is. `last_step` is the last code used.
create table second_factors (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  sealed_secret bytea,
  confirmed_at timestamptz,
  pending_secret bytea,
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  check ((confirmed_at is null) = (sealed_secret is null))
);
call app.protect('second_factors', 'select, insert, update, delete');
create trigger guard before delete on second_factors for each row execute function app.guard_sign_in();

create or replace function app.may(module_key text, flag text) returns boolean language sql stable
  return exists (
    select from user_roles ur
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status and m.deleted_at is null
    where ur.tenant_id = app.tenant_id() and ur.user_id = app.user_id() and lower(m.key) = lower(module_key)
      and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
        when 'canDelete' then p.can_delete when 'canReport' then p.can_report end);

-- The way in for a signed-in call: takes tenant and user on for this transaction, and says 200 (go on), 401 (the
-- session, the user or the tenant is no longer good), 403 (the flag is missing) or 428 (the company asks for a second
-- factor that the caller has not set up). `platform` calls of an operator may reach other companies.
drop function app.enter(uuid, uuid, uuid, text, text);
create function app.enter(tenant uuid, caller uuid, session uuid, module_key text, flag text, platform boolean,
  out status int, out operator boolean)
language plpgsql as $$
declare
  company tenants;
begin
  perform set_config('app.tenant_id', tenant::text, true), set_config('app.user_id', caller::text, true);
  operator := false;
  select t.* into company from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.deleted_at is null
  join tenants t on t.id = s.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
  where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now();
  status := case when company.id is null then 401
    when module_key is null then 200
    when not app.may(module_key, flag) then 403
    when company.requires_second_factor and not exists (select from second_factors f
      where f.tenant_id = tenant and f.user_id = caller and f.confirmed_at is not null) then 428
    else 200 end;
  operator := status = 200 and platform and company.kind = 'OPERATOR';
  perform set_config('app.operator', case when operator then 'on' else 'off' end, true),
    set_config('app.visiting', 'off', true);
end $$;

alter function app.reserve_login(text, int, interval) rename to count_attempt;

-- An attempt that was good is taken off the count; the failures before it stay.
create function app.take_back_attempt(attempt_key text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update login_attempts set attempts = attempts - 1 where key = attempt_key and attempts > 0;
end;

-- Forgets the failed sign-ins of an account: an administrator lets somebody back in.
create function app.unlock_login(account_key text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from login_attempts where key = account_key;
end;

-- When a locked account may be tried again; null when it may be now.
create function app.locked_until(account_key text, allowed int) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select window_ends_at from login_attempts where key = account_key and attempts > allowed and window_ends_at > now();
end;
