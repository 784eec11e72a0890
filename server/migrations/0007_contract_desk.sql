-- The desk of those who work with contracts: kept figures, bulk uploads, and how each person likes a list.

create function app.was_awarded(status text, awarded_date date) returns boolean language sql immutable parallel safe
  return awarded_date is not null or status not in ('DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED');

-- What the dashboard adds up, kept so that no figure ever counts the contracts again. Rows only add up: every statement
-- that changes contracts appends what it changed, so that nobody waits for anybody, and now and then the rows of a tenant
-- that say the same are folded into one. Only the triggers below write here.
create table contract_figures (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  status text not null,
  was_awarded boolean not null,
  -- Empty for contracts without one.
  contract_type text not null,
  contracts bigint not null,
  paper_cost numeric not null,
  primary key (tenant_id, id)
);
call app.protect('contract_figures', 'select');

create table deposit_figures (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_status text not null,
  status text not null,
  deposit_type text not null,
  deposits bigint not null,
  amount numeric not null,
  -- Those whose days of submission and return are both known, and how many days lie between.
  dated bigint not null,
  days bigint not null,
  primary key (tenant_id, id)
);
call app.protect('deposit_figures', 'select');

-- The statements of these functions are planned once a connection, perhaps when there were ten contracts, and serve it when
-- there are a million: no table is read whole, what was and what is are put together by grouping and not by a join, and
-- what to fold is named by an array.

-- Folds once in about a hundred rows appended, unless somebody else is at it.
create function app.fold_figures(appended bigint) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if random() * 100 > appended or not pg_try_advisory_xact_lock(hashtextextended('figures of ' || app.tenant_id(), 0)) then return; end if;
  with folded as (
    delete from contract_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by status, was_awarded, contract_type) as alike
        from contract_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, was_awarded, contract_type, sum(contracts), sum(paper_cost) from folded
  group by 1, 2, 3 having sum(contracts) <> 0 or sum(paper_cost) <> 0;
  with folded as (
    delete from deposit_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by contract_status, status, deposit_type) as alike
        from deposit_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, dated, days)
  select contract_status, status, deposit_type, sum(deposits), sum(amount), sum(dated), sum(days) from folded
  group by 1, 2, 3 having sum(deposits) <> 0 or sum(amount) <> 0 or sum(dated) <> 0 or sum(days) <> 0;
end $$;

create function app.count_new_contracts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), count(*), coalesce(sum(paper_cost), 0)
  from given where deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $$;

-- A contract that changes its status takes its deposits along. Who stores a deposit at this moment holds the contract, or
-- waits for it: either this sees the deposit, or the deposit sees the new status.
create function app.count_changed_contracts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
  moved bigint;
begin
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), sum(sign),
    coalesce(sum(sign * paper_cost), 0)
  from (select 1 as sign, given.* from given union all select -1, before.* from before) changed
  where deleted_at is null group by 1, 2, 3 having sum(sign) <> 0 or coalesce(sum(sign * paper_cost), 0) <> 0;
  get diagnostics appended = row_count;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, dated, days)
  select move.contract_status, d.status, d.deposit_type, sum(move.sign * d.deposits), sum(move.sign * d.amount),
    sum(move.sign * d.dated), sum(move.sign * d.days)
  from (
    select tenant_id, id, max(status) filter (where is_now) as now, max(status) filter (where not is_now) as was
    from (select true as is_now, given.* from given union all select false, before.* from before) changed
    group by 1, 2 having max(status) filter (where is_now) <> max(status) filter (where not is_now)) c
  cross join lateral (
    select status, deposit_type, count(*) as deposits, sum(amount) as amount,
      count(deposit_returned_date - deposit_submitted_date) as dated,
      coalesce(sum(deposit_returned_date - deposit_submitted_date), 0) as days
    from security_deposits d where d.tenant_id = c.tenant_id and d.contract_id = c.id and d.deleted_at is null
    group by 1, 2) d
  cross join lateral (values (c.now, 1), (c.was, -1)) as move (contract_status, sign)
  group by 1, 2, 3;
  get diagnostics moved = row_count;
  perform app.fold_figures(appended + moved);
  return null;
end $$;

-- Storing a deposit holds its contract, as every reference does.
create function app.count_new_deposits() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, dated, days)
  select c.status, d.status, d.deposit_type, count(*), sum(d.amount),
    count(d.deposit_returned_date - d.deposit_submitted_date),
    coalesce(sum(d.deposit_returned_date - d.deposit_submitted_date), 0)
  from given d
  cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
  where d.deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $$;

