-- The audit trail: who did what to which record, from where. Triggers write it in the transaction of the change itself,
-- nobody can change or remove an entry, and seals make it evident when somebody with power over the whole database has.

create table audit_entries (
  -- No key to tenants: the record an entry is about has one, and 50,000 entries of a sheet need not ask again.
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  at timestamptz not null default clock_timestamp(),
  -- Null: the installation itself.
  actor_id uuid,
  -- The actor is an operator of the installation, not of this company.
  is_operator boolean not null,
  session_id uuid,
  request_id text,
  -- The network address the request came from.
  address text,
  action text not null check (action in
    ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'SIGNED_IN', 'SESSION_ENDED', 'EXPORTED')),
  -- The table of the record.
  record_type text not null,
  record_id uuid,
  -- By column: [before, after] of a change, else the value it was made or removed with. A secret that was changed is null.
  changes jsonb not null default '{}',
  -- The seal that covers the entry.
  seal bigint,
  primary key (tenant_id, id)
);
create index audit_entries_of_record on audit_entries (tenant_id, record_id, id);
create index audit_entries_not_sealed on audit_entries (tenant_id, id) where seal is null;
call app.protect('audit_entries', 'select');

-- A seal covers the entries that bear its number: its digest is made of theirs and of the seal before it, so that none can
-- be changed, removed or added below it without every later digest being another.
create table audit_seals (
  tenant_id uuid not null default app.tenant_id() references tenants,
  number bigint not null check (number > 0),
  entries int not null check (entries > 0),
  digest bytea not null check (octet_length(digest) = 32),
  -- Of the digest, by a key that only the server has: who has just the database cannot make a chain of their own.
  signature text check (length(signature) between 1 and 100),
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, number)
);
call app.protect('audit_seals', 'select');

-- Only a company's sample records go with their trail, when they are erased; and a company never becomes a sample.
create function app.keep_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] and to_jsonb(old) -> tg_argv[0] = 'null' then
    return new;
  end if;
  raise exception 'The audit trail is only ever added to' using errcode = 'PL409';
end $$;
create trigger only_added before update or delete on audit_entries for each row execute function app.keep_trail('seal');
create trigger only_added before update or delete on audit_seals for each row execute function app.keep_trail('signature');
create trigger never_emptied before truncate on audit_entries for each statement execute function app.keep_trail();
create trigger never_emptied before truncate on audit_seals for each statement execute function app.keep_trail();

