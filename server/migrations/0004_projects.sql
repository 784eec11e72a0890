create table projects (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid,
  project_name text not null check (length(project_name) between 1 and 300),
  description text,
  project_type text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PLANNED', 'INITIATED', 'IN_PROGRESS', 'ON_HOLD',
    'UNDER_REVIEW', 'COMPLETED', 'TERMINATED', 'CANCELLED')),
  contract_bid_id text,
  contract_bid_no text,
  project_actual_value numeric(15, 2) check (project_actual_value >= 0),
  project_bid_value numeric(15, 2) check (project_bid_value >= 0),
  project_bid_percentage numeric(10, 4) check (project_bid_percentage >= -100),
  license_id text,
  license_holder_name text,
  license_no text,
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  extension_count int not null default 0 check (extension_count between 0 and 10000),
  extension_date date,
  termination_reason text,
  comment text,
  primary key (tenant_id, id),
  constraint "400 givenEndDate must not be before givenStartDate" check (given_end_date >= given_start_date),
  constraint "400 actualEndDate must not be before actualStartDate" check (actual_end_date >= actual_start_date)
);
call app.keep_stamps('projects');
call app.protect('projects');
call app.keep_status_history('projects');
call app.reference('projects', 'contract_id', 'contracts', 'project');
alter table projects add constraint "409 project is linked to a contract and cannot be deleted"
  check (deleted_at is null or contract_id is null);
create unique index "409 contractId This contract already has a project" on projects (tenant_id, contract_id) where deleted_at is null;
create index projects_newest on projects (tenant_id, created_at, id) where deleted_at is null;
