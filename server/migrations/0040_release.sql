-- When a deposit comes back and why, whom one asks for it, and what is to be done next: read from the terms of its contract, the
-- company's rules of release and what was done so far. None of it is kept, so that nothing can drift from the records.

-- As every reference asks, but what is not there is refused by an answer that names the field. What was named before and is gone since stays.
create function app.require_named_parent() returns trigger language plpgsql as $$
declare
  parent_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  found_id uuid;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and (to_jsonb(old) ->> tg_argv[0])::uuid = parent_id then return new; end if;
  execute format('select id from %s where tenant_id = $1 and id = $2 and deleted_at is null for share', tg_argv[1])
    into found_id using new.tenant_id, parent_id;
  if found_id is null then raise check_violation using message = 'no parent', constraint = tg_argv[2]; end if;
  return new;
end $$;

-- Has a reference that was declared answer so.
create procedure app.name_reference(child regclass, child_column name, parent regclass, answer text) language plpgsql as $$
begin
  execute format('drop trigger %I on %s', 'b_live_' || child_column, child);
  execute format('create trigger %I before insert or update of %I, deleted_at on %s for each row
    when (new.%I is not null and new.deleted_at is null) execute function app.require_named_parent(%L, %L, %L)',
    'b_live_' || child_column, child_column, child, child_column, child_column, parent, answer);
end $$;

create table contract_terms (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  -- Who is after the money of this contract.
  owner_id uuid,
  bid_validity_days int check (bid_validity_days between 0 and 1000),
  bid_valid_until date,
  emd_amount numeric(15, 2) check (emd_amount >= 0),
  ps_percent numeric(5, 2) check (ps_percent between 0 and 100),
  ps_days int check (ps_days between 0 and 365),
  ps_valid_beyond_days int check (ps_valid_beyond_days between 0 and 1000),
  sd_percent numeric(5, 2) check (sd_percent between 0 and 100),
  sd_cap_percent numeric(5, 2) check (sd_cap_percent between 0 and 100),
  agreement_days int check (agreement_days between 0 and 365),
  dlp_months int check (dlp_months between 0 and 120),
  dlp_ends_on date,
  completed_on date,
  final_bill_on date,
  refund_clause text,
  primary key (tenant_id, id),
  constraint "400 dlpEndsOn must not be before completedOn" check (dlp_ends_on >= completed_on)
);
call app.keep_stamps('contract_terms');
call app.protect('contract_terms');
call app.reference('contract_terms', 'contract_id', 'contracts');
call app.reference('contract_terms', 'owner_id', 'users');
call app.keep_audit('contract_terms');
-- Of two people who say the terms of a contract for the first time, one finds that they are there.
create unique index "409 contractId This contract has its terms already" on contract_terms (tenant_id, contract_id) where deleted_at is null;

call app.name_reference('contract_terms', 'owner_id', 'users', '400 ownerId must be a person of your company');

-- When a bid is no longer valid: on the day that is said, else so many days after the bids close.
create function app.bid_ends(said date, closing date, days int) returns date language sql immutable parallel safe
  return coalesce(said, closing + days);
grant execute on function app.bid_ends to plinth_app;

-- When the time of defects ends: on the day that is agreed, else so many months after completion.
create function app.liability_ends(agreed date, completed date, months int) returns date language sql immutable parallel safe
  return coalesce(agreed, (completed + make_interval(months => months))::date);
grant execute on function app.liability_ends to plinth_app;

create table release_rules (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  purpose text not null check (purpose in ('EMD', 'PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY', 'SECURITY_DEPOSIT', 'RETENTION',
    'ADVANCE_GUARANTEE', 'OTHER')),
  outcome text not null check (outcome in ('WON', 'NOT_WON', 'ANY')),
  basis text not null check (basis in ('RESULT', 'AWARD', 'SECURITY_LODGED', 'AGREEMENT', 'COMPLETION', 'DLP_END', 'FINAL_BILL', 'FIXED')),
  days int not null default 0 check (days between -3650 and 3650),
  source text,
  is_sure boolean not null default false,
  primary key (tenant_id, id)
);
call app.keep_stamps('release_rules');
call app.protect('release_rules');
call app.keep_audit('release_rules');
create unique index "409 purpose There is a rule for this purpose and outcome" on release_rules
  (tenant_id, purpose, outcome) where deleted_at is null;