create function app.count_changed_deposits() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  -- The status of their contracts must not change until this is stored; what it is now, the next statement sees.
  perform from (select tenant_id, contract_id from given union select tenant_id, contract_id from before order by 2) d
  cross join lateral (select from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id for share) c;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, dated, days)
  select c.status, d.status, d.deposit_type, sum(d.sign), sum(d.sign * d.amount),
    sum(d.sign * num_nonnulls(d.deposit_returned_date - d.deposit_submitted_date)),
    coalesce(sum(d.sign * (d.deposit_returned_date - d.deposit_submitted_date)), 0)
  from (select 1 as sign, given.* from given union all select -1, before.* from before) d
  cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
  where d.deleted_at is null group by 1, 2, 3
  having sum(d.sign) <> 0 or sum(d.sign * d.amount) <> 0
    or sum(d.sign * num_nonnulls(d.deposit_returned_date - d.deposit_submitted_date)) <> 0
    or sum(d.sign * (d.deposit_returned_date - d.deposit_submitted_date)) <> 0;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $$;

create trigger figures_new after insert on contracts referencing new table as given
  for each statement execute function app.count_new_contracts();
create trigger figures_changed after update on contracts referencing old table as before new table as given
  for each statement execute function app.count_changed_contracts();
create trigger figures_new after insert on security_deposits referencing new table as given
  for each statement execute function app.count_new_deposits();
create trigger figures_changed after update on security_deposits referencing old table as before new table as given
  for each statement execute function app.count_changed_deposits();

-- Bulk uploads: one row each, and the rows of the sheet that were not stored, to mend and send again.
create table contract_imports (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 255),
  is_dry_run boolean not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'CHECKED', 'DONE', 'FAILED', 'UNDONE')),
  rows_expected int check (rows_expected >= 0),
  rows_read int not null default 0 check (rows_read >= 0),
  created int not null default 0 check (created >= 0),
  failed int not null default 0 check (failed >= 0),
  -- The headings as the sheet has them, in its order.
  headings text[] not null default '{}',
  ignored_columns text[] not null default '{}',
  fault text,
  started_at timestamptz not null default clock_timestamp(),
  started_by uuid default app.user_id(),
  -- When it was last known to run: a server that was killed leaves one behind that never will again.
  seen_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  primary key (tenant_id, id)
);
call app.protect('contract_imports');

create table contract_import_failures (
  tenant_id uuid not null default app.tenant_id(),
  import_id uuid not null,
  row_no int not null,
  ref_id text not null,
  -- The row as it came, cell by cell.
  cells text[] not null,
  faults jsonb not null,
  primary key (tenant_id, import_id, row_no),
  foreign key (tenant_id, import_id) references contract_imports (tenant_id, id)
);
call app.protect('contract_import_failures', 'select, insert, delete');

alter table contracts
  add column import_id uuid,
  -- Tells the same row of a sheet sent twice, where it has no bid ID to be told by.
  add column import_fingerprint bytea,
  add foreign key (tenant_id, import_id) references contract_imports (tenant_id, id);
create index contracts_of_import on contracts (tenant_id, import_id, id) where import_id is not null;
create unique index "409 contractName The same row was uploaded before" on contracts (tenant_id, import_fingerprint)
  where deleted_at is null and import_fingerprint is not null;

create index security_deposits_newest on security_deposits (tenant_id, created_at, id) where deleted_at is null;
-- GREATEST for an empty text, since of COALESCE the planner does not know that it tells no secrets: behind row-level
-- security it would look at every contract.
create index contracts_licenses on contracts
  (tenant_id, greatest(license_holder_name, ''), greatest(license_no, ''), greatest(license_id, ''))
  where deleted_at is null and (license_holder_name <> '' or license_no <> '' or license_id <> '');

-- How a person likes a list.
create table list_columns (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  list text not null check (length(list) between 1 and 50),
  columns text[] not null check (cardinality(columns) between 1 and 100),
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('list_columns', 'select, insert, update, delete');

create table list_views (
  tenant_id uuid not null default app.tenant_id(),
  id uuid not null default uuidv7(),
  user_id uuid not null default app.user_id(),
  list text not null check (length(list) between 1 and 50),
  name text not null check (length(name) between 1 and 60),
  search text not null check (length(search) <= 4000),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index "409 name is already used by another of your views" on list_views (tenant_id, user_id, list, lower(name));
call app.protect('list_views', 'select, insert, update, delete');

-- What is there already counts too.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
    select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), count(*), coalesce(sum(paper_cost), 0)
    from contracts where deleted_at is null group by 1, 2, 3;
    insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, dated, days)
    select c.status, d.status, d.deposit_type, count(*), sum(d.amount),
      count(d.deposit_returned_date - d.deposit_submitted_date),
      coalesce(sum(d.deposit_returned_date - d.deposit_submitted_date), 0)
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where d.deleted_at is null group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
