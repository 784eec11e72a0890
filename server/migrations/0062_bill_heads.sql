-- The heads of the bills of an agreement: what is added to the work and taken off it, from which day on, and how much.

alter table agreements add column our_gstin text, add column has_round_off boolean not null default false,
  add constraint "400 ourGstin has the form of no registration" check (app.is_gstin_form(our_gstin)),
  add constraint "400 ourGstin has a wrong check digit" check (not app.is_gstin_form(our_gstin)
    or app.gstin_check_character(our_gstin) = right(our_gstin, 1));

create table bill_heads (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  head text not null check (head in ('GST', 'WITHHELD', 'RETENTION', 'ADVANCE_TAX', 'IT_TDS', 'GST_TDS', 'CESS')),
  -- 0 ends the head.
  percent numeric(7, 4) check (percent between 0 and 100),
  -- The kind of the statutory rule that gives the percentage. GST_TDS stands for the kinds of its pack: the places choose one.
  rule_kind text check (rule_kind ~ '^[A-Z][A-Z0-9_]*$'),
  base text check (base in ('TAXABLE', 'INVOICE_NET', 'LESS_RECOVERY')),
  rounding text not null default 'PAISA' check (rounding in ('PAISA', 'RUPEE')),
  -- At most so much of the agreed value is retained.
  cap_percent numeric(7, 4) check (cap_percent > 0 and cap_percent <= 100),
  mode text check (mode in ('EACH_BILL', 'FINAL_ONLY')),
  -- Until the next row of the head.
  valid_from date not null,
  comment text,
  primary key (tenant_id, id),
  constraint "400 percent is required where no rule gives it" check (percent is not null or rule_kind is not null),
  constraint "400 percent comes from the rule: leave one of the two empty" check (percent is null or rule_kind is null),
  constraint "400 base is required of this head" check (head not in ('IT_TDS', 'GST_TDS') or base is not null),
  constraint "400 base does not fit this head" check (case head when 'IT_TDS' then base in ('TAXABLE', 'INVOICE_NET')
    when 'GST_TDS' then base in ('TAXABLE', 'LESS_RECOVERY') else base is null end),
  constraint "400 rounding of GST is to the paisa" check (head <> 'GST' or rounding = 'PAISA'),
  constraint "400 capPercent belongs to a retention" check (head = 'RETENTION' or cap_percent is null),
  constraint "400 mode is required of a retention" check (head <> 'RETENTION' or mode is not null),
  constraint "400 mode belongs to a retention" check (head = 'RETENTION' or mode is null)
);
call app.keep_stamps('bill_heads');
call app.protect('bill_heads');
call app.reference('bill_heads', 'agreement_id', 'agreements', 'bill head');
call app.keep_audit('bill_heads');
create unique index "409 validFrom already has a row of this head" on bill_heads (tenant_id, agreement_id, head, valid_from)
  where deleted_at is null;

-- The heads of what is closed stay, and a cap needs a value to be taken of.
create function app.judge_bill_head() returns trigger language plpgsql as $$
declare
  agreed record;
begin
  select a.status, a.value into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id for share;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'UPDATE' and (new.agreement_id, new.head) <> (old.agreement_id, old.head) then
    raise exception 'a head of bills stays what and where it is';
  end if;
  if new.deleted_at is null and new.head = 'RETENTION' and new.cap_percent > 0 and agreed.value is null then
    raise check_violation using message = 'no value', constraint = '400 capPercent needs the agreed value: enter it in the agreement';
  end if;
  return new;
end $$;
create trigger b_a_judged before insert or update on bill_heads for each row execute function app.judge_bill_head();

create function app.keep_value_of_cap() returns trigger language plpgsql as $$
begin
  if exists (select from bill_heads h where h.tenant_id = new.tenant_id and h.agreement_id = new.id and h.deleted_at is null
    and h.cap_percent is not null)
  then
    raise check_violation using message = 'cap', constraint = '409 value is needed by the cap of the retention';
  end if;
  return new;
end $$;
create trigger d_capped before update of value on agreements for each row
  when (new.value is null and old.value is not null and new.deleted_at is null) execute function app.keep_value_of_cap();
