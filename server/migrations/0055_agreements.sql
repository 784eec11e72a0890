-- Agreements, under which work is measured and paid: of a client, who pays the company, and of whoever the company pays.

create table agreements (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  direction text not null check (direction in ('RECEIVABLE', 'PAYABLE')),
  number text not null check (length(number) between 1 and 100),
  name text not null check (length(name) between 1 and 300),
  party_id uuid not null,
  contract_id uuid,
  project_id uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'SUSPENDED', 'COMPLETED', 'CLOSED')),
  agreed_on date,
  value numeric(15, 2) check (value >= 0),
  pricing text not null default 'ITEM_RATE' check (pricing in ('ITEM_RATE', 'PERCENTAGE_RATE', 'LUMP_SUM')),
  -- Above or below the rates of the schedule.
  tender_percentage numeric(10, 4) check (tender_percentage >= -100),
  site_state text,
  site_address text,
  -- How the tax on services knows the work: 9954 is construction.
  sac text,
  starts_on date,
  ends_on date,
  completed_on date,
  dlp_months int check (dlp_months between 0 and 600),
  -- How the contents of a measured line are rounded.
  rounding text not null default 'HALF_UP' check (rounding in ('HALF_UP', 'HALF_EVEN')),
  payment_days int check (payment_days between 0 and 365),
  comment text,
  primary key (tenant_id, id),
  constraint "400 contractId is required: the client pays under a contract" check (direction <> 'RECEIVABLE' or contract_id is not null),
  constraint "400 siteState must be the code of a State" check (app.is_state_code(site_state)),
  constraint "400 sac must be 4 to 6 digits, the first two 99" check (sac ~ '^99[0-9]{2,4}$'),
  constraint "400 endsOn must not be before startsOn" check (ends_on >= starts_on),
  constraint "400 completedOn must not be before startsOn" check (completed_on >= starts_on),
  constraint "400 tenderPercentage is required of a percentage rate" check (pricing <> 'PERCENTAGE_RATE' or tender_percentage is not null),
  constraint "400 tenderPercentage belongs to a percentage rate alone" check (pricing = 'PERCENTAGE_RATE' or tender_percentage is null),
  -- What is not signed, or has no value, binds nobody.
  constraint "400 agreedOn is required unless it is a draft" check (status = 'DRAFT' or agreed_on is not null),
  constraint "400 value is required unless it is a draft" check (status = 'DRAFT' or value > 0),
  constraint "400 completedOn is required once it is completed" check (status not in ('COMPLETED', 'CLOSED') or completed_on is not null)
);
call app.keep_stamps('agreements');
call app.protect('agreements');
call app.reference('agreements', 'party_id', 'parties', 'agreement');
call app.name_reference('agreements', 'party_id', 'parties', '400 partyId must be a party of your company');
call app.reference('agreements', 'contract_id', 'contracts', 'agreement');
call app.name_reference('agreements', 'contract_id', 'contracts', '400 contractId must be a contract of your company');
call app.reference('agreements', 'project_id', 'projects', 'agreement');
call app.name_reference('agreements', 'project_id', 'projects', '400 projectId must be a project of your company');
call app.keep_audit('agreements');
call app.keep_status_history('agreements');
create unique index "409 contractId This contract has an agreement with its client" on agreements (tenant_id, contract_id)
  where deleted_at is null and direction = 'RECEIVABLE';
create unique index "409 number is already used by another agreement with this party" on agreements (tenant_id, party_id, lower(number))
  where deleted_at is null;
create index agreements_newest on agreements (tenant_id, created_at, id) where deleted_at is null;

-- Which states an agreement may go on to from each.
create function app.agreement_may_become(old_status text, new_status text) returns boolean language sql immutable parallel safe
return (old_status, new_status) in (('DRAFT', 'ACTIVE'), ('ACTIVE', 'SUSPENDED'), ('SUSPENDED', 'ACTIVE'), ('ACTIVE', 'COMPLETED'),
  ('COMPLETED', 'ACTIVE'), ('COMPLETED', 'CLOSED'));
grant execute on function app.agreement_may_become to plinth_app;

create function app.judge_agreement() returns trigger language plpgsql as $$
declare
  party record;
  project_contract uuid;
begin
  if new.deleted_at is not null then
    if old.status <> 'DRAFT' then
      raise exception 'Only a draft can be deleted: this agreement was signed' using errcode = 'PL409';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.direction <> old.direction then
      raise check_violation using message = 'direction', constraint = '409 direction cannot be changed: enter another agreement';
    end if;
    if new.status <> old.status and not app.agreement_may_become(old.status, new.status) then
      raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
        detail = jsonb_build_object('from', old.status, 'to', new.status);
    end if;
    if old.status = 'CLOSED' and new.status = 'CLOSED' then
      raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
    end if;
  elsif new.status <> 'DRAFT' and new.status <> 'ACTIVE' then
    raise check_violation using message = 'status', constraint = '400 status must be draft or active of a new agreement';
  end if;
  -- Held, so that what it is to the company does not change at the same moment.
  select p.kinds into party from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if new.direction = 'RECEIVABLE' and not 'CLIENT' = any (party.kinds) then
    raise check_violation using message = 'no client', constraint = '400 partyId must be a client: the company is paid by it';
  end if;
  if new.direction = 'PAYABLE' and not party.kinds && '{VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,HIRER}' then
    raise check_violation using message = 'nobody who is paid',
      constraint = '400 partyId must be somebody the company pays for work';
  end if;
  if new.project_id is not null and new.contract_id is not null then
    select p.contract_id into project_contract from projects p where p.tenant_id = new.tenant_id and p.id = new.project_id;
    if project_contract is distinct from new.contract_id then
      raise check_violation using message = 'other contract', constraint = '400 projectId must be the project of this contract';
    end if;
  end if;
  return new;
end $$;
create trigger c_judged before insert or update on agreements for each row execute function app.judge_agreement();

-- Whom an agreement is with stays what that takes.
create function app.keep_side_of_agreements() returns trigger language plpgsql as $$
declare
  named text;
begin
  select a.number into named from agreements a where a.tenant_id = new.tenant_id and a.party_id = new.id and a.deleted_at is null
    and (a.direction = 'RECEIVABLE' and not 'CLIENT' = any (new.kinds)
      or a.direction = 'PAYABLE' and not new.kinds && '{VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,HIRER}')
  order by a.created_at limit 1;
  if named is not null then
    raise check_violation using message = 'side', constraint = '409 kinds must keep what the agreement {number} takes',
      detail = jsonb_build_object('number', named);
  end if;
  return new;
end $$;
create trigger c_agreements before update of kinds on parties for each row
  when (new.deleted_at is null and old.kinds is distinct from new.kinds) execute function app.keep_side_of_agreements();
