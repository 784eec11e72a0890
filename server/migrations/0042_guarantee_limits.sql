-- Up to how much each bank guarantees for us, and the guarantees that are planned. What is used and left of a limit on a day is
-- read from the instruments, the plans and the limit itself; none of it is kept.

create table bank_facilities (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  bank text not null check (bank <> ''),
  branch text,
  name text,
  limit_amount numeric(15, 2) not null check (limit_amount > 0),
  margin_percent numeric(5, 2) check (margin_percent between 0 and 100),
  -- A year, whatever the bank reckons by.
  commission_percent numeric(5, 2) check (commission_percent between 0 and 100),
  commission_basis text not null default 'PER_QUARTER_OR_PART' check (commission_basis in ('PER_QUARTER_OR_PART', 'PER_DAY_365')),
  min_charge numeric(15, 2) check (min_charge >= 0),
  -- Most banks keep limit and margin until the paper or a discharge letter is back, whatever its days say.
  frees_on text not null default 'DISCHARGE' check (frees_on in ('EXPIRY', 'CLAIM_END', 'DISCHARGE')),
  discharge_days int not null default 30 check (discharge_days between 0 and 1000),
  free_cash numeric(15, 2) check (free_cash >= 0),
  free_cash_on date,
  review_on date,
  is_active boolean not null default true,
  comment text,
  primary key (tenant_id, id),
  constraint "400 freeCashOn is required with the cash for margins" check (free_cash is null or free_cash_on is not null)
);
call app.keep_stamps('bank_facilities');
call app.protect('bank_facilities');
call app.keep_audit('bank_facilities');
create unique index "409 name is already used by another limit of this branch" on bank_facilities
  (tenant_id, lower(bank), lower(coalesce(branch, '')), lower(coalesce(name, ''))) where deleted_at is null;

-- What a limit is called among those of other banks.
create function app.facility_name(bank text, name text) returns text language sql immutable parallel safe
  return case when name <> '' then bank || ', ' || name else bank end;
grant execute on function app.facility_name to plinth_app;

alter table instruments add column facility_id uuid,
  add constraint "400 facilityId is for bank guarantees" check (facility_id is null or kind in ('BG', 'E_BG'));
call app.reference('instruments', 'facility_id', 'bank_facilities', 'guarantee');
call app.name_reference('instruments', 'facility_id', 'bank_facilities', '400 facilityId must be a limit of your company');
call app.keep_audit('instruments', dull => '{stale_on}');
create index instruments_of_facility on instruments (tenant_id, facility_id) where deleted_at is null and facility_id is not null;

create table bg_plans (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  facility_id uuid not null,
  purpose text not null check (purpose in ('EMD', 'PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY', 'SECURITY_DEPOSIT', 'RETENTION',
    'ADVANCE_GUARANTEE', 'OTHER')),
  amount numeric(15, 2) not null check (amount > 0),
  needed_on date not null,
  until_on date not null,
  state text not null default 'PLANNED' check (state in ('PLANNED', 'ISSUED', 'DROPPED')),
  instrument_id uuid,
  comment text,
  primary key (tenant_id, id),
  constraint "400 untilOn must not be before neededOn" check (until_on >= needed_on),
  constraint "400 instrumentId is required once it is issued" check (state <> 'ISSUED' or instrument_id is not null),
  constraint "400 instrumentId is for what is issued" check (state = 'ISSUED' or instrument_id is null)
);
call app.keep_stamps('bg_plans');
call app.protect('bg_plans');
call app.reference('bg_plans', 'contract_id', 'contracts');
call app.reference('bg_plans', 'facility_id', 'bank_facilities', 'planned guarantee');
call app.reference('bg_plans', 'instrument_id', 'instruments', 'planned guarantee');
call app.keep_audit('bg_plans');
create index bg_plans_of_contract on bg_plans (tenant_id, contract_id) where deleted_at is null;
create index bg_plans_of_facility on bg_plans (tenant_id, facility_id) where deleted_at is null;
-- A guarantee is one plan's: two would both stop counting for it.
create unique index "409 instrumentId is the guarantee of another plan" on bg_plans (tenant_id, instrument_id)
  where deleted_at is null and instrument_id is not null;

call app.name_reference('bg_plans', 'facility_id', 'bank_facilities', '400 facilityId must be a limit of your company');
call app.name_reference('bg_plans', 'contract_id', 'contracts', '400 contractId must be a contract of your company');

-- What stops counting as planned counts from then on as a guarantee, under the limit that it says.
create function app.require_counted_guarantee() returns trigger language plpgsql as $$
declare
  paper record;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.instrument_id = new.instrument_id then return new; end if;
  select i.kind, i.facility_id, i.state into paper from instruments i
  where i.tenant_id = new.tenant_id and i.id = new.instrument_id and i.deleted_at is null for share;
  if not found or paper.kind not in ('BG', 'E_BG') then
    raise check_violation using message = 'no guarantee', constraint = '400 instrumentId must be a bank guarantee of your company';
  end if;
  if paper.state in ('DRAFT', 'CANCELLED') then
    raise check_violation using message = 'no count', constraint = '409 instrumentId This guarantee does not count: it is a draft, or was cancelled';
  end if;
  if paper.facility_id is null then
    raise check_violation using message = 'no limit', constraint = '409 instrumentId This guarantee says no bank limit: say it there first';
  end if;
  return new;
end $$;
drop trigger b_live_instrument_id on bg_plans;
create trigger b_live_instrument_id before insert or update of instrument_id, deleted_at on bg_plans for each row
  when (new.instrument_id is not null and new.deleted_at is null) execute function app.require_counted_guarantee();