-- Adds an entry to the trail of the transaction's company, in the name of whoever acts in it.
create function app.note(action text, record_type text, record uuid, changes jsonb default '{}') returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
begin
  insert into audit_entries (actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
  values (app.user_id(), app.is_visiting() is true, (origin ->> 'session')::uuid, origin ->> 'request', origin ->> 'address',
    action, record_type, record, changes);
end $$;
-- What the server itself may add: that records were taken out of it.
revoke execute on function app.note(text, text, uuid, jsonb) from plinth_app;
create function app.note_export(record_type text, told jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select app.note('EXPORTED', record_type, null, told);
end;

-- What is done outside any company leaves no entry, and erasing a sample company takes its trail along.
create function app.is_audited() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select app.tenant_id() is not null and (current_setting('app.erasing', true) is distinct from 'on'
    or not exists (select from tenants t where t.id = app.tenant_id() and t.is_sample));
end;

-- An entry for each row that a statement made or removed. Arguments: the column that names the record, and the columns
-- that are not told.
create function app.audit_rows() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  origin jsonb := coalesce(nullif(current_setting('app.origin', true), ''), '{}')::jsonb;
  made_as text := case tg_table_name when 'sessions' then 'SIGNED_IN' else 'CREATED' end;
begin
  if not app.is_audited() then return null; end if;
  if tg_op = 'INSERT' then
    insert into audit_entries (actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
    select app.user_id(), app.is_visiting() is true, (origin ->> 'session')::uuid, origin ->> 'request', origin ->> 'address',
      made_as, tg_table_name, (stored ->> tg_argv[0])::uuid, jsonb_strip_nulls(stored - tg_argv[1]::text[])
    from (select to_jsonb(m) as stored from made m) rows;
  else
    insert into audit_entries (actor_id, is_operator, session_id, request_id, address, action, record_type, record_id, changes)
    select app.user_id(), app.is_visiting() is true, (origin ->> 'session')::uuid, origin ->> 'request', origin ->> 'address',
      'DELETED', tg_table_name, (stored ->> tg_argv[0])::uuid, jsonb_strip_nulls(stored - tg_argv[1]::text[])
    from (select to_jsonb(g) as stored from gone g) rows;
  end if;
  return null;
end $$;

-- An entry for a row that was changed. Arguments: the column that names the record, the columns that are not told, secrets
-- of which only the fact is told, and columns that tell which row it is.
create function app.audit_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changes jsonb;
begin
  if not app.is_audited() then return null; end if;
  select coalesce(jsonb_object_agg(said.key, case when said.key <> all (tg_argv[2]::text[])
    then jsonb_build_array(before -> said.key, said.value) end), '{}') into changes
  from jsonb_each(after - tg_argv[1]::text[]) said
  where said.value <> before -> said.key or said.key = any (tg_argv[3]::text[]);
  perform app.note(case when tg_table_name = 'sessions' then 'SESSION_ENDED'
      when before -> 'deleted_at' = 'null' and after -> 'deleted_at' <> 'null' then 'DELETED'
      when before -> 'deleted_at' <> 'null' and after -> 'deleted_at' = 'null' then 'RESTORED' else 'CHANGED' end,
    tg_table_name, (after ->> tg_argv[0])::uuid, changes);
  return null;
end $$;

-- Every row of a table that is made, changed or removed leaves an entry. `record` names the record that it is about;
-- columns that are `dull` follow from others and are not told, of `secrets` only that they changed. Called once more after
-- a migration has added columns, it takes them in.
create procedure app.keep_audit(tbl regclass, record name default 'id', dull text[] default '{}', secrets text[] default '{}')
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
  execute format('drop trigger if exists z_audit_made on %1$s; drop trigger if exists z_audit_changed on %1$s;
    drop trigger if exists z_audit_gone on %1$s;
    create trigger z_audit_made after insert on %1$s referencing new table as made for each statement
      execute function app.audit_rows(%2$L, %3$L);
    create trigger z_audit_changed after update on %1$s for each row when (%4$s)
      execute function app.audit_change(%2$L, %5$L, %6$L, %7$L);
    create trigger z_audit_gone after delete on %1$s referencing old table as gone for each statement
      execute function app.audit_rows(%2$L, %3$L)',
    tbl, record, untold || secrets, watched, untold, secrets, names_row);
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

-- One entry as the digest of its seal reads it.
create function app.audit_text(entry audit_entries) returns bytea language sql immutable
return convert_to(jsonb_build_array(entry.tenant_id, entry.id, extract(epoch from entry.at), entry.actor_id, entry.is_operator,
  entry.session_id, entry.request_id, entry.address, entry.action, entry.record_type, entry.record_id, entry.changes)::text, 'UTF8');

-- The digest of a seal of the transaction's company: of the one before it, and of every entry that bears its number.
create function app.audit_digest(seal_number bigint) returns bytea language sql stable
begin atomic
  select sha256(coalesce((select s.digest from audit_seals s where s.tenant_id = app.tenant_id() and s.number = seal_number - 1), '')
    || coalesce((select string_agg(sha256(app.audit_text(e)), '' order by e.id) from audit_entries e
      where e.tenant_id = app.tenant_id() and e.seal = seal_number), ''));
end;

create index audit_entries_by_seal on audit_entries (tenant_id, seal) where seal is not null;

-- Seals what the trail of the company has not sealed yet, the oldest first; null when there is nothing, or somebody is at it.
create function app.seal_audit(company uuid, most int default 5000, out number bigint, out digest bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sealed bigint;
begin
  perform set_config('app.tenant_id', company::text, true);
  if not pg_try_advisory_xact_lock(hashtext('sealing the audit trail'), hashtext(company::text)) then return; end if;
  number := coalesce((select max(s.number) from audit_seals s where s.tenant_id = company), 0) + 1;
  update audit_entries e set seal = seal_audit.number where e.tenant_id = company and e.id = any (array(
    select n.id from audit_entries n where n.tenant_id = company and n.seal is null order by n.id limit most));
  get diagnostics sealed = row_count;
  if sealed = 0 then
    number := null;
    return;
  end if;
  digest := app.audit_digest(number);
  insert into audit_seals (tenant_id, number, entries, digest) values (company, number, sealed, digest);
end $$;

create function app.sign_audit_seal(company uuid, seal_number bigint, seal_signature text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.tenant_id', company::text, true);
  update audit_seals s set signature = seal_signature
  where s.tenant_id = company and s.number = seal_number and s.signature is null;
end $$;

-- The companies whose trail has entries without a seal.
create function app.audit_to_seal() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from audit_entries e where e.tenant_id = company and e.seal is null) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Over all companies: how many entries have no seal, and for how many seconds the oldest has had none.
create function app.audit_unsealed(out entries bigint, out oldest float8)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
  found_entries bigint;
  since timestamptz;
  earliest timestamptz;
begin
  entries := 0;
  for company in select app.audit_to_seal() loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), min(e.at) into found_entries, since from audit_entries e where e.tenant_id = company and e.seal is null;
    entries := entries + found_entries;
    earliest := least(earliest, since);
  end loop;
  perform set_config('app.tenant_id', '', true);
  oldest := coalesce(extract(epoch from clock_timestamp() - earliest), 0);
end $$;

-- What is wrong with the trail of the transaction's company between two seals: every digest is made anew.
create function app.audit_faults(first_seal bigint, last_seal bigint) returns table (number bigint, fault text)
language sql stable
begin atomic
  select n.number, case
    when s.number is null then 'The seal is gone.'
    when s.entries <> counted.entries then 'Entries were added or removed.'
    else 'Entries were changed, or the seal before it was.' end as fault
  from generate_series(first_seal, last_seal) n (number)
  left join audit_seals s on s.tenant_id = app.tenant_id() and s.number = n.number
  cross join lateral (select count(*) as entries from audit_entries e
    where e.tenant_id = app.tenant_id() and e.seal = n.number) counted
  where s.number is null or s.entries <> counted.entries or s.digest <> app.audit_digest(n.number)
  order by 1;
end;

-- Who may read and export the trail: in companies that are there already, whoever may do so with everything else.
insert into modules (key, name, description, built_in)
values ('Audit Trail', 'Audit Trail', 'Who did what, when and from where', true);
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants where kind = 'CUSTOMER' loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into role_permissions (tenant_id, role_id, module_id, can_create, can_view, can_edit, can_delete, can_report)
    select r.tenant_id, r.id, m.id, held.can_create, true, held.can_edit, held.can_delete, true
    from roles r cross join modules m cross join lateral (
      select bool_and(coalesce(p.can_view and p.can_report, false)) as reads,
        bool_and(coalesce(p.can_create, false)) as can_create, bool_and(coalesce(p.can_edit, false)) as can_edit,
        bool_and(coalesce(p.can_delete, false)) as can_delete
      from modules known left join role_permissions p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.module_id = known.id
      where known.built_in and not known.platform and known.deleted_at is null and known.key <> 'Audit Trail') held
    where m.key = 'Audit Trail' and r.deleted_at is null and held.reads;
  end loop;
  -- Of the operators, whoever may change companies and modules.
  for tenant in select id from tenants where kind = 'OPERATOR' loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into role_permissions (tenant_id, role_id, module_id, can_view, can_report)
    select r.tenant_id, r.id, m.id, true, true from roles r cross join modules m
    where m.key = 'Audit Trail' and r.deleted_at is null and (select count(*) from role_permissions p join modules known on known.id = p.module_id
      where p.tenant_id = r.tenant_id and p.role_id = r.id and known.platform and p.can_edit) = 2;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Taking the files of a deleted document out of the store is no edit of it.
drop trigger a_stamp on documents;
create trigger a_stamp before insert or update on documents for each row
  execute function app.stamp('{is_erased}', '{entity_id}');

create or replace function app.erase_sample(keeper uuid, kept_roles uuid[]) returns uuid[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid := app.tenant_id();
  in_store uuid[];
begin
  perform from tenants t where t.id = company and t.is_sample for no key update;
  if not found then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
  perform set_config('app.erasing', 'on', true);
  -- Whoever signs in at this moment holds their password, and then has a session.
  delete from user_passwords p where p.tenant_id = company and p.user_id <> keeper;
  delete from sessions s where s.tenant_id = company;
  delete from second_factors f where f.tenant_id = company;
  delete from profile_images i where i.tenant_id = company;
  delete from idempotency_keys k where k.tenant_id = company;
  delete from list_columns l where l.tenant_id = company;
  delete from list_views l where l.tenant_id = company;

  insert into document_uploads (tenant_id, id, entity_type, entity_id, file_name, size, doc_type, seen_at)
  select company, d.id, d.entity_type, company, 'erased', d.size, 'erased', to_timestamp(0) from documents d
  where d.tenant_id = company and not d.is_erased;
  update document_uploads u set seen_at = to_timestamp(0) where u.tenant_id = company and u.store_attempt is not null;
  in_store := array(select u.id from document_uploads u where u.tenant_id = company and u.seen_at = to_timestamp(0));
  delete from documents d where d.tenant_id = company;

  delete from tasks t where t.tenant_id = company;
  delete from projects p where p.tenant_id = company;
  delete from security_deposits d where d.tenant_id = company;
  delete from contracts c where c.tenant_id = company;
  delete from contract_import_failures f where f.tenant_id = company;
  delete from contract_imports i where i.tenant_id = company;
  delete from status_changes s where s.tenant_id = company;
  delete from contract_figures f where f.tenant_id = company;
  delete from deposit_figures f where f.tenant_id = company;

  delete from user_roles r where r.tenant_id = company and (r.user_id <> keeper or r.role_id <> all (kept_roles));
  delete from role_permissions p where p.tenant_id = company and p.role_id <> all (kept_roles);
  delete from roles r where r.tenant_id = company and r.id <> all (kept_roles);
  delete from users u where u.tenant_id = company and u.id <> keeper;
  delete from audit_entries e where e.tenant_id = company;
  delete from audit_seals s where s.tenant_id = company;
  update tenants t set is_sample = false, sample_erased_at = clock_timestamp() where t.id = company;
  return in_store;
end $$;
