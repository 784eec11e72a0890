-- Mail about duties: one a day, and at once where money or a right is lost; when a company's begins; and what each person wants of it.

-- Since when the people of a company are mailed: one who looks after reminders has seen their rules. Nobody is mailed before.
create table mail_starts (
  tenant_id uuid primary key default app.tenant_id() references tenants,
  since timestamptz not null default clock_timestamp()
);
call app.protect('mail_starts', 'select, insert');

-- What a person has said about mail; who has said nothing is mailed as most want it.
create table notification_settings (
  tenant_id uuid not null default app.tenant_id() references tenants,
  user_id uuid not null default app.user_id(),
  digest boolean not null,
  -- From which hour of the company's day on it comes.
  digest_hour int not null check (digest_hour between 0 and 23),
  -- Also on days on which the company does not work.
  free_days boolean not null,
  at_once boolean not null,
  -- Kinds of duties that are never mailed, at once or by the day.
  muted_kinds text[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('notification_settings');

create view app.notification_settings_in_force with (security_invoker = true) as
select u.tenant_id, u.id as user_id, coalesce(n.digest, true) as digest, coalesce(n.digest_hour, 8) as digest_hour,
  coalesce(n.free_days, false) as free_days, coalesce(n.at_once, true) as at_once, coalesce(n.muted_kinds, '{}') as muted_kinds
from users u left join notification_settings n on n.tenant_id = u.tenant_id and n.user_id = u.id;
grant select on app.notification_settings_in_force to plinth_app;

create table mails (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null check (kind in ('DIGEST', 'AT_ONCE')),
  -- Of a day's mail the day, of one at once the first of its words: nobody gets it twice.
  slot text not null,
  -- The words that one at once tells.
  word_ids uuid[] not null default '{}',
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  -- Null once it is mailed or given up, or there is nothing to tell.
  next_attempt_at timestamptz default clock_timestamp(),
  -- One server is sending it, and nobody else may before this moment: it may have been killed meanwhile.
  leased_until timestamptz,
  last_error text check (length(last_error) between 1 and 500 and app.is_line(last_error)),
  mailed_at timestamptz,
  -- What it says, when that was read and by which rights: sent again as it was while they are the same.
  composed_at timestamptz,
  access_version bigint,
  recipient text check (app.is_line(recipient)),
  subject text check (app.is_line(subject)),
  body text,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, kind, slot),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('mails', 'select, insert, update, delete');
create index mails_due on mails (tenant_id, next_attempt_at) where next_attempt_at is not null;
create index mails_by_age on mails (tenant_id, due_at);
create index notifications_at_once on notifications (tenant_id, told_on) where at_once;

-- A moment, or, where the company of the transaction is told nothing then, the next one at which its day begins.
create function app.by_day(moment timestamptz) returns timestamptz language sql stable
begin atomic
  select case
    when local.hour >= s.day_ends_at then (local.day + 1 + make_interval(hours => s.day_starts_at)) at time zone zone.name
    when local.hour < s.day_starts_at then (local.day + make_interval(hours => s.day_starts_at)) at time zone zone.name
    else moment end
  from (select app.time_zone() as name) zone,
    lateral (select (moment at time zone zone.name)::date as day, extract(hour from moment at time zone zone.name) as hour) local,
    app.company_settings_in_force s
  where s.tenant_id = app.tenant_id();
end;

-- Who is due the mail of a day in the company of the transaction: their hour has come, it is not yet night or they want it at night,
-- and nobody has decided on theirs of that day. An hour that was missed is made up for on the same day.
create function app.digests_due() returns table (user_id uuid, slot text) language sql stable
begin atomic
  with here as materialized (
    select t.id, app.today() as today, extract(hour from clock_timestamp() at time zone t.time_zone) as hour, s.day_ends_at
    from tenants t join mail_starts m on m.tenant_id = t.id join app.company_settings_in_force s on s.tenant_id = t.id
    where t.id = app.tenant_id() and t.status = 'ACTIVE' and t.deleted_at is null),
  wanting as materialized (
    select u.id as user_id, to_char(here.today, 'YYYY-MM-DD') as slot, n.free_days
    from here join users u on u.tenant_id = here.id and u.is_active and u.deleted_at is null and u.email is not null
    join app.notification_settings_in_force n on n.tenant_id = u.tenant_id and n.user_id = u.id
    where n.digest and here.hour >= n.digest_hour and (here.hour < here.day_ends_at or n.digest_hour >= here.day_ends_at))
  select w.user_id, w.slot from wanting w
  where not exists (select from mails m where m.tenant_id = app.tenant_id() and m.user_id = w.user_id and m.kind = 'DIGEST' and m.slot = w.slot)
    and (w.free_days or (select d.before = d.day from here, app.work_days(here.today, here.today) d));
end;

-- Words of the company of the transaction that are to be mailed at once, and are in no mail yet.
create function app.words_to_mail() returns table (user_id uuid, word_id uuid) language sql stable
begin atomic
  select n.user_id, n.id from tenants t join mail_starts s on s.tenant_id = t.id
  join notifications n on n.tenant_id = t.id and n.at_once and n.told_on >= app.today() - 1 and n.created_at >= s.since and n.state <> 'DONE'
  join users u on u.tenant_id = n.tenant_id and u.id = n.user_id and u.is_active and u.deleted_at is null and u.email is not null
  where t.id = app.tenant_id() and t.status = 'ACTIVE' and t.deleted_at is null
    and not exists (select from mails m where m.tenant_id = n.tenant_id and m.user_id = n.user_id and m.kind = 'AT_ONCE' and n.id = any (m.word_ids));
end;
-- The first is asked by the checks of mails, which the server writes itself.
grant execute on function app.is_line, app.by_day, app.digests_due, app.words_to_mail to plinth_app;

-- The companies that have mail to be made. The people of a sample are made up.
create function app.companies_to_mail() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null and not t.is_sample order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    continue when not exists (select from mail_starts s where s.tenant_id = company);
    if exists (select from app.digests_due()) or exists (select from app.words_to_mail()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- The companies that have mail to be sent.
create function app.companies_with_mail_due() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from mails m where m.tenant_id = company and m.next_attempt_at <= clock_timestamp()
      and (m.leased_until is null or m.leased_until <= clock_timestamp()))
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- How many mails wait that should have left, and for how long the oldest has, in seconds. What was given up nobody can send again.
create function app.mails_not_mailed(out mails bigint, out oldest float8)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
  waiting bigint;
  since timestamptz;
  earliest timestamptz;
begin
  mails := 0;
  for company in select t.id from tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), min(m.due_at) into waiting, since from mails m
    where m.tenant_id = company and m.next_attempt_at is not null and m.due_at <= clock_timestamp();
    mails := mails + waiting;
    earliest := least(earliest, since);
  end loop;
  oldest := coalesce(extract(epoch from clock_timestamp() - earliest), 0);
  perform set_config('app.tenant_id', '', true);
end $$;

-- The companies that have mails whose text or time is over.
create function app.companies_with_old_mails() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from mails m where m.tenant_id = company and m.due_at < now() - interval '30 days')
      or exists (select from mails m where m.tenant_id = company and m.due_at < now() - interval '7 days' and m.body is not null)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.companies_to_mail, app.companies_with_mail_due, app.mails_not_mailed, app.companies_with_old_mails to plinth_app;
