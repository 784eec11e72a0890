-- The sample company knows that it is one, and can be erased to make room for a company of one's own.

alter table tenants
  add column is_sample boolean not null default false,
  -- Stays for good: a sample that was erased is not made again.
  add column sample_erased_at timestamptz,
  add constraint sample_is_a_customer check (not is_sample or (kind = 'CUSTOMER' and sample_erased_at is null));

-- One that is there already, where nothing of how it was made has changed.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants
    where kind = 'CUSTOMER' and name = 'Demo Infra' and subdomain = 'demo-infra' and deleted_at is null loop
    perform set_config('app.tenant_id', tenant::text, true);
    update tenants set is_sample = true where id = tenant and exists (
      select from users u where u.tenant_id = tenant and u.email = 'owner@demo.example' and u.deleted_at is null);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create function app.refuse_becoming_sample() returns trigger language plpgsql as $$
begin
  raise exception 'A company never becomes a sample: its records could be erased' using errcode = 'PL409';
end $$;
create trigger b_own_stays_own before update of is_sample on tenants for each row
  when (new.is_sample and not old.is_sample) execute function app.refuse_becoming_sample();

-- Whether a sample company was ever made, whatever has become of it, and whether it was erased.
create function app.sample_company(out is_made boolean, out is_erased boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce(bool_or(is_sample or sample_erased_at is not null), false),
    coalesce(bool_or(sample_erased_at is not null), false) from tenants;
end;

-- Every call about a sample company holds it until its transaction ends: whoever erases it waits for the calls under way,
-- and those that come meanwhile wait for the erasing.
create function app.hold_sample_calls(company uuid) returns void language sql
begin atomic
  select pg_advisory_xact_lock_shared(hashtext('calls of a sample'), hashtext(company::text));
end;

create or replace function app.enter(tenant uuid, caller uuid, session uuid, module_keys text[], flag text, platform boolean,
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
  if company.is_sample then
    perform app.hold_sample_calls(tenant);
    -- Waited for an erasing, the session may be gone.
    if not exists (select from sessions s where s.tenant_id = tenant and s.id = session and s.ended_at is null) then
      company := null;
    end if;
  end if;
  status := case when company.id is null then 401
    when module_keys is null then 200
    when not exists (select from unnest(module_keys) key where app.may(key, flag)) then 403
    when company.requires_second_factor and not exists (select from second_factors f
      where f.tenant_id = tenant and f.user_id = caller and f.confirmed_at is not null) then 428
    else 200 end;
  operator := status = 200 and platform and company.kind = 'OPERATOR';
  perform set_config('app.operator', case when operator then 'on' else 'off' end, true),
    set_config('app.visiting', 'off', true);
end $$;

create or replace function app.step_into(record uuid) returns void language plpgsql as $$
declare
  own uuid := app.tenant_id();
  found_tenant uuid;
  is_sample boolean;
begin
  if not app.is_operator() then return; end if;
  perform set_config('role', 'plinth_platform', true);
  select t.id, t.is_sample into found_tenant, is_sample from tenants t where t.deleted_at is null and t.id = coalesce(
    (select u.tenant_id from users u where u.id = record), (select r.tenant_id from roles r where r.id = record), record);
  perform set_config('role', 'none', true);
  if found_tenant is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  if is_sample then perform app.hold_sample_calls(found_tenant); end if;
  perform set_config('app.tenant_id', found_tenant::text, true),
    set_config('app.visiting', case when found_tenant = own then 'off' else 'on' end, true);
end $$;

-- Until the transaction ends nobody else does anything in the caller's sample company. Refused to who may do less than
-- somebody else there: to them the new company would be a way up.
create function app.hold_sample() returns void language plpgsql as $$
begin
  if not exists (select from tenants t where t.id = app.tenant_id() and t.is_sample) then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
  -- Of two who would wait for each other's call to end, one gives way at once.
  if not pg_try_advisory_xact_lock(hashtext('erasing a sample'), hashtext(app.tenant_id()::text)) then
    raise exception 'Somebody is erasing the sample company at this moment.' using errcode = 'PL409';
  end if;
  perform pg_advisory_xact_lock(hashtext('calls of a sample'), hashtext(app.tenant_id()::text));
  if exists (select from users u cross join lateral app.flags_of(u.id) theirs where u.tenant_id = app.tenant_id()
    and u.deleted_at is null and not exists (select from app.flags_of(app.user_id()) mine
      where mine.module_id = theirs.module_id and mine.flag = theirs.flag)) then
    raise exception 'You cannot erase the sample company: somebody in it may do more than you' using errcode = 'PL403';
  end if;
end $$;

-- Removes every record of the transaction's company, which must be a sample, for good; of its people only the keeper stays,
-- of its roles only those named. What the store still holds of its documents is noted as uploads that are to be taken back,
-- as is what was on its way in parts; the notes' ids are the answer.
create function app.erase_sample(keeper uuid, kept_roles uuid[]) returns uuid[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid := app.tenant_id();
  in_store uuid[];
begin
  perform from tenants t where t.id = company and t.is_sample for no key update;
  if not found then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
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
  update tenants t set is_sample = false, sample_erased_at = clock_timestamp() where t.id = company;
  return in_store;
end $$;
