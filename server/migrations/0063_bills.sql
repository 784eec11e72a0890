-- Running bills of agreements with clients: what is claimed, and what the department's memorandum of payment passes of it. What was
-- submitted is kept as it was computed, with everything it was computed from.

create table bills (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  -- Each the one after the last of its agreement. What is cancelled keeps its number; a draft that is deleted frees it.
  number int not null check (number between 1 and 9999),
  title text,
  kind text not null default 'RUNNING' check (kind in ('RUNNING', 'FINAL')),
  bill_date date not null,
  upto_date date not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'RETURNED', 'PASSED', 'CANCELLED')),
  -- Since the beginning.
  work_upto numeric(15, 2) not null check (work_upto >= 0),
  variation_upto numeric(15, 2) not null default 0,
  -- Amounts since the last bill: head, since, note.
  typed jsonb not null default '[]' check (jsonb_typeof(typed) = 'array'),
  comment text,
  -- What the claim was computed from, and where its percentages are from, when it was last submitted.
  input jsonb,
  basis jsonb,
  net_claimed numeric(15, 2),
  memo_no text check (length(memo_no) between 1 and 100),
  passed_on date,
  -- What the memorandum says, as the bill was computed again by it.
  memorandum jsonb,
  work_passed numeric(15, 2) check (work_passed >= 0),
  net_passed numeric(15, 2),
  -- The last time.
  return_reason text,
  cancel_reason text,
  primary key (tenant_id, id),
  constraint "400 billDate must not be before uptoDate" check (bill_date >= upto_date),
  constraint "400 passedOn must not be before billDate" check (passed_on >= bill_date),
  check (num_nonnulls(input, basis, net_claimed) = case status when 'DRAFT' then 0 else 3 end),
  check (num_nonnulls(memo_no, passed_on, memorandum, work_passed, net_passed) = case status when 'PASSED' then 5 else 0 end),
  check ((coalesce(cancel_reason, '') = '') = (status <> 'CANCELLED')),
  check (status <> 'RETURNED' or coalesce(return_reason, '') <> '')
);
call app.keep_stamps('bills');
call app.protect('bills');
call app.reference('bills', 'agreement_id', 'agreements', 'bill');
call app.name_reference('bills', 'agreement_id', 'agreements', '400 agreementId must be an agreement of your company');
call app.keep_audit('bills', dull => '{input,basis,memorandum}');
call app.keep_status_history('bills');
create unique index "409 number is already used by another bill" on bills (tenant_id, agreement_id, number) where deleted_at is null;
create unique index "409 agreementId There is a draft of its next bill already" on bills (tenant_id, agreement_id)
  where deleted_at is null and status = 'DRAFT';
create unique index "409 status A bill is still with the department" on bills (tenant_id, agreement_id)
  where deleted_at is null and status in ('SUBMITTED', 'RETURNED');
create index bills_newest on bills (tenant_id, created_at, id) where deleted_at is null;

-- What a bill comes to, head by head, in rupees: as it was claimed, and as it was passed.
create table bill_lines (
  tenant_id uuid not null default app.tenant_id() references tenants,
  bill_id uuid not null,
  stage text not null check (stage in ('CLAIMED', 'PASSED')),
  head text not null check (head in ('GROSS', 'CGST', 'SGST', 'IGST', 'ROUND_OFF', 'SECURED_ADVANCE', 'WITHHELD', 'RELEASED', 'RETENTION',
    'ADVANCE_RECOVERY', 'ADVANCE_TAX', 'ADVANCE_INTEREST', 'IT_TDS', 'GST_TDS_CENTRAL', 'GST_TDS_STATE', 'GST_TDS_INTEGRATED', 'CESS',
    'ROYALTY', 'LD', 'MATERIAL', 'FINE', 'OTHER')),
  position int not null,
  -- What the percentage is taken of. Half of a percentage has a decimal more than the whole.
  base numeric(15, 2),
  percent numeric(8, 5),
  upto numeric(15, 2) not null,
  previous numeric(15, 2) not null,
  since numeric(15, 2) not null check (since = upto - previous),
  rule_ids uuid[] not null default '{}',
  -- Why the memorandum's amount stands in the place of the computed one.
  note text,
  primary key (tenant_id, bill_id, stage, head),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id)
);
call app.protect('bill_lines', 'select, insert');

-- Which states a bill may go on to from each.
create function app.bill_may_become(old_status text, new_status text) returns boolean language sql immutable parallel safe
return (old_status, new_status) in (('DRAFT', 'SUBMITTED'), ('SUBMITTED', 'RETURNED'), ('SUBMITTED', 'PASSED'),
  ('RETURNED', 'SUBMITTED'), ('RETURNED', 'CANCELLED'));