-- The rules that a company starts with, each with where it is from; it changes them as its departments go.
create function app.add_starting_release_rules() returns void language sql as $$
  insert into release_rules (purpose, outcome, basis, days, source, is_sure) values
    ('EMD', 'NOT_WON', 'RESULT', 30, 'GFR 2017, rule 170: latest on the 30th day after the award of the contract', true),
    ('EMD', 'WON', 'SECURITY_LODGED', 0, 'GFR 2017, rule 171(iii): on receipt of the performance security', true),
    ('PERFORMANCE_SECURITY', 'ANY', 'COMPLETION', 60,
      'GFR 2017, rule 171(ii): valid for 60 days beyond all obligations. Departments differ: see the contract', false),
    ('ADDITIONAL_SECURITY', 'ANY', 'COMPLETION', 60, 'As performance security. Departments differ: see the contract', false),
    ('SECURITY_DEPOSIT', 'ANY', 'DLP_END', 0, 'After the defect liability period, as the conditions of works contracts say', true),
    ('RETENTION', 'ANY', 'DLP_END', 0, 'After the defect liability period, as the conditions of works contracts say', true),
    ('ADVANCE_GUARANTEE', 'ANY', 'FIXED', 0, 'When the advance is recovered: by the day that is entered', true),
    ('OTHER', 'ANY', 'FIXED', 0, 'By the day that is entered', true)
$$;
grant execute on function app.add_starting_release_rules to plinth_app;
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.add_starting_release_rules();
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- How a company chases its deposits, where it goes by other numbers than most.
create table deposit_settings (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  -- Days from one letter, call or visit to the next; the last of them again and again.
  follow_up_days int[] not null check (cardinality(follow_up_days) between 1 and 12
    and 1 <= all (follow_up_days) and 365 >= all (follow_up_days)),
  limitation_years int not null check (limitation_years between 1 and 30),
  interest_percent numeric(5, 2) not null check (interest_percent between 0 and 100),
  request_prefix text not null check (length(request_prefix) between 1 and 20),
  primary key (tenant_id, id)
);
call app.keep_stamps('deposit_settings');
call app.protect('deposit_settings');
call app.keep_audit('deposit_settings');
create unique index "409 requestPrefix These settings were saved at the same moment" on deposit_settings (tenant_id) where deleted_at is null;

-- What each company goes by: its own settings, else the usual ones.
create view app.deposit_settings_in_force with (security_invoker = true) as
select t.id as tenant_id, coalesce(s.follow_up_days, '{15,15,30}') as follow_up_days, coalesce(s.limitation_years, 3) as limitation_years,
  coalesce(s.interest_percent, 12) as interest_percent, coalesce(s.request_prefix, 'RR') as request_prefix
from tenants t left join deposit_settings s on s.tenant_id = t.id and s.deleted_at is null;
grant select on app.deposit_settings_in_force to plinth_app;

-- What a deposit is for, by the words that people use for its type.
create function app.purpose_of(deposit_type text) returns text language sql immutable parallel safe
  return case
    when deposit_type ~* '\y(emd|earnest|(bid|tender).?(security|bond|deposit))|बयाना|धरोहर' then 'EMD'
    when deposit_type ~* '\y(addl|additional|apg|aps|apsd|asd)\y|अतिरिक्त' then 'ADDITIONAL_SECURITY'
    when deposit_type ~* '\y(advance|mobili[sz]ation)\y|अग्रिम' then 'ADVANCE_GUARANTEE'
    when deposit_type ~* '\yret(ention|ained)' then 'RETENTION'
    when deposit_type ~* '\y(performance|pg|pbg|ps|psd)\y|निष्पादन' then 'PERFORMANCE_SECURITY'
    when deposit_type ~* '\y(security|sd|fsd)\y|सुरक्षा|प्रतिभूति|जमानत' then 'SECURITY_DEPOSIT'
    else 'OTHER' end;
grant execute on function app.purpose_of to plinth_app;

