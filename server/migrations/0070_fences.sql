-- What a second person or a password stands behind: bank accounts of parties, and addresses of calendars.

-- Verifying an account says that it belongs to a party of this name and these numbers: it holds for as long as they stay.
alter table party_banks
  -- Of what the person who verified it saw.
  add column verified_digest text,
  -- Who had verified it before the party changed.
  add column last_verified_by uuid,
  add column last_verified_at timestamptz;
grant update (verified_digest) on party_banks to plinth_app;
-- With the digest, a reader of the trail could try account numbers until one fits.
call app.keep_audit('party_banks', dull => '{verified_digest,last_verified_by,last_verified_at}', secrets => '{account_no}');

-- SHA-256 of an account and of whose it is: name, PAN and TAN. A GSTIN counts by the PAN in it, and one of a deductor by its TAN.
create function app.bank_digest(bank party_banks) returns text language sql stable
return (select encode(sha256(convert_to(jsonb_build_array(bank.account_no, bank.ifsc, bank.holder, p.legal_name, p.pan, p.tan,
    (select jsonb_agg(distinct substr(g.gstin, 3, 10)) from party_gstins g
      where g.tenant_id = p.tenant_id and g.party_id = p.id and g.deleted_at is null and app.is_deductors_gstin(g.gstin)))::text, 'UTF8')), 'hex')
  from parties p where p.tenant_id = bank.tenant_id and p.id = bank.party_id);
grant execute on function app.bank_digest to plinth_app;

-- Who changed what of a party that its accounts are verified with.
create function app.identity_changes(party uuid, since timestamptz)
returns table (field text, before text, after text, changed_at timestamptz, changed_by uuid) language sql stable
begin atomic
  select c.key, c.value ->> 0, c.value ->> 1, e.at, e.actor_id from audit_entries e cross join jsonb_each(e.changes) c
  where e.tenant_id = app.tenant_id() and e.record_id = party and e.record_type = 'parties' and e.action = 'CHANGED' and e.at > since
    and c.key in ('legal_name', 'pan', 'tan')
  union all
  select 'gstin', case e.action when 'DELETED' then g.gstin end, case e.action when 'CREATED' then g.gstin end, e.at, e.actor_id
  from party_gstins g join audit_entries e on e.tenant_id = g.tenant_id and e.record_id = g.id and e.record_type = 'party_gstins'
    and e.action in ('CREATED', 'DELETED') and e.at > since
  where g.tenant_id = app.tenant_id() and g.party_id = party and app.is_deductors_gstin(g.gstin);
end;
grant execute on function app.identity_changes to plinth_app;

create or replace function app.guard_party_bank() returns trigger language plpgsql as $$
declare
  is_verifying boolean := tg_op = 'UPDATE' and new.verified_at is not null
    and (old.verified_at is null or new.verified_digest is distinct from old.verified_digest);
begin
  if tg_op = 'INSERT' then
    new.verified_by := null;
    new.verified_at := null;
    new.verified_digest := null;
    new.last_verified_by := null;
    new.last_verified_at := null;
    return new;
  end if;
  if (new.party_id, new.account_no, new.ifsc, new.holder) is distinct from (old.party_id, old.account_no, old.ifsc, old.holder) then
    raise exception 'An account is not changed: enter another one.' using errcode = 'PL409';
  end if;
  new.last_verified_by := old.last_verified_by;
  new.last_verified_at := old.last_verified_at;
  -- Held, so that the party is not changed at the same moment.
  perform from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if is_verifying and new.verified_digest is distinct from app.bank_digest(old) then
    raise exception 'The party or the account changed since you looked' using errcode = 'PL412';
  end if;
  if old.verified_at is not null and new.verified_at is null and old.verified_digest is distinct from app.bank_digest(old) then
    new.verified_by := null;
    new.verified_digest := null;
    new.last_verified_by := old.verified_by;
    new.last_verified_at := old.verified_at;
    return new;
  end if;
  if old.verified_at is not null or new.verified_at is null then
    new.verified_by := old.verified_by;
    new.verified_at := old.verified_at;
    new.verified_digest := old.verified_digest;
    return new;
  end if;
  if app.user_id() is null or app.user_id() is not distinct from old.created_by then
    raise exception 'You entered this account yourself: another person must verify it.' using errcode = 'PL409';
  end if;
  if exists (select from app.identity_changes(old.party_id, coalesce(old.last_verified_at, old.created_at)) c
    where c.changed_by = app.user_id())
  then
    raise exception 'You changed this party after the account was entered: another person must verify it.' using errcode = 'PL409';
  end if;
  new.verified_by := app.user_id();
  new.verified_at := clock_timestamp();
  new.verified_digest := app.bank_digest(old);
  new.last_verified_by := null;
  new.last_verified_at := null;
  return new;