grant execute on function app.bill_may_become to plinth_app;

-- What people call a bill.
create function app.bill_name(title text, number int) returns text language sql immutable parallel safe
return coalesce(nullif(title, ''), 'RA-' || number);
grant execute on function app.bill_name to plinth_app;

create function app.judge_bill() returns trigger language plpgsql as $$
declare
  agreed record;
  last_number int;
  final_name text;
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
  if new.passed_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 passedOn must not be after today';
  end if;
  if old.status in ('DRAFT', 'RETURNED') and new.status = old.status then
    if (new.input, new.basis, new.net_claimed) is distinct from (old.input, old.basis, old.net_claimed) then
      raise exception 'a claim is computed when it is submitted';
    end if;
    return new;
  end if;
  -- With its new status comes what belongs to that, and nothing else.
  if new.status <> old.status then
    kept := kept || '{status}' || case new.status when 'SUBMITTED' then '{input,basis,net_claimed}'::text[]
      when 'RETURNED' then '{return_reason}' when 'CANCELLED' then '{cancel_reason}'
      else '{memo_no,passed_on,memorandum,work_passed,net_passed}' end;
  end if;
  if to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise check_violation using message = 'frozen', detail = jsonb_build_object('bill', app.bill_name(old.title, old.number)),
      constraint = case old.status when 'PASSED' then '409 status {bill} was passed and stays as it is'
        when 'CANCELLED' then '409 status {bill} was cancelled and stays as it is'
        else '409 status {bill} is with the department: it is changed once it comes back' end;
  end if;
  return new;
end $$;
create trigger c_judged before insert or update or delete on bills for each row execute function app.judge_bill();

-- Lines are written just before their bill goes on, and are never changed; those of a claim that came back give way to the next.
create function app.judge_bill_line() returns trigger language plpgsql as $$
declare
  bill_status text;
begin
  if tg_op = 'UPDATE' then raise exception 'a line of a bill is never changed'; end if;
  if tg_op = 'DELETE' then
    if old.stage = 'CLAIMED' and exists (select from bills b
        where b.tenant_id = old.tenant_id and b.id = old.bill_id and b.status = 'RETURNED')
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
create trigger c_judged before insert or update or delete on bill_lines for each row execute function app.judge_bill_line();

-- The server removes no line but by this.
create function app.drop_returned_claim(bill uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as 'delete from bill_lines l where l.tenant_id = app.tenant_id() and l.bill_id = $1 and l.stage = ''CLAIMED''';
revoke execute on function app.drop_returned_claim from public;
grant execute on function app.drop_returned_claim to plinth_app;

-- At the end of each transaction the nets of a bill are the sums of its lines, with those taken off that the memorandum takes off.
create function app.check_bill_sums() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  bill uuid := coalesce(changed ->> 'bill_id', changed ->> 'id');
begin
  if exists (
    select from bills b, lateral (
      select sum(c.since) filter (where c.stage = 'CLAIMED') as claimed, sum(c.since) filter (where c.stage = 'PASSED') as passed
      from (select l.stage, case when l.head in ('GROSS', 'CGST', 'SGST', 'IGST', 'ROUND_OFF', 'SECURED_ADVANCE', 'RELEASED')
          then l.since else -l.since end as since
        from bill_lines l where l.tenant_id = b.tenant_id and l.bill_id = b.id) c) net
    where b.id = bill and (b.net_claimed, b.net_passed) is distinct from (net.claimed, net.passed))
  then
    raise exception 'the net of a bill is not the sum of its lines';
  end if;
  return null;
end $$;
create constraint trigger sums_hold after insert or update of net_claimed, net_passed on bills deferrable initially deferred
  for each row execute function app.check_bill_sums();
create constraint trigger sums_hold after insert or delete on bill_lines deferrable initially deferred
  for each row execute function app.check_bill_sums();

-- What is with the department comes to its end before its agreement does.
create function app.keep_agreement_of_bills() returns trigger language plpgsql as $$
declare
  open_bill record;
begin
  select b.status, app.bill_name(b.title, b.number) as name into open_bill from bills b
    where b.tenant_id = new.tenant_id and b.agreement_id = new.id and b.deleted_at is null and b.status in ('SUBMITTED', 'RETURNED');
  if found then
    raise check_violation using message = 'open bill', detail = jsonb_build_object('bill', open_bill.name),
      constraint = case open_bill.status
        when 'SUBMITTED' then '409 status {bill} is still with the department: pass or return it first'
        else '409 status {bill} came back from the department: submit it again or cancel it first' end;
  end if;
  return new;
end $$;
create trigger d_billed before update of status on agreements for each row
  when (new.status = 'CLOSED' and old.status <> 'CLOSED') execute function app.keep_agreement_of_bills();
