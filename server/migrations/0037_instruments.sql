-- The papers that deposits are given by: guarantees, surety bonds, deposit receipts, drafts. What becomes of one is told by its
-- events, which are only ever added; its state, amount and days follow from them.

create table instruments (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('BG', 'E_BG', 'SURETY_BOND', 'FDR', 'TDR', 'NSC', 'DD', 'BANKERS_CHEQUE', 'ONLINE', 'CASH',
    'BILL_DEDUCTION')),
  number text,
  amount numeric(15, 2) not null check (amount > 0),
  issuer text,
  branch text,
  office_id uuid,
  favouring text,
  issued_on date,
  effective_on date,
  -- The last day on which it is valid.
  expires_on date,
  claim_until date,
  matures_on date,
  -- Kept below: three months from the date of a draft, or from its revalidation (RBI, 4-11-2011).
  stale_on date,
  ends_on date generated always as (coalesce(expires_on, matures_on, stale_on)) stored,
  margin_percent numeric(5, 2) check (margin_percent between 0 and 100),
  commission_percent numeric(5, 2) check (commission_percent between 0 and 100),
  held_by text check (held_by in ('US', 'DEPARTMENT', 'BANK', 'COURIER')),
  comment text,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED', 'PAID_OUT', 'RETURNED',
    'CLOSED', 'CANCELLED')),
  primary key (tenant_id, id),
  constraint "400 effectiveOn must not be before issuedOn" check (effective_on >= issued_on),
  constraint "400 expiresOn must not be before issuedOn" check (expires_on >= issued_on),
  constraint "400 expiresOn must not be before effectiveOn" check (expires_on >= effective_on),
  constraint "400 claimUntil must not be before expiresOn" check (claim_until >= expires_on),
  constraint "400 maturesOn must not be before issuedOn" check (matures_on >= issued_on),
  constraint "400 expiresOn is for guarantees and surety bonds"
    check (expires_on is null or kind in ('BG', 'E_BG', 'SURETY_BOND')),
  constraint "400 claimUntil is for guarantees and surety bonds"
    check (claim_until is null or kind in ('BG', 'E_BG', 'SURETY_BOND')),
  constraint "400 maturesOn is for deposit receipts and certificates"
    check (matures_on is null or kind in ('FDR', 'TDR', 'NSC')),
  constraint "400 expiresOn is required once it is issued" check (expires_on is not null or state in ('DRAFT', 'REQUESTED', 'CANCELLED')
    or kind not in ('BG', 'E_BG', 'SURETY_BOND')),
  constraint "400 issuedOn is required once it is issued" check (issued_on is not null or state in ('DRAFT', 'REQUESTED', 'CANCELLED')
    or kind in ('ONLINE', 'CASH', 'BILL_DEDUCTION')),
  constraint "400 number is required once it is issued" check (coalesce(number, '') <> '' or state in ('DRAFT', 'REQUESTED', 'CANCELLED')
    or kind in ('CASH', 'BILL_DEDUCTION'))
);
call app.keep_stamps('instruments');
call app.protect('instruments');
call app.reference('instruments', 'office_id', 'offices', 'instrument');
drop trigger b_live_office_id on instruments;
create trigger b_live_office_id before insert or update of office_id, deleted_at on instruments for each row
  when (new.office_id is not null and new.deleted_at is null) execute function app.require_office();
call app.keep_audit('instruments', dull => '{stale_on}');
-- One paper stands once; what is paid in cash or kept from bills has no number of its own.
create unique index "409 number This instrument is in the register already" on instruments
  (tenant_id, (kind in ('BG', 'E_BG', 'SURETY_BOND')), lower(coalesce(issuer, '')), upper(number))
  where deleted_at is null and number <> '' and state <> 'CANCELLED' and kind not in ('CASH', 'BILL_DEDUCTION');
create index instruments_newest on instruments (tenant_id, created_at, id) where deleted_at is null;