end $$;

-- Another name or number makes another party of it, whose account nobody has verified.
create function app.unverify_banks() returns trigger language plpgsql as $$
declare
  party uuid := case tg_table_name when 'parties' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'party_id' end;
begin
  -- An account that somebody verifies at this moment is verified, or waits for this.
  perform from parties p where p.tenant_id = new.tenant_id and p.id = party for no key update;
  update party_banks b set verified_at = null where b.tenant_id = new.tenant_id and b.party_id = party and b.deleted_at is null
    and b.verified_digest <> app.bank_digest(b);
  return null;
end $$;
create trigger unverify after update of legal_name, pan, tan on parties for each row
  when (new.deleted_at is null and (new.legal_name, new.pan, new.tan) is distinct from (old.legal_name, old.pan, old.tan))
  execute function app.unverify_banks();
create trigger unverify after insert or update of deleted_at on party_gstins for each row
  when (app.is_deductors_gstin(new.gstin)) execute function app.unverify_banks();

-- What was verified before stays so where the party did not change since.
alter table party_banks disable trigger user;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update party_banks b set verified_digest = app.bank_digest(b) where b.verified_at is not null
      and (b.deleted_at is not null or not exists (select from app.identity_changes(b.party_id, b.verified_at)));
    update party_banks set last_verified_by = verified_by, last_verified_at = verified_at, verified_by = null, verified_at = null
    where verified_at is not null and verified_digest is null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table party_banks enable trigger user;
alter table party_banks
  add check ((verified_digest is null) = (verified_at is null)),
  add check ((last_verified_by is null) = (last_verified_at is null)),
  add check (verified_at is null or last_verified_at is null);

-- An address of a calendar outlives the session in which it is made: it is made by a password, and ends as sessions do.
create or replace function app.guard_calendar_feed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.deleted_at is not null and new.deleted_at is null then raise exception 'a calendar that was taken back stays so'; end if;
    return new;
  end if;
  if new.user_id is distinct from app.user_id() then raise exception 'a calendar is made by whose it is'; end if;
  if app.is_proved(new.user_id) is not true then raise exception 'a calendar is made with the password of whose it is'; end if;
  perform pg_advisory_xact_lock(hashtextextended('calendars of ' || new.user_id, 0));
  if (select count(*) from calendar_feeds f where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.deleted_at is null) >= 5
  then
    raise exception 'You have five calendars already. Take one back first.' using errcode = 'PL409';
  end if;
  return new;
end $$;

create or replace function app.end_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set ended_at = now(), ended_because = tg_argv[0]
  where s.tenant_id = (to_jsonb(new) ->> tg_argv[1])::uuid and s.ended_at is null
    and (tg_table_name = 'tenants' or s.user_id = new.id);
  update calendar_feeds f set deleted_at = now()
  where f.tenant_id = (to_jsonb(new) ->> tg_argv[1])::uuid and f.deleted_at is null
    and (tg_table_name = 'tenants' or f.user_id = new.id);
  return null;
end $$;
create function app.end_feeds() returns trigger language plpgsql as $$
begin
  update calendar_feeds f set deleted_at = now() where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.deleted_at is null;
  return null;
end $$;
create trigger end_feeds after update of hash on user_passwords for each row when (old.hash <> new.hash) execute function app.end_feeds();

-- Those that would have ended by then.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update calendar_feeds f set deleted_at = now() from users u join tenants t on t.id = u.tenant_id
      left join user_passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.deleted_at is null and (not u.is_active or u.deleted_at is not null
      or t.status <> 'ACTIVE' or t.deleted_at is not null or p.changed_at > f.created_at);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
