create table security_deposits (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  deposit_type text not null check (length(deposit_type) between 1 and 100),
  instrument_no text not null check (length(instrument_no) between 1 and 100),
  amount numeric(15, 2) not null check (amount > 0),
  deposit_created_date date,
  deposit_submitted_date date,
  bank_account_no text,
  bank_name text,
  account_holder_name text,
  bank_address text,
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'RETURNED', 'PENDING', 'DRAFT',
    'PENDING_RELEASE', 'RELEASED', 'PENDING_REFUND', 'REFUNDED', 'FORFEITED', 'REJECTED', 'CANCELLED')),
  comment text,
  deposit_returned_date date,
  deposit_transferred_own_ac_date date,
  primary key (tenant_id, id),
  constraint "400 depositeReturnedDate must not be before depositSubmitedDate"
    check (deposit_returned_date >= deposit_submitted_date)
);
call app.keep_stamps('security_deposits');
call app.protect('security_deposits');
call app.keep_status_history('security_deposits');
call app.reference('security_deposits', 'contract_id', 'contracts', 'deposit');
create index security_deposits_of_contract on security_deposits (tenant_id, contract_id, created_at) where deleted_at is null;