create table instrument_events (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  kind text not null check (kind in ('REQUESTED', 'ISSUED', 'LODGED', 'EXTENDED', 'AMOUNT_CHANGED', 'RENEWED', 'REVALIDATED',
    'CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAYED', 'STAY_VACATED', 'CLAIM_WITHDRAWN', 'PAID_OUT', 'RETURNED', 'DISCHARGED', 'ENCASHED',
    'CANCELLED', 'CORRECTED')),
  happened_on date not null,
  -- What it was and what it is from then on; what is not given stays as it was.
  from_state text not null,
  to_state text not null,
  amount_before numeric(15, 2),
  amount_after numeric(15, 2) check (amount_after >= 0),
  issued_on_before date,
  issued_on_after date,
  expires_on_before date,
  expires_on_after date,
  claim_until_before date,
  claim_until_after date,
  matures_on_before date,
  matures_on_after date,
  number text,
  paid_amount numeric(15, 2) check (paid_amount > 0),
  charges numeric(15, 2) check (charges >= 0),
  reference text,
  remark text,
  primary key (tenant_id, id),
  constraint "400 remark is required: say why it is corrected" check (kind <> 'CORRECTED' or remark <> ''),
  constraint "400 amount is required for what was paid out" check ((kind = 'PAID_OUT') = (paid_amount is not null))
);
call app.keep_stamps('instrument_events');
-- Only ever added to.
call app.protect('instrument_events', 'select, insert');
call app.reference('instrument_events', 'instrument_id', 'instruments');
call app.keep_audit('instrument_events');
create index instrument_events_of_instrument on instrument_events (tenant_id, instrument_id, id);

create table instrument_liens (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  guarantee_id uuid not null,
  receipt_id uuid not null,
  amount numeric(15, 2) not null check (amount > 0),
  marked_on date not null,
  freed_on date,
  primary key (tenant_id, id),
  constraint "400 freedOn must not be before markedOn" check (freed_on >= marked_on)
);
call app.keep_stamps('instrument_liens');
call app.protect('instrument_liens', 'select, insert, update (freed_on)');
call app.reference('instrument_liens', 'guarantee_id', 'instruments', 'lien');
call app.reference('instrument_liens', 'receipt_id', 'instruments', 'lien');
call app.keep_audit('instrument_liens');
create index liens_of_guarantee on instrument_liens (tenant_id, guarantee_id);
create index liens_of_receipt on instrument_liens (tenant_id, receipt_id);

-- The state that an event leads to; null where it cannot happen. As `movedTo` of the wire, which a test compares.
create function app.instrument_moved_to(kind text, state text, event text) returns text language sql immutable parallel safe
  return case
    when event = 'CORRECTED' then state
    when event = 'REQUESTED' and state = 'DRAFT' then 'REQUESTED'
    when event = 'ISSUED' and state in ('DRAFT', 'REQUESTED') then 'ISSUED'
    when event = 'LODGED' and state in ('DRAFT', 'REQUESTED', 'ISSUED') then 'LODGED'
    when event = 'CANCELLED' and state in ('DRAFT', 'REQUESTED', 'ISSUED') then 'CANCELLED'
    when event = 'RETURNED' and state in ('LODGED', 'CLAIMED')
      then case when kind in ('ONLINE', 'CASH', 'BILL_DEDUCTION') then 'CLOSED' else 'RETURNED' end
    when event = 'RENEWED' and kind in ('FDR', 'TDR', 'NSC') and state in ('ISSUED', 'LODGED') then state
    when event = 'REVALIDATED' and kind in ('DD', 'BANKERS_CHEQUE') and state in ('ISSUED', 'LODGED') then state
    when event = 'AMOUNT_CHANGED' and kind in ('BG', 'E_BG', 'SURETY_BOND', 'BILL_DEDUCTION') and state in ('ISSUED', 'LODGED') then state
    when event = 'ENCASHED' and kind not in ('BG', 'E_BG', 'SURETY_BOND') and state in ('ISSUED', 'RETURNED') then 'CLOSED'
    when kind not in ('BG', 'E_BG', 'SURETY_BOND') then null
    when event = 'EXTENDED' and state in ('ISSUED', 'LODGED') then state
    when event in ('EXTENDED', 'CLAIM_WITHDRAWN') and state = 'CLAIMED' then 'LODGED'
    when event in ('CLAIM_LODGED', 'EXTEND_OR_PAY') and state = 'LODGED' then 'CLAIMED'
    when event in ('STAYED', 'STAY_VACATED') and state = 'CLAIMED' then 'CLAIMED'
    when event = 'PAID_OUT' and state = 'CLAIMED' then 'PAID_OUT'
    when event = 'DISCHARGED' and state in ('LODGED', 'PAID_OUT', 'RETURNED') then 'CLOSED'
  end;
grant execute on function app.instrument_moved_to to plinth_app;

alter table security_deposits add column instrument_id uuid;