alter table security_deposits
  add column purpose text,
  -- Its own office, person and day, where they are not those of its contract or rule.
  add column office_id uuid,
  add column owner_id uuid,
  add column release_basis text check (release_basis in ('RESULT', 'AWARD', 'SECURITY_LODGED', 'AGREEMENT', 'COMPLETION', 'DLP_END',
    'FINAL_BILL', 'FIXED')),
  add column release_days int check (release_days between -3650 and 3650),
  add column fixed_due_on date,
  -- The department wrote that it owes it, which begins the time to sue anew; and that it does not.
  add column acknowledged_on date,
  add column disputed_on date,
  add column own_next_step text,
  add column own_next_on date,
  add constraint "400 ownNextStep is required with its day" check (own_next_on is null or coalesce(own_next_step, '') <> ''),
  add constraint "400 ownNextOn is required with what is to be done" check (coalesce(own_next_step, '') = '' or own_next_on is not null);
-- Written anew, and not as an edit of anybody's.
alter table security_deposits alter column purpose type text using app.purpose_of(deposit_type);
alter table security_deposits alter column purpose set not null,
  add constraint security_deposits_purpose_check check (purpose in ('EMD', 'PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY',
    'SECURITY_DEPOSIT', 'RETENTION', 'ADVANCE_GUARANTEE', 'OTHER'));
call app.reference('security_deposits', 'office_id', 'offices', 'deposit');
call app.reference('security_deposits', 'owner_id', 'users');
drop trigger b_live_office_id on security_deposits;
create trigger b_live_office_id before insert or update of office_id, deleted_at on security_deposits for each row
  when (new.office_id is not null and new.deleted_at is null) execute function app.require_office();
call app.name_reference('security_deposits', 'owner_id', 'users', '400 ownerId must be a person of your company');
call app.keep_audit('security_deposits', 'id', '{received_amount,lost_amount,carried_amount,is_return_settled}');

-- A deposit whose purpose nobody says has the one that its type tells, and follows that until somebody says another.
create function app.follow_type() returns trigger language plpgsql as $$
begin
  if new.purpose is null
    or (tg_op = 'UPDATE' and new.deposit_type <> old.deposit_type and new.purpose = old.purpose and old.purpose = app.purpose_of(old.deposit_type))
  then
    new.purpose := app.purpose_of(new.deposit_type);
  end if;
  return new;
end $$;
create trigger b_purpose before insert or update of deposit_type, purpose on security_deposits for each row
  execute function app.follow_type();

-- Letters by which deposits are asked for. What was sent is not changed: it is answered, or withdrawn.
create table refund_requests (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  number text not null,
  office_id uuid not null,
  language text not null default 'en' check (language in ('en', 'hi')),
  subject text not null check (length(subject) between 1 and 500),
  -- The letter's paragraphs, with the names of what is filled in.
  body text not null check (length(body) between 1 and 10000),
  letter_on date not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'SENT', 'ANSWERED', 'WITHDRAWN')),
  sent_on date,
  sent_by_means text check (sent_by_means in ('HAND', 'POST', 'COURIER', 'EMAIL', 'PORTAL')),
  dispatch_ref text,
  inward_ref text,
  answered_on date,
  answer text,
  primary key (tenant_id, id),
  constraint "400 sentOn is required once it is sent" check (state not in ('SENT', 'ANSWERED') or sent_on is not null),
  constraint "400 answeredOn is required once it is answered" check (state <> 'ANSWERED' or answered_on is not null),
  constraint "400 answeredOn must not be before sentOn" check (answered_on >= sent_on)
);
call app.keep_stamps('refund_requests');
call app.protect('refund_requests');
call app.reference('refund_requests', 'office_id', 'offices', 'refund request');
drop trigger b_live_office_id on refund_requests;
create trigger b_live_office_id before insert or update of office_id, deleted_at on refund_requests for each row
  when (new.office_id is not null and new.deleted_at is null) execute function app.require_office();
call app.keep_audit('refund_requests');
create unique index "409 number is already used by another request" on refund_requests (tenant_id, number);

create table refund_request_items (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  request_id uuid not null,
  deposit_id uuid not null,
  amount numeric(15, 2) not null check (amount > 0),
  primary key (tenant_id, id)
);
call app.keep_stamps('refund_request_items');
call app.protect('refund_request_items');
call app.reference('refund_request_items', 'request_id', 'refund_requests');
call app.reference('refund_request_items', 'deposit_id', 'security_deposits');
call app.keep_audit('refund_request_items');
create unique index "409 deposits This deposit is in the request already" on refund_request_items
  (tenant_id, request_id, deposit_id) where deleted_at is null;
