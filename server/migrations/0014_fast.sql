-- What every call asks, and what the lists ask most, made as cheap as it can be.

-- What the people of a company may do follows from many rows. Who has asked for it need not ask again until one of them has
-- changed: here such changes are counted, once they are all made. A role goes only when nobody holds it any more.
create table access_versions (
  tenant_id uuid primary key default app.tenant_id() references tenants,
  version bigint not null default 1 check (version > 0)
);
call app.protect('access_versions', 'select');

create function app.count_access_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  own text := coalesce(current_setting('app.tenant_id', true), '');
  company uuid;
begin
  for company in select t.id from tenants t where t.id = (changed ->> tg_argv[0])::uuid or tg_table_name = 'modules' order by 1 loop
    continue when current_setting('app.counted', true) = company::text;
    perform set_config('app.tenant_id', company::text, true);
    insert into access_versions as v (tenant_id) values (company) on conflict (tenant_id) do update set version = v.version + 1;
    perform set_config('app.counted', company::text, true);
  end loop;
  perform set_config('app.tenant_id', own, true);
  return null;
end $$;

-- At the end of the transaction: two that change rights of one company wait for each other no longer than that takes.
create procedure app.count_access_changes(tbl regclass, company name, events text) language plpgsql as $$
begin
  execute format('create constraint trigger access_changed after %s on %s deferrable initially deferred
    for each row execute function app.count_access_change(%L)', events, tbl, company);
end $$;
call app.count_access_changes('tenants', 'id', 'update of status, deleted_at, kind, requires_second_factor, is_sample');
call app.count_access_changes('users', 'tenant_id', 'update of is_active, deleted_at');
call app.count_access_changes('user_roles', 'tenant_id', 'insert or update or delete');
call app.count_access_changes('role_permissions', 'tenant_id', 'insert or update or delete');
call app.count_access_changes('second_factors', 'tenant_id', 'insert or update of confirmed_at or delete');
call app.count_access_changes('modules', 'id', 'insert or update or delete');
drop procedure app.count_access_changes;

-- The way in for a signed-in call: takes tenant and user on for this transaction, or fails as PL401 (the session, the user
-- or the tenant is no longer good), PL403 (the flag is missing on every one of the modules) or PL428 (the company asks for a
-- second factor that the caller has not set up). It fails rather than tells, so that nothing sent along with it is done for
-- who may not come in. Answers whether this is an operator whose `platform` call may reach other companies, and the version
-- of the company's rights at which that was found. Who was let in for the same thing at the `known` version is let in by
-- their session alone, and answered nothing.
drop function app.enter(uuid, uuid, uuid, text[], text, boolean);
create function app.enter(tenant uuid, caller uuid, session uuid, module_keys text[], flag text, platform boolean, origin text, known bigint)
returns jsonb language plpgsql as $$
declare
  company_kind text;
  found_version bigint;
  is_sample boolean;
  may boolean;
  lacks_factor boolean;
  operator boolean;
  -- What is assigned is worked out at once, where a query would first be prepared.
  set_to text;
begin
  set_to := set_config('app.tenant_id', tenant::text, true);
  set_to := set_config('app.user_id', caller::text, true);
  set_to := set_config('app.origin', origin, true);
  set_to := set_config('app.visiting', 'off', true);
  set_to := set_config('app.operator', 'off', true);
  if not platform and exists (select from sessions s
    where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now()
      and known = coalesce((select v.version from access_versions v where v.tenant_id = tenant), 0))
  then
    return null;
  end if;
  select t.kind, t.is_sample, coalesce((select v.version from access_versions v where v.tenant_id = tenant), 0),
    module_keys is null or exists (
      select from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
      join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
      join modules m on m.id = p.module_id and m.status and m.deleted_at is null
      where ur.tenant_id = tenant and ur.user_id = caller and m.key = any (module_keys)
        and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
          when 'canDelete' then p.can_delete when 'canReport' then p.can_report end),
    module_keys is not null and t.requires_second_factor and not exists (select from second_factors f
      where f.tenant_id = tenant and f.user_id = caller and f.confirmed_at is not null)
  into company_kind, is_sample, found_version, may, lacks_factor
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.deleted_at is null
  join tenants t on t.id = s.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
  where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now();
  if is_sample then
    perform app.hold_sample_calls(tenant);
    -- Waited for an erasing, the session may be gone.
    if not exists (select from sessions s where s.tenant_id = tenant and s.id = session and s.ended_at is null) then
      company_kind := null;
    end if;
  end if;
  if company_kind is null then raise exception 'Please sign in.' using errcode = 'PL401'; end if;
  if not may then raise exception 'You do not have permission to do this.' using errcode = 'PL403'; end if;
  if lacks_factor then raise sqlstate 'PL428'; end if;
  operator := platform and company_kind = 'OPERATOR';
  if operator then set_to := set_config('app.operator', 'on', true); end if;
  -- Of a sample company everything is asked each time: it may be erased.
  return jsonb_build_object('operator', operator, 'version', case when not is_sample then found_version end);
end $$;

-- A search by a word of the name reads this, and no contract: it stands in the index by status.
alter table contracts add column folded_name text not null generated always as (lower(contract_name)) stored;
drop index contracts_by_status;
create index contracts_by_status on contracts (tenant_id, status, created_at, id) include (folded_name) where deleted_at is null;

-- What triggers append for a record is of the company that the record is of, which has a key to its company. Asking once more
-- for each row makes everybody who writes in a company at the same time wait for its one row in tenants.
alter table status_changes drop constraint status_changes_tenant_id_fkey;
alter table contract_figures drop constraint contract_figures_tenant_id_fkey;
alter table deposit_figures drop constraint deposit_figures_tenant_id_fkey;

-- The first status of every row that a statement made, as one statement.
create function app.record_first_status() returns trigger language plpgsql as $$
begin
  insert into status_changes (tenant_id, record_type, record_id, to_status, changed_by)
  select m.tenant_id, tg_table_name, m.id, m.status, app.user_id() from made m;
  return null;
end $$;

create or replace procedure app.keep_status_history(tbl regclass) language plpgsql as $$
begin
  execute format('drop trigger if exists status_history on %1$s;
    create trigger status_first after insert on %1$s referencing new table as made for each statement
      execute function app.record_first_status();
    create trigger status_history after update of status on %1$s for each row
      when (old.status is distinct from new.status) execute function app.record_status()', tbl);
end $$;
call app.keep_status_history('contracts');
call app.keep_status_history('security_deposits');
call app.keep_status_history('projects');
call app.keep_status_history('tasks');

create or replace function app.record_status() returns trigger language plpgsql as $$
begin
  insert into status_changes (tenant_id, record_type, record_id, from_status, to_status, changed_by)
  values (new.tenant_id, tg_table_name, new.id, old.status, new.status, app.user_id());
  return null;
end $$;

-- Of each new contract a row is appended: nothing more is called unless something may be folded.
create or replace function app.count_new_contracts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), count(*), coalesce(sum(paper_cost), 0)
  from given where deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  if random() * 100 <= appended then perform app.fold_figures(100); end if;
  return null;
end $$;

-- An entry for each row that a statement made or removed, as app.audit_rows wrote it, by a function made for each table: it
-- names the columns that are told, and so builds what is told of a row at once, without those that are empty.
create function app.audit_told(tbl regclass, untold text[]) returns text language sql stable
return (select coalesce('json_object(' || string_agg(format('%L: r.%I', attname, attname), ', ' order by attnum)
    || ' absent on null returning jsonb)', '''{}''::jsonb') from pg_attribute
  where attrelid = tbl and attnum > 0 and not attisdropped and attname <> all (untold));

create or replace procedure app.keep_audit(tbl regclass, record name default 'id', dull text[] default '{}', secrets text[] default '{}')
language plpgsql as $$
declare
  untold text[] := dull || record::text || '{tenant_id,id,created_at,created_by,updated_at,updated_by,deleted_at,deleted_by}';
  watched text;
  names_row text[];
begin
  -- What follows from other columns, or is summed from other rows by triggers, is nobody's act.
  select untold || coalesce(array_agg(attname::text), '{}') into untold from pg_attribute
  where attrelid = tbl and attnum > 0 and not attisdropped and (attgenerated <> '' or attname ~ '^below_|sub_tasks$');
  select string_agg(format('old.%1$I is distinct from new.%1$I', attname), ' or ') into watched from pg_attribute
  where attrelid = tbl and attnum > 0 and not attisdropped and (attname = 'deleted_at' or attname <> all (untold));
  select coalesce(array_agg(a.attname::text), '{}') into names_row from pg_index i
  join pg_attribute a on a.attrelid = tbl and a.attnum = any (i.indkey)
  where i.indrelid = tbl and i.indisprimary and a.attname <> all (array['tenant_id', 'id', record]);
  execute format($made$
    create or replace function app.audit_rows_of_%1$s() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    declare
      origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
      from_session uuid := origin ->> 'session';
      from_request text := origin ->> 'request';
      from_address text := origin ->> 'address';
      company uuid := app.tenant_id();
      actor uuid := app.user_id();
      by_operator boolean := app.is_visiting() is true;
    begin
      if company is null or (current_setting('app.erasing', true) = 'on' and not app.is_audited()) then return null; end if;
      insert into audit_entries
        (tenant_id, actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
      select company, actor, by_operator, from_session, from_request, from_address,
        case when tg_op = 'DELETE' then 'DELETED' else %2$L end, tg_table_name, r.%3$I,
        %4$s
      from changed r;
      return null;
    end $body$;
    drop trigger if exists z_audit_made on %1$s; drop trigger if exists z_audit_changed on %1$s;
    drop trigger if exists z_audit_gone on %1$s;
    create trigger z_audit_made after insert on %1$s referencing new table as changed for each statement
      execute function app.audit_rows_of_%1$s();
    create trigger z_audit_gone after delete on %1$s referencing old table as changed for each statement
      execute function app.audit_rows_of_%1$s();
    create trigger z_audit_changed after update on %1$s for each row when (%5$s)
      execute function app.audit_change(%3$L, %6$L, %7$L, %8$L)
  $made$, tbl, case tbl::text when 'sessions' then 'SIGNED_IN' else 'CREATED' end, record,
    app.audit_told(tbl, untold || secrets), watched, untold, secrets, names_row);
end $$;

call app.keep_audit('tenants', dull => '{is_sample,sample_erased_at}');
call app.keep_audit('modules');
call app.keep_audit('users');
call app.keep_audit('user_passwords', 'user_id', '{changed_at}', '{hash}');
call app.keep_audit('second_factors', 'user_id', '{last_step}', '{sealed_secret,pending_secret,recovery_hashes}');
call app.keep_audit('profile_images', 'user_id', '{}', '{content}');
call app.keep_audit('sessions', 'user_id', '{generation,refresh_hash,rotated_at,expires_at}');
call app.keep_audit('roles');
call app.keep_audit('role_permissions', 'role_id');
call app.keep_audit('user_roles', 'user_id', '{granted_at,granted_by}');
call app.keep_audit('contracts', dull => '{import_fingerprint}');
call app.keep_audit('contract_imports',
  dull => '{rows_expected,rows_read,created,failed,headings,ignored_columns,seen_at,started_at,started_by,finished_at,undone_by}');
call app.keep_audit('security_deposits');
call app.keep_audit('projects');
call app.keep_audit('tasks', dull => '{level,parent_level,position}');
call app.keep_audit('documents', dull => '{is_erased,has_pictures}');
drop function app.audit_rows();

-- Every entry is updated once, by its seal: what else an update changes is compared as the row is stored, not as JSON.
create or replace function app.keep_trail() returns trigger language plpgsql as $$
declare
  is_open boolean;
begin
  if tg_op = 'DELETE' and exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
  if tg_op = 'UPDATE' then
    if tg_argv[0] = 'seal' then
      is_open := old.seal is null;
      old.seal := new.seal;
    else
      is_open := old.signature is null;
      old.signature := new.signature;
    end if;
    if is_open and new *= old then return new; end if;
  end if;
  raise exception 'The audit trail is only ever added to' using errcode = 'PL409';
end $$;