-- What is open of the deposits that were paid and that an instrument stands behind.
create function app.secured_by(company uuid, instrument uuid) returns numeric language sql stable as $$
  select coalesce(sum(d.open_amount), 0) from security_deposits d
  where d.tenant_id = company and d.instrument_id = instrument and d.deleted_at is null
    and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
$$;
grant execute on function app.secured_by to plinth_app;

-- A guarantee is for what is open of its deposits at least, a receipt for the liens on it.
create function app.require_worth(company uuid, instrument uuid, kind text, amount numeric) returns void language plpgsql as $$
begin
  if kind in ('BG', 'E_BG', 'SURETY_BOND') and app.secured_by(company, instrument) > amount then
    raise check_violation using message = 'secured', constraint = '409 amount is less than its deposits come to';
  end if;
  if (select sum(l.amount) from instrument_liens l where l.tenant_id = company and l.receipt_id = instrument and l.freed_on is null)
    > amount
  then
    raise check_violation using message = 'lien', constraint = '409 amount is less than the liens on it';
  end if;
end $$;
grant execute on function app.require_worth to plinth_app;

-- An instrument begins as a draft. Once it is issued, what it says changes by an event, and its state never otherwise.
create function app.keep_instrument() returns trigger language plpgsql as $$
declare
  is_event boolean := pg_trigger_depth() > 1;
  changed text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'an instrument begins as a draft'; end if;
  elsif not is_event then
    if new.state <> old.state then raise exception 'a state follows from an event'; end if;
    changed := case when new.kind <> old.kind then 'kind' when new.amount <> old.amount then 'amount'
      when new.issued_on is distinct from old.issued_on then 'issuedOn'
      when new.expires_on is distinct from old.expires_on then 'expiresOn'
      when new.claim_until is distinct from old.claim_until then 'claimUntil'
      when new.matures_on is distinct from old.matures_on then 'maturesOn' end;
    if changed is not null and old.state not in ('DRAFT', 'REQUESTED') then
      raise check_violation using message = 'issued',
        constraint = format('409 %s It is issued: enter what became of it, or a correction', changed);
    end if;
    if new.kind <> old.kind and exists (select from instrument_liens l where l.tenant_id = new.tenant_id
      and new.id in (l.guarantee_id, l.receipt_id) and l.freed_on is null)
    then
      raise check_violation using message = 'lien', constraint = '409 kind It has liens: free them first';
    end if;
    if (new.kind, new.amount) <> (old.kind, old.amount) then
      perform app.require_worth(new.tenant_id, new.id, new.kind, new.amount);
    end if;
  end if;
  if new.kind not in ('DD', 'BANKERS_CHEQUE') then new.stale_on := null;
  elsif tg_op = 'INSERT' or new.kind <> old.kind or new.issued_on is distinct from old.issued_on then
    new.stale_on := (new.issued_on + interval '3 months')::date;
  end if;
  return new;
end $$;
create trigger b_a_keep before insert or update on instruments for each row execute function app.keep_instrument();

-- An event holds its instrument, says what that was, and has to be one of those that can happen to it.
create function app.require_move() returns trigger language plpgsql as $$
declare
  paper instruments;
  last_day date;
  moved text;