create index refund_items_of_deposit on refund_request_items (tenant_id, deposit_id) where deleted_at is null;

-- The number of a request: the company's prefix, the financial year of its letter, and a counter of that year.
create function app.number_request() returns trigger language plpgsql as $$
declare
  starts int := extract(year from new.letter_on)::int - (extract(month from new.letter_on) < 4)::int;
  begins text := format('%s/%s-%s/', (select s.request_prefix from app.deposit_settings_in_force s where s.tenant_id = new.tenant_id), starts, right((starts + 1)::text, 2));
  nth int;
begin
  perform pg_advisory_xact_lock(hashtextextended('refund requests of ' || new.tenant_id, 0));
  nth := 1 + coalesce((select max(substr(r.number, length(begins) + 1)::int) from refund_requests r
    where r.tenant_id = new.tenant_id and starts_with(r.number, begins) and substr(r.number, length(begins) + 1) ~ '^\d{1,9}$'), 0);
  new.number := begins || lpad(nth::text, greatest(3, length(nth::text)), '0');
  return new;
end $$;
create trigger b_number before insert on refund_requests for each row execute function app.number_request();

-- From draft to sent to answered; what is not answered yet may be withdrawn. What was sent says what it said.
create function app.keep_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'a request begins as a draft'; end if;
    return new;
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('DRAFT', 'SENT'), ('SENT', 'ANSWERED'), ('DRAFT', 'WITHDRAWN'), ('SENT', 'WITHDRAWN')) then
    raise check_violation using message = 'move', constraint = '409 state A request that is {from} cannot become {to}',
      detail = jsonb_build_object('from', old.state, 'to', new.state);
  end if;
  if new.number <> old.number then raise exception 'a number is never changed'; end if;
  if old.state <> 'DRAFT' and (new.office_id, new.language, new.subject, new.body, new.letter_on, new.sent_on)
    is distinct from (old.office_id, old.language, old.subject, old.body, old.letter_on, old.sent_on)
  then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if old.state <> 'DRAFT' and new.deleted_at is not null and old.deleted_at is null then
    raise exception 'It was sent: withdraw it instead.' using errcode = 'PL409';
  end if;
  if new.sent_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 sentOn must not be after today';
  end if;
  if new.answered_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 answeredOn must not be after today';
  end if;
  if old.state = 'DRAFT' and new.state = 'SENT' and not exists (select from refund_request_items i
    where i.tenant_id = new.tenant_id and i.request_id = new.id and i.deleted_at is null)
  then
    raise check_violation using message = 'items', constraint = '409 deposits Choose the deposits that are asked for';
  end if;
  -- What was open when it was named may have come since; and another office is not written to for what lies with this one.
  if old.state = 'DRAFT' and new.deleted_at is null and (new.state = 'SENT' or new.office_id <> old.office_id) then
    perform app.judge_asked(i.tenant_id, i.deposit_id, i.amount, new.office_id) from (select * from refund_request_items i
      where i.tenant_id = new.tenant_id and i.request_id = new.id and i.deleted_at is null order by i.deposit_id) i;
  end if;
  return new;
end $$;
create trigger b_keep before insert or update on refund_requests for each row execute function app.keep_request();

-- The office that a deposit lies with: its own, else its contract's.
create function app.office_of_deposit(company uuid, deposit uuid) returns uuid language sql stable
  return (select coalesce(d.office_id, c.office_id) from security_deposits d
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id where d.tenant_id = company and d.id = deposit);
grant execute on function app.office_of_deposit to plinth_app;

-- What is asked for lies with the office that is written to, was paid, and is open: when it is named, and when the letter is sent.
create function app.judge_asked(company uuid, deposit uuid, amount numeric, office uuid) returns void language plpgsql as $$
declare
  found_deposit record;
