-- Corrections of running bills: a cancelled bill shows what was last submitted, and a mistyped memorandum of the last bill is taken back.

alter table bills
  -- What was entered when the bill was last submitted.
  add column claim_entry jsonb,
  -- Why a memorandum was taken back, the last time.
  add column taken_back_reason text;
-- What a memorandum said stays in the audit trail once it is taken back.
call app.keep_audit('bills', dull => '{input,basis,claim_entry}');

create function app.bill_entry(bill bills) returns jsonb language sql stable parallel safe
return jsonb_build_object('title', bill.title, 'kind', bill.kind, 'bill_date', bill.bill_date, 'upto_date', bill.upto_date,
  'work_upto', bill.work_upto, 'variation_upto', bill.variation_upto, 'typed', bill.typed);
grant execute on function app.bill_entry to plinth_app;

-- Of a bill that came back and was edited before this, what was submitted is not known any more.
alter table bills disable trigger user;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update bills set claim_entry = app.bill_entry(bills) where status <> 'DRAFT';
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table bills enable trigger user;

create or replace function app.bill_may_become(old_status text, new_status text) returns boolean language sql immutable parallel safe
return (old_status, new_status) in (('DRAFT', 'SUBMITTED'), ('SUBMITTED', 'RETURNED'), ('SUBMITTED', 'PASSED'),
  ('RETURNED', 'SUBMITTED'), ('RETURNED', 'CANCELLED'), ('PASSED', 'SUBMITTED'));

create or replace function app.judge_bill() returns trigger language plpgsql as $$
declare
  agreed record;
  last_number int;
  final_name text;
  later_name text;
  kept text[] := '{updated_at,updated_by}';
begin
  if tg_op = 'DELETE' then
    if exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
    raise exception 'a bill is never removed';
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is not null then
    if old.status <> 'DRAFT' or new.status <> 'DRAFT' then
      raise exception 'Only a draft can be deleted: this bill was submitted' using errcode = 'PL409';
    end if;
    return new;
  end if;
  -- Everybody who writes bills holds their agreement first: numbers have no gap, and each starts from the one before.
  select a.status, a.direction into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id
    for no key update;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'DRAFT' then raise exception 'a bill begins as a draft'; end if;
    if agreed.direction <> 'RECEIVABLE' then
      raise check_violation using message = 'direction', constraint = '400 agreementId must be with a client, who pays the company';
    end if;
    if agreed.status = 'DRAFT' then
      raise check_violation using message = 'draft', constraint = '409 agreementId is a draft: nothing is billed under it yet';
    end if;
    select max(b.number) into last_number from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null;
    if new.number <> last_number + 1 then
      raise check_violation using message = 'number', constraint = '400 number follows from the last bill: it is {number}',
        detail = jsonb_build_object('number', last_number + 1);
    end if;
    new.number := coalesce(new.number, last_number + 1, 1);
  end if;
  if tg_op = 'INSERT' or new.status = 'SUBMITTED' and old.status <> 'SUBMITTED' then
    select app.bill_name(b.title, b.number) into final_name from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
        and b.kind = 'FINAL' and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.number < new.number;
    if final_name is not null then
      raise check_violation using message = 'final', constraint = '409 agreementId {bill} is its final bill: no other follows',
        detail = jsonb_build_object('bill', final_name);
    end if;
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if (new.agreement_id, new.number) <> (old.agreement_id, old.number) then
    raise exception 'a bill stays of its agreement, and keeps its number';
  end if;
  if new.status <> old.status and not app.bill_may_become(old.status, new.status) then
    raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
      detail = jsonb_build_object('from', old.status, 'to', new.status);
  end if;
  if old.status = 'PASSED' and new.status = 'SUBMITTED' then
    select app.bill_name(b.title, b.number) into later_name from bills b
      where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
        and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.number > new.number order by b.number limit 1;
    if later_name is not null then
      raise check_violation using message = 'later', detail = jsonb_build_object('bill', later_name),
        constraint = '409 status {bill} was submitted after it, and starts from what was passed';
    end if;
    if coalesce(new.taken_back_reason, '') = '' then raise exception 'a memorandum is taken back for a reason'; end if;
  end if;
  if new.passed_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 passedOn must not be after today';
  end if;
  if old.status in ('DRAFT', 'RETURNED') and new.status = old.status then
    if (new.input, new.basis, new.net_claimed, new.claim_entry, new.taken_back_reason)
      is distinct from (old.input, old.basis, old.net_claimed, old.claim_entry, old.taken_back_reason)
    then
      raise exception 'a claim is computed when it is submitted';
    end if;
    return new;
  end if;
  -- With its new status comes what belongs to that, and nothing else.
  if new.status <> old.status then
    kept := kept || '{status}' || case
      when old.status = 'PASSED' then '{memo_no,passed_on,memorandum,work_passed,net_passed,taken_back_reason}'::text[]
      when new.status = 'SUBMITTED' then '{input,basis,net_claimed}' when new.status = 'RETURNED' then '{return_reason}'
      when new.status = 'CANCELLED' then '{cancel_reason}' else '{memo_no,passed_on,memorandum,work_passed,net_passed}' end;
  end if;
  if to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise check_violation using message = 'frozen', detail = jsonb_build_object('bill', app.bill_name(old.title, old.number)),
      constraint = case old.status when 'PASSED' then '409 status {bill} was passed and stays as it is'
        when 'CANCELLED' then '409 status {bill} was cancelled and stays as it is'
        else '409 status {bill} is with the department: it is changed once it comes back' end;
  end if;
  -- An edit after the bill came back was never submitted: a cancelled bill shows what was.
  if old.status in ('DRAFT', 'RETURNED') and new.status = 'SUBMITTED' then
    new.claim_entry := app.bill_entry(new);
  elsif new.status = 'CANCELLED' then
    new := jsonb_populate_record(new, old.claim_entry);
  end if;
  return new;
end $$;

-- Those of a memorandum that was taken back go, too.
create or replace function app.judge_bill_line() returns trigger language plpgsql as $$
declare
  bill_status text;
begin
  if tg_op = 'UPDATE' then raise exception 'a line of a bill is never changed'; end if;
  if tg_op = 'DELETE' then
    if exists (select from bills b where b.tenant_id = old.tenant_id and b.id = old.bill_id
        and b.status = case old.stage when 'CLAIMED' then 'RETURNED' else 'SUBMITTED' end)
      or exists (select from tenants t where t.id = old.tenant_id and t.is_sample)
    then
      return old;
    end if;
    raise exception 'a line of a bill is never removed';
  end if;
  select b.status into bill_status from bills b where b.tenant_id = new.tenant_id and b.id = new.bill_id;
  if new.stage = 'CLAIMED' and bill_status not in ('DRAFT', 'RETURNED') or new.stage = 'PASSED' and bill_status <> 'SUBMITTED' then
    raise exception 'lines of a bill are written before it goes on';
  end if;
  return new;
end $$;

-- The server removes passed lines by this alone, once their bill is with the department again.
create function app.drop_passed_lines(bill uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as 'delete from bill_lines l where l.tenant_id = app.tenant_id() and l.bill_id = $1 and l.stage = ''PASSED''';
revoke execute on function app.drop_passed_lines from public;
grant execute on function app.drop_passed_lines to plinth_app;
