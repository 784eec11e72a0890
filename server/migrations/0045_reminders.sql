-- Reminders: by which rules duties are told, what was told of them, and the words that people find in their inbox.

-- From which hour to which reminders are made and mail is sent: nobody is told anything at night.
alter table company_settings
  add column day_starts_at int not null default 7 check (day_starts_at between 0 and 23),
  add column day_ends_at int not null default 21 check (day_ends_at between 1 and 24),
  add constraint "400 dayEndsAt must be later than dayStartsAt" check (day_ends_at > day_starts_at);
create or replace view app.company_settings_in_force with (security_invoker = true) as
select t.id as tenant_id, coalesce(s.weekly_off, '{7}') as weekly_off, coalesce(s.saturdays_off, '{2,4}') as saturdays_off,
  coalesce(s.day_starts_at, 7) as day_starts_at, coalesce(s.day_ends_at, 21) as day_ends_at
from tenants t left join company_settings s on s.tenant_id = t.id and s.deleted_at is null;

create table reminder_rules (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  -- One of the duties of the wire.
  kind text not null,
  -- So many days before the one by which to act.
  steps int[] not null check (cardinality(steps) <= 12 and 0 <= all (steps) and 400 >= all (steps)),
  -- And every so many days after it was due, while it is open.
  repeat_days int check (repeat_days between 1 and 365),
  -- Of which duties of the kind: from this amount, of contracts of these types, of deposits for these purposes; empty is any.
  amount_from numeric(15, 2) check (amount_from > 0),
  contract_types text[] not null default '{}',
  purposes text[] not null default '{}',
  -- Who is told: whose the duty is, who entered the record, who watches it; whoever holds one of the roles; and people by name.
  tells text[] not null check (tells <@ '{OWNER,CREATOR,WATCHERS}'),
  role_ids uuid[] not null default '{}',
  user_ids uuid[] not null default '{}',
  -- So many days after somebody was told in vain, from so many days before the one by which to act on, others are told, too: those
  -- who are named here, else the administrators.
  escalate_after_days int check (escalate_after_days between 1 and 365),
  escalate_from int not null default 7 check (escalate_from between 0 and 400),
  escalate_role_ids uuid[] not null default '{}',
  escalate_user_ids uuid[] not null default '{}',
  -- What is critical is mailed at once.
  at_once boolean not null default false,
  is_active boolean not null default true,
  is_built_in boolean not null default false,
  -- What was to be told before that day is not told any more: the one on which it was made or switched on.
  since date not null default app.today(),
  primary key (tenant_id, id),
  constraint "400 tells must name somebody" check (cardinality(tells) + cardinality(role_ids) + cardinality(user_ids) > 0),
  constraint "400 steps must have a day where nothing is repeated" check (cardinality(steps) > 0 or repeat_days is not null)
);
call app.keep_stamps('reminder_rules', '{since}');
call app.protect('reminder_rules');
call app.keep_audit('reminder_rules', dull => '{since}');

create function app.keep_reminder_rule() returns trigger language plpgsql as $$
begin
  new.since := case when tg_op = 'INSERT' then least(new.since, app.today()) when new.is_active and not old.is_active then app.today()
    else least(new.since, old.since) end;
  if tg_op = 'UPDATE' and old.is_built_in and new.deleted_at is not null then
    raise exception 'A rule that every company has is switched off, not deleted.' using errcode = 'PL409';
  end if;
  if new.deleted_at is not null then return new; end if;
  -- Who was named before may have left since: that keeps nobody from changing the rest.
  if exists (select from unnest(new.role_ids || new.escalate_role_ids) named (id)
    where (tg_op = 'INSERT' or named.id <> all (old.role_ids || old.escalate_role_ids)) and not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = named.id and r.deleted_at is null)) then
    raise check_violation using message = 'role', constraint = '400 roleIds must be roles of your company';
  end if;
  if exists (select from unnest(new.user_ids || new.escalate_user_ids) named (id)
    where (tg_op = 'INSERT' or named.id <> all (old.user_ids || old.escalate_user_ids)) and not exists (select from users u where u.tenant_id = new.tenant_id and u.id = named.id and u.deleted_at is null)) then
    raise check_violation using message = 'person', constraint = '400 userIds must be people of your company';
  end if;
  return new;
end $$;
create trigger b_rule before insert or update on reminder_rules for each row execute function app.keep_reminder_rule();

create function app.require_room_for_rule() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reminder rules of ' || new.tenant_id, 0));
  if (select count(*) from reminder_rules r where r.tenant_id = new.tenant_id and r.is_active and r.deleted_at is null) > 60 then
    raise exception 'A company has at most 60 rules that are switched on, and yours has them.' using errcode = 'PL409';
  end if;
  return null;
