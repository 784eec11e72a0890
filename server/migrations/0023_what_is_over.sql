-- What is kept for a while only: it tells nobody what it was made of, and goes when its time is over.

-- What a create asked for was kept as a digest that anybody can make, with the password of a new person in it, and under names
-- that belong to nobody failed sign-ins were. Emptied by truncating: of rows that are deleted the bytes stay in the file for a while.
truncate idempotency_keys;
alter table idempotency_keys drop column call,
  add column asked bytea not null check (octet_length(asked) = 32),
  -- Of what is secret in what was asked for, as passwords are kept.
  add column secrets_hash text;
truncate login_attempts;

create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
create index sessions_by_end on sessions (tenant_id, expires_at);
create index login_attempts_by_end on login_attempts (window_ends_at);
create index contact_messages_by_mailing on contact_messages (mailed_at) where mailed_at is not null;

-- Counts an attempt before it is judged, so that parallel ones cannot outrun the limit. Returns the seconds to wait, 0 when
-- the attempt may go on. Under a key that has to wait nothing is written any more, however often it is tried.
create or replace function app.count_attempt(attempt_key text, allowed int, window_length interval) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  known login_attempts;
begin
  select a.* into known from login_attempts a where a.key = attempt_key and a.attempts > allowed and a.window_ends_at > now();
  if not found then
    insert into login_attempts as a (key, attempts, window_ends_at) values (attempt_key, 1, now() + window_length)
    on conflict (key) do update set
      attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then now() + window_length else a.window_ends_at end
    where a.attempts <= allowed or a.window_ends_at <= now()
    returning * into known;
    if not found then
      -- Somebody else has just used up the last one.
      select a.* into known from login_attempts a where a.key = attempt_key;
    end if;
    if known.attempts <= allowed then return 0; end if;
  end if;
  return greatest(1, ceil(extract(epoch from known.window_ends_at - now())));
end $$;

-- The next three take away what is over, at most so many rows, and answer how many there were. What somebody else is taking
-- away or writing at the same moment is left to them.

create function app.sweep_login_attempts(most int) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with gone as (delete from login_attempts where key = any (array(
    select a.key from login_attempts a where a.window_ends_at <= now() order by a.window_ends_at limit most for update skip locked))
    returning 1)
  select count(*) from gone;
end;

-- Of messages that were mailed. How long they are kept is no choice of the caller's.
create function app.sweep_contact_messages(most int) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with gone as (delete from contact_messages where id = any (array(
    select m.id from contact_messages m where m.mailed_at < now() - interval '365 days' order by m.mailed_at limit most for update skip locked))
    returning 1)
  select count(*) from gone;
end;

-- Of one company. A session that has lasted its time is over whatever became of it; each person's newest stays, since it tells
-- when they last signed in.
create function app.sweep_sessions(company uuid, most int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  perform set_config('app.tenant_id', company::text, true), set_config('app.sweeping', 'on', true);
  delete from sessions where tenant_id = company and id = any (array(
    select s.id from sessions s where s.tenant_id = company and s.expires_at < now()
      and exists (select from sessions n where n.tenant_id = company and n.user_id = s.user_id and n.expires_at > s.expires_at)
    order by s.expires_at limit most for update skip locked));
  get diagnostics gone = row_count;
  perform set_config('app.sweeping', 'off', true);
  return gone;
end $$;

-- That time has gone by is nobody's deed. Nobody but the function above, and who erases the sample company, can remove a session.
drop trigger z_audit_gone on sessions;
create trigger z_audit_gone after delete on sessions referencing old table as changed for each statement
  when (current_setting('app.sweeping', true) is distinct from 'on') execute function app.audit_rows_of_sessions();

-- The companies that have something of their own to sweep; each is swept by itself.

create function app.companies_with_old_sessions() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from sessions s where s.tenant_id = company and s.expires_at < now()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create function app.companies_with_old_keys(kept interval) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from idempotency_keys k where k.tenant_id = company and k.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

grant execute on function app.sweep_login_attempts, app.sweep_contact_messages, app.sweep_sessions, app.companies_with_old_sessions,
  app.companies_with_old_keys to plinth_app;
