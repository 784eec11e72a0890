create table contracts (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  bid_id text,
  contract_name text not null check (length(contract_name) between 1 and 300),
  reference_no text,
  description text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED', 'REJECTED',
    'CANCELLED', 'WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED', 'COMPLETED',
    'SUBMITTED_FOR_APPROVAL', 'APPROVED', 'PAYMENT_PENDING', 'PAYMENT_RECEIVED', 'CLOSED', 'TERMINATED', 'DISPUTE')),
  paper_cost numeric(15, 2) check (paper_cost >= 0),
  tender_actual_value numeric(15, 2) check (tender_actual_value >= 0),
  tender_bid_value numeric(15, 2) check (tender_bid_value >= 0),
  tender_bid_percentage numeric(10, 4) check (tender_bid_percentage >= -100),
  contract_type text,
  termination_reason text,
  extension_count int not null default 0 check (extension_count between 0 and 10000),
  opening_date date,
  closing_date date,
  result_date date,
  drafting_date date,
  submitted_payment_date date,
  awarded_date date,
  agreement_date date,
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  license_id text,
  license_holder_name text,
  license_no text,
  comments text,
  contract_metadata jsonb check (jsonb_typeof(contract_metadata) = 'object'),
  primary key (tenant_id, id),
  constraint "400 closingDate must not be before openingDate" check (closing_date >= opening_date),
  constraint "400 givenEndDate must not be before givenStartDate" check (given_end_date >= given_start_date),
  constraint "400 actualEndDate must not be before actualStartDate" check (actual_end_date >= actual_start_date)
);
call app.keep_stamps('contracts');
call app.protect('contracts');
call app.keep_status_history('contracts');
create unique index "409 bidId is already used by another contract" on contracts (tenant_id, bid_id)
  where deleted_at is null and bid_id <> '';
create index contracts_newest on contracts (tenant_id, created_at, id) where deleted_at is null;
create index contracts_by_status on contracts (tenant_id, status, created_at, id) where deleted_at is null;