begin
  select * into paper from instruments i where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null
  for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  moved := app.instrument_moved_to(paper.kind, paper.state, new.kind);
  if moved is null then
    raise check_violation using message = 'no move', constraint = '409 kind An instrument that is {state} cannot be {event}',
      detail = jsonb_build_object('state', paper.state, 'event', new.kind);
  end if;
  if new.happened_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be after today';
  end if;
  select max(e.happened_on) into last_day from instrument_events e where e.tenant_id = new.tenant_id and e.instrument_id = new.instrument_id;
  if new.happened_on < last_day then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be before the last event';
  end if;
  if new.kind = 'DISCHARGED' and paper.state = 'LODGED' and new.happened_on <= coalesce(paper.claim_until, paper.expires_on) then
    raise check_violation using message = 'day',
      constraint = '409 kind It can still be claimed: it is discharged when it came back';
  end if;
  if new.kind = 'EXTENDED' and new.expires_on_after < paper.expires_on then
    raise check_violation using message = 'day', constraint = '400 expiresOn must not be before the present one: correct it';
  end if;
  if new.kind = 'RENEWED' and new.matures_on_after < paper.matures_on then
    raise check_violation using message = 'day', constraint = '400 maturesOn must not be before the present one: correct it';
  end if;
  if new.paid_amount > paper.amount then
    raise check_violation using message = 'amount', constraint = '409 amount is more than the guarantee comes to';
  end if;
  new.from_state := paper.state;
  new.to_state := case
    when new.kind = 'CORRECTED' then coalesce(new.to_state, moved)
    when new.kind = 'PAID_OUT' and new.paid_amount < paper.amount then 'LODGED' else moved end;
  new.amount_before := paper.amount;
  new.amount_after := case when new.kind = 'PAID_OUT' then paper.amount - new.paid_amount else coalesce(new.amount_after, paper.amount) end;
  new.issued_on_before := paper.issued_on;
  new.issued_on_after := coalesce(new.issued_on_after, paper.issued_on);
  new.expires_on_before := paper.expires_on;
  new.expires_on_after := coalesce(new.expires_on_after, paper.expires_on);
  new.claim_until_before := paper.claim_until;
  -- An extension that says nothing of claims leaves as many days for them as there were.
  new.claim_until_after := coalesce(new.claim_until_after,
    case when new.kind = 'EXTENDED' then paper.claim_until + (new.expires_on_after - paper.expires_on) else paper.claim_until end);
  new.matures_on_before := paper.matures_on;
  new.matures_on_after := coalesce(new.matures_on_after, paper.matures_on);
  -- What was paid out its deposits lose in the same transaction.
  if new.kind <> 'PAID_OUT' and new.amount_after < paper.amount then
    perform app.require_worth(new.tenant_id, paper.id, paper.kind, new.amount_after);
  end if;
  if new.to_state in ('CLOSED', 'CANCELLED') and exists (select from instrument_liens l where l.tenant_id = new.tenant_id
    and l.receipt_id = paper.id and l.freed_on is null)
  then
    raise check_violation using message = 'lien', constraint = '409 kind This receipt secures a guarantee: free its liens first';
  end if;
  return new;
end $$;
-- Before the reference asks, which names no field.
create trigger b_a_move before insert on instrument_events for each row execute function app.require_move();

-- The instrument as its event leaves it; a guarantee that is over frees what secured it.
create function app.move_instrument() returns trigger language plpgsql as $$
begin
  update instruments i set state = new.to_state, amount = case when new.amount_after > 0 then new.amount_after else i.amount end,
    issued_on = new.issued_on_after, expires_on = new.expires_on_after, claim_until = new.claim_until_after,
    matures_on = new.matures_on_after, number = coalesce(new.number, i.number),
    stale_on = case when new.kind = 'REVALIDATED' then (new.happened_on + interval '3 months')::date else i.stale_on end,
    held_by = case when new.kind in ('ISSUED', 'RETURNED') then 'US' when new.kind = 'LODGED' then 'DEPARTMENT'
      when new.kind in ('DISCHARGED', 'ENCASHED') then 'BANK' else i.held_by end
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id;
  if new.to_state in ('CLOSED', 'CANCELLED') then
    update instrument_liens l set freed_on = greatest(new.happened_on, l.marked_on)
    where l.tenant_id = new.tenant_id and l.guarantee_id = new.instrument_id and l.freed_on is null;
  end if;
  return null;
end $$;
create trigger moved after insert on instrument_events for each row execute function app.move_instrument();

-- A lien holds its receipt, so that of two that together are more than what is free of it one waits, and is refused.
create function app.require_free_receipt() returns trigger language plpgsql as $$
declare
  receipt instruments;
begin
  if not exists (select from instruments i where i.tenant_id = new.tenant_id and i.id = new.guarantee_id and i.deleted_at is null
    and i.kind in ('BG', 'E_BG', 'SURETY_BOND') and i.state not in ('CLOSED', 'CANCELLED'))
  then
    raise exception 'Only a guarantee that is not closed is secured by a receipt' using errcode = 'PL409';
  end if;
  select * into receipt from instruments i where i.tenant_id = new.tenant_id and i.id = new.receipt_id and i.deleted_at is null
    and i.kind in ('FDR', 'TDR') and i.state not in ('CLOSED', 'CANCELLED') for no key update;
  if not found then
    raise check_violation using message = 'receipt', constraint = '400 receiptId must be a deposit receipt of your company';
  end if;
  if new.marked_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 markedOn must not be after today';
  end if;
  if new.amount + (select coalesce(sum(l.amount), 0) from instrument_liens l
    where l.tenant_id = new.tenant_id and l.receipt_id = new.receipt_id and l.freed_on is null) > receipt.amount
  then
    raise check_violation using message = 'free', constraint = '409 amount is more than what is free of this receipt';
  end if;
  return new;