begin
  select d.status, d.open_amount into found_deposit from security_deposits d
  where d.tenant_id = company and d.id = deposit and d.deleted_at is null for share;
  if not found then
    raise check_violation using message = 'deposit', constraint = '400 deposits must be deposits of your company';
  end if;
  if found_deposit.status in ('DRAFT', 'REJECTED', 'CANCELLED') then
    raise check_violation using message = 'unpaid', constraint = '409 deposits Nothing was paid of one of them';
  end if;
  if app.office_of_deposit(company, deposit) is distinct from office then
    raise check_violation using message = 'office', constraint = '409 deposits They lie with different offices';
  end if;
  -- What was open when somebody asked for all of it may not have been: then the amount is nothing.
  if found_deposit.open_amount = 0 or amount is null or amount <= 0 then
    raise check_violation using message = 'over', constraint = '409 deposits Nothing is open of one of them';
  end if;
  if amount > found_deposit.open_amount then
    raise check_violation using message = 'open', constraint = '409 amount is more than what is open of this deposit';
  end if;
end $$;
grant execute on function app.judge_asked to plinth_app;

create function app.require_askable() returns trigger language plpgsql as $$
declare
  request record;
begin
  select r.state, r.office_id into request from refund_requests r
  where r.tenant_id = new.tenant_id and r.id = new.request_id and r.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if request.state <> 'DRAFT' then
    raise exception 'It was sent: what it says is not changed. Withdraw it, or write another one.' using errcode = 'PL409';
  end if;
  if new.deleted_at is null then
    perform app.judge_asked(new.tenant_id, new.deposit_id, new.amount, request.office_id);
  end if;
  return new;
end $$;
create trigger b_a_askable before insert or update on refund_request_items for each row execute function app.require_askable();

-- What a letter asks for stays, unless the letter was withdrawn.
create function app.refuse_delete_of_asked() returns trigger language plpgsql as $$
declare
  letter text := (select min(r.number) from refund_request_items i
    join refund_requests r on r.tenant_id = i.tenant_id and r.id = i.request_id and r.deleted_at is null and r.state <> 'WITHDRAWN'
    where i.tenant_id = old.tenant_id and i.deposit_id = old.id and i.deleted_at is null);
begin
  if letter is not null then
    raise exception 'It cannot be deleted: {number} asks for it' using detail = jsonb_build_object('number', letter), errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_asked_for before update of deleted_at on security_deposits for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.refuse_delete_of_asked();

-- When each deposit comes back and why; whom one asks for it, and who is after it.
create view app.deposit_dues with (security_invoker = true) as
select d.tenant_id, d.id as deposit_id, coalesce(d.office_id, c.office_id) as office_id,
  (select u.id from (values (1, d.owner_id), (2, t.owner_id), (3, d.created_by)) as named (place, id)
    join users u on u.tenant_id = d.tenant_id and u.id = named.id and u.deleted_at is null and u.is_active order by place limit 1) as owner_id,
  going.basis, going.days, going.rule_id, going.outcome, going.source, going.is_sure,
  since.on_day as basis_on, due.on_day as due_on, due.expected_on,
  (greatest(due.on_day, d.acknowledged_on) + make_interval(years => s.limitation_years))::date as limitation_on,
  d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED') and d.open_amount > 0 as is_open
from security_deposits d
join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
left join contract_terms t on t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null
join app.deposit_settings_in_force s on s.tenant_id = d.tenant_id
left join release_rules own on own.tenant_id = d.tenant_id and own.purpose = d.purpose and own.deleted_at is null
  and own.outcome = case when c.status in ('REJECTED', 'CANCELLED') then 'NOT_WON' when app.was_awarded(c.status, c.awarded_date) then 'WON' end
left join release_rules common on common.tenant_id = d.tenant_id and common.purpose = d.purpose and common.outcome = 'ANY' and common.deleted_at is null
cross join lateral (select
  coalesce(d.release_basis, own.basis, common.basis) as basis,
  case when d.release_basis is not null then coalesce(d.release_days, 0) else coalesce(own.days, common.days) end as days,
  case when d.release_basis is null then coalesce(own.id, common.id) end as rule_id,
  case when d.release_basis is null then coalesce(own.outcome, common.outcome) end as outcome,
  case when d.release_basis is null then case when own.id is null then common.source else own.source end end as source,
  case when d.release_basis is null then coalesce(own.is_sure, common.is_sure) end as is_sure) going