end $$;
create trigger room after insert or update of is_active on reminder_rules for each row when (new.is_active and new.deleted_at is null)
  execute function app.require_room_for_rule();

-- The rules that a company starts with, one of each kind of duty. Their names are those of the duties.
create function app.add_starting_reminder_rules() returns void language sql as $$
  insert into reminder_rules (name, kind, steps, repeat_days, tells, escalate_after_days, at_once, is_built_in)
  select s.name, s.kind, s.steps, s.repeat_days, '{OWNER,WATCHERS}', s.escalate_after_days, s.at_once, true
  from (values
    ('Hand in the bid', 'TENDER_CLOSES', '{7,3,1,0}'::int[], 7, null::int, false),
    ('Ask for the result', 'TENDER_RESULT', '{15,7,1,0}', 7, null, false),
    ('Validity of the bid ends', 'BID_VALIDITY_ENDS', '{15,7,1,0}', 7, null, false),
    ('Lodge the performance security', 'SECURITY_TO_LODGE', '{15,7,1,0}', 7, null, false),
    ('Sign the agreement', 'AGREEMENT_TO_SIGN', '{15,7,1,0}', 7, null, false),
    ('Complete the work', 'COMPLETION', '{60,30,7}', 15, null, false),
    ('Defect liability ends', 'DEFECT_PERIOD_ENDS', '{15,7,1,0}', 7, null, false),
    ('Deposit falls due', 'REFUND_DUE', '{15,1}', null, null, false),
    ('Next step for a deposit', 'REFUND_STEP', '{0}', 7, 15, false),
    ('Claim becomes time-barred', 'CLAIM_TIME_BARRED', '{180,90,30,7}', 7, 1, false),
    ('Guarantee expires', 'GUARANTEE_EXPIRES', '{90,60,45,30,15,7,1,0}', null, 3, true),
    ('Answer the claim on a guarantee', 'GUARANTEE_CLAIMED', '{0}', 1, null, true),
    ('Have the guarantee extended', 'GUARANTEE_TOO_SHORT', '{30,15,7,0}', 7, null, true),
    ('Fetch back the guarantee', 'GUARANTEE_TO_DISCHARGE', '{0}', 15, null, false),
    ('Deposit receipt matures', 'RECEIPT_MATURES', '{15,7,1,0}', 7, null, false),
    ('Draft goes stale', 'DRAFT_GOES_STALE', '{15,7,1,0}', 7, null, false),
    ('Have the guarantee given', 'GUARANTEE_NEEDED', '{15,7,1,0}', 7, null, false),
    ('Bank reviews the limit', 'FACILITY_REVIEW', '{15,7,1,0}', 7, null, false),
    ('Project ends', 'PROJECT_ENDS', '{60,30,7}', 15, null, false),
    ('Task is due', 'TASK_DUE', '{3,0}', 7, null, false),
    ('Review waits', 'REVIEW_WAITING', '{0}', 7, null, false),
    ('General task is due', 'GENERAL_TASK_DUE', '{0}', 7, null, false),
    ('Document of a contract expires', 'CONTRACT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a project expires', 'PROJECT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a task expires', 'TASK_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a vehicle expires', 'VEHICLE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Policy of a vehicle expires', 'INSURANCE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a payment expires', 'PAYMENT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false)
  ) s (name, kind, steps, repeat_days, escalate_after_days, at_once)
$$;
grant execute on function app.add_starting_reminder_rules to plinth_app;
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.add_starting_reminder_rules();
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Since when a company is reminded, and when that was last looked after.
create table reminder_runs (
  tenant_id uuid primary key default app.tenant_id() references tenants,
  since date not null,
  ran_at timestamptz not null
);
call app.protect('reminder_runs');

-- What was told of a duty by a rule: each stage once, by its name (S30: 30 days before; R2: the second repetition; E1: the first
-- time that others were told), so that a holiday which moves its day tells nothing again.
create table reminder_firings (
  tenant_id uuid not null default app.tenant_id() references tenants,
  record_id uuid not null,
  kind text not null,
  due_on date not null,
  rule_id uuid not null,
  stage text not null check (stage ~ '^[SRE]\d+$'),
  stage_on date not null,
  -- How many stages it stands for: those that nobody was there to tell.
  stands_for int not null default 1 check (stands_for > 0),
  -- Whose duty it is has said that they know, until the next stage.
  acknowledged_at timestamptz,
  primary key (tenant_id, record_id, kind, due_on, rule_id, stage)
);
call app.protect('reminder_firings', 'select, insert, update (acknowledged_at), delete');

-- Who wants to know what happens to a record.
create table watchers (
  tenant_id uuid not null default app.tenant_id() references tenants,
  record_type text not null check (record_type in ('CONTRACT', 'DEPOSIT', 'INSTRUMENT', 'FACILITY', 'PLAN', 'PROJECT', 'TASK', 'GENERAL_TASK')),
  record_id uuid not null,
  user_id uuid not null default app.user_id(),
  since timestamptz not null default clock_timestamp(),
  primary key (tenant_id, record_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('watchers', 'select, insert, delete');

-- A word to one person: what it is about is read from the record when it is shown, so that nothing outlives a right or a change.
create table notifications (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reason text not null check (reason in ('REMINDER', 'ESCALATION', 'ASSIGNED', 'MENTIONED', 'REVIEW', 'EVENT', 'SUMMARY')),
  -- Which duty, or what happened.
  kind text not null,
  -- Whose permissions it follows; a summary needs none.
  module text,
  -- Null where it stands for many.
  record_type text,
  record_id uuid,
  due_on date,
  told_on date not null default app.today(),
  count int not null default 1 check (count > 0),
  rule_ids uuid[] not null default '{}',
  -- Whose act it tells of.
  actor_id uuid,
  level text not null check (level in ('INFO', 'DUE', 'CRITICAL')),
  -- To be mailed without waiting for the digest.
  at_once boolean not null default false,
  state text not null default 'UNREAD' check (state in ('UNREAD', 'READ', 'SNOOZED', 'DONE')),
  snoozed_until timestamptz,
  -- A person said so; or what it is about was done, moved or deleted; or a newer word says it again.
  done_because text check (done_because in ('PERSON', 'RESOLVED', 'MOVED', 'GONE', 'NEWER')),
  told_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  state_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, told_key),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  check ((state = 'SNOOZED') = (snoozed_until is not null)),
  check ((state = 'DONE') = (done_because is not null)),
  check ((record_id is null) = (record_type is null))
);
call app.protect('notifications', 'select, insert, update, delete');
create index notifications_of_person on notifications (tenant_id, user_id, state, id) include (module, snoozed_until);

-- How often a duty was repeated by a day: every so many days after it was due, and past 400 days each month at most.
create function app.repeats_until(due_on date, repeat_days int, day date) returns int language sql immutable parallel safe
return case when day <= due_on then 0
  when day - due_on <= 400 / repeat_days * repeat_days then (day - due_on) / repeat_days
  else 400 / repeat_days + (day - due_on - 400 / repeat_days * repeat_days) / greatest(repeat_days, 30) end;
-- The day of the n-th of them.
create function app.repeat_day(due_on date, repeat_days int, n int) returns date language sql immutable parallel safe
return due_on + least(n, 400 / repeat_days) * repeat_days + greatest(n - 400 / repeat_days, 0) * greatest(repeat_days, 30);
grant execute on function app.repeats_until, app.repeat_day to plinth_app;

-- The companies for which reminders are to be made: where it is day, that were not looked after for an hour, and where more may be told
-- than the last time: on another day, or once anything was changed. Whatever that is leaves a trail, but for who watches a record. What
-- was changed by a transaction that had begun before counts, too: none takes a quarter of an hour.
create function app.companies_to_remind() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
  ran_at timestamptz;
  before timestamptz;
  first_entry uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    continue when not exists (select from app.company_settings_in_force s where s.tenant_id = company
      and extract(hour from clock_timestamp() at time zone app.time_zone()) between s.day_starts_at and s.day_ends_at - 1);
    select r.ran_at into ran_at from reminder_runs r where r.tenant_id = company;
    continue when ran_at > clock_timestamp() - interval '1 hour';
    before := ran_at - interval '15 minutes';
    first_entry := uuidv7(before - clock_timestamp());
    if ran_at is null or (ran_at at time zone app.time_zone())::date < app.today()
      or exists (select from audit_entries e where e.tenant_id = company and e.id > first_entry
        and e.action in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED'))
      or exists (select from watchers w where w.tenant_id = company and w.since > before)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.companies_to_remind to plinth_app;

-- The companies that have words whose time may be over, or more than enough of one person; and those with what was told long ago.
create function app.companies_with_old_words() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from notifications n where n.tenant_id = company and n.created_at < now() - interval '90 days')
      or exists (select from notifications n where n.tenant_id = company group by n.user_id having count(*) > 5000)
    then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
create function app.companies_with_old_firings() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_firings f where f.tenant_id = company and f.stage_on < app.today() - 400) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.companies_with_old_words, app.companies_with_old_firings to plinth_app;