end $$;
create trigger b_a_free before insert on instrument_liens for each row execute function app.require_free_receipt();

create function app.require_only_freed() returns trigger language plpgsql as $$
begin
  if old.freed_on is not null then raise exception 'This lien was freed already.' using errcode = 'PL409'; end if;
  if new.freed_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 freedOn must not be after today';
  end if;
  return new;
end $$;
create trigger b_only_freed before update of freed_on on instrument_liens for each row execute function app.require_only_freed();

-- A deposit says what its instrument says; nothing is asked of one that has none.
call app.reference('security_deposits', 'instrument_id', 'instruments', 'deposit');
call app.keep_audit('security_deposits', 'id', '{received_amount,lost_amount,carried_amount,is_return_settled}');
create index security_deposits_of_instrument on security_deposits (tenant_id, instrument_id, created_at)
  where deleted_at is null and instrument_id is not null;

create function app.follow_instrument() returns trigger language plpgsql as $$
declare
  paper record;
begin
  -- Held as what it covers is judged: of two deposits at the same moment one waits, and neither for the other.
  select nullif(i.number, '') as number, nullif(i.issuer, '') as issuer, nullif(i.branch, '') as branch, i.state into paper
  from instruments i
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null for no key update;
  if not found then
    raise check_violation using message = 'instrument', constraint = '400 instrumentId must be an instrument of your company';
  end if;
  if tg_op = 'INSERT' or new.instrument_id is distinct from old.instrument_id then
    if paper.state = 'CANCELLED' then
      raise check_violation using message = 'instrument', constraint = '409 instrumentId This instrument was cancelled';
    end if;
  elsif pg_trigger_depth() = 1 then
    if new.instrument_no <> coalesce(paper.number, new.instrument_no) then
      raise check_violation using message = 'instrument',
        constraint = '409 instrumentNo This deposit has an instrument. Change it there.';
    end if;
    if new.bank_name is distinct from coalesce(paper.issuer, new.bank_name) then
      raise check_violation using message = 'instrument',
        constraint = '409 bankName This deposit has an instrument. Change it there.';
    end if;
    if new.bank_address is distinct from coalesce(paper.branch, new.bank_address) then
      raise check_violation using message = 'instrument',
        constraint = '409 bankAddress This deposit has an instrument. Change it there.';
    end if;
  end if;
  new.instrument_no := coalesce(paper.number, new.instrument_no);
  new.bank_name := coalesce(paper.issuer, new.bank_name);
  new.bank_address := coalesce(paper.branch, new.bank_address);
  return new;
end $$;
create trigger b_a_instrument before insert or update of instrument_id, instrument_no, bank_name, bank_address on security_deposits
  for each row when (new.instrument_id is not null and new.deleted_at is null) execute function app.follow_instrument();

-- And follows it where that changes.
create function app.tell_deposits() returns trigger language plpgsql as $$
begin
  update security_deposits d set instrument_no = coalesce(nullif(new.number, ''), d.instrument_no)
  where d.tenant_id = new.tenant_id and d.instrument_id = new.id and d.deleted_at is null;
  return null;
end $$;
create trigger told after update on instruments for each row
  when ((old.number, old.issuer, old.branch) is distinct from (new.number, new.issuer, new.branch))
  execute function app.tell_deposits();

-- A guarantee covers what is open of its deposits. It is held, so that of two deposits at the same moment one waits.
create function app.require_cover() returns trigger language plpgsql as $$
declare
  covered numeric;
begin
  select i.amount into covered from instruments i where i.tenant_id = new.tenant_id and i.id = new.instrument_id
    and i.kind in ('BG', 'E_BG', 'SURETY_BOND') for no key update;
  if found and app.secured_by(new.tenant_id, new.instrument_id) > covered then
    raise check_violation using message = 'cover',
      constraint = '409 instrumentId The guarantee is for less than its deposits';
  end if;
  return null;
end $$;
create trigger covered_new after insert on security_deposits for each row
  when (new.instrument_id is not null) execute function app.require_cover();
create trigger covered_changed after update on security_deposits for each row
  when (new.instrument_id is not null and new.deleted_at is null and (new.instrument_id is distinct from old.instrument_id
    or new.open_amount > old.open_amount
    or old.status in ('DRAFT', 'REJECTED', 'CANCELLED') and new.status not in ('DRAFT', 'REJECTED', 'CANCELLED')))
  execute function app.require_cover();