cross join lateral (select coalesce(t.completed_on, c.actual_end_date) as on_day) completed
cross join lateral (select case going.basis
  when 'RESULT' then c.result_date
  when 'AWARD' then c.awarded_date
  when 'SECURITY_LODGED' then (select min(l.deposit_submitted_date) from security_deposits l where l.tenant_id = d.tenant_id
    and l.contract_id = d.contract_id and l.purpose = 'PERFORMANCE_SECURITY' and l.deleted_at is null
    and l.status not in ('DRAFT', 'REJECTED', 'CANCELLED'))
  when 'AGREEMENT' then c.agreement_date
  when 'COMPLETION' then completed.on_day
  when 'DLP_END' then app.liability_ends(t.dlp_ends_on, completed.on_day, t.dlp_months)
  when 'FINAL_BILL' then t.final_bill_on
  when 'FIXED' then d.fixed_due_on end as on_day) since
cross join lateral (select since.on_day + case when going.basis = 'FIXED' then 0 else going.days end as on_day,
  -- By the days that were planned, while what it waits for has not happened: of a tender that is not decided its result.
  case when since.on_day is null then case
    when going.basis is null and c.status in ('DRAFT', 'SUBMITTED') then c.result_date
    when going.basis = 'COMPLETION' then c.given_end_date + going.days
    when going.basis = 'DLP_END' then app.liability_ends(null, c.given_end_date, t.dlp_months) + going.days end end as expected_on) due;
grant select on app.deposit_dues to plinth_app;

-- And what is to be done next about what is open of it. Nothing here depends on today: it changes when a record does.
create view app.deposit_releases with (security_invoker = true) as
select due.*, asked.request_id, asked.number as request_number, asked.sent_on as asked_on,
  contact.on_day as last_contact_on, contact.times as contacts, next.step as next_step, next.on_day as next_on
from app.deposit_dues due
join security_deposits d on d.tenant_id = due.tenant_id and d.id = due.deposit_id
join app.deposit_settings_in_force s on s.tenant_id = d.tenant_id
cross join lateral (select (array_agg(r.id order by r.sent_on desc, r.id desc))[1] as request_id,
    (array_agg(r.number order by r.sent_on desc, r.id desc))[1] as number,
    min(r.sent_on) as first_sent_on, max(r.sent_on) as sent_on, count(*)::int as times
  from refund_request_items i join refund_requests r on r.tenant_id = i.tenant_id and r.id = i.request_id
  where i.tenant_id = d.tenant_id and i.deposit_id = d.id and i.deleted_at is null and r.deleted_at is null
    and r.state in ('SENT', 'ANSWERED')) asked
cross join lateral (select max(n.happened_on) as on_day, count(*) filter (where n.happened_on >= asked.first_sent_on)::int as times
  from notes n where n.tenant_id = d.tenant_id and n.record_id = d.id and n.deleted_at is null
    and n.kind in ('CALL', 'VISIT', 'LETTER')) told
cross join lateral (select greatest(asked.sent_on, told.on_day) as on_day, asked.times + told.times as times) contact
cross join lateral (select max(b.settled_on) as on_day from deposit_settlements b where b.tenant_id = d.tenant_id and b.deposit_id = d.id
  and b.cancelled_at is null) settled
cross join lateral (select case
  when not due.is_open then null
  when d.own_next_on is not null then 'OWN'
  when d.disputed_on is not null then 'DISPUTE'
  when settled.on_day > coalesce(contact.on_day, '-infinity') then 'SHORTFALL'
  when asked.request_id is not null then 'FOLLOW_UP'
  when due.due_on is not null then 'ASK'
  when due.expected_on is not null then 'WAIT'
  else 'SET_DUE' end as step) chosen
cross join lateral (select chosen.step, case chosen.step
  when 'OWN' then d.own_next_on
  when 'DISPUTE' then greatest(contact.on_day, d.disputed_on) + 30
  when 'SHORTFALL' then settled.on_day + 3
  when 'FOLLOW_UP' then contact.on_day + s.follow_up_days[least(contact.times, cardinality(s.follow_up_days))]
  when 'ASK' then due.due_on
  when 'WAIT' then due.expected_on
  when 'SET_DUE' then coalesce(d.deposit_submitted_date, (d.created_at at time zone app.time_zone())::date) + 7 end as on_day) next;
grant select on app.deposit_releases to plinth_app;
