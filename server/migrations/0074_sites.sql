-- The sites of projects, on which work is done.

create table sites (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  project_id uuid not null,
  state text,
  -- Null if work goes on every day.
  weekly_off text check (weekly_off in ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  shift_hours numeric(4, 2) check (shift_hours > 0 and shift_hours <= 24),
  remarks text,
  primary key (tenant_id, id),
  constraint "400 state must be the code of a State" check (app.is_state_code(state))
);
call app.keep_stamps('sites');
call app.protect('sites');
call app.reference('sites', 'project_id', 'projects', 'site');
call app.name_reference('sites', 'project_id', 'projects', '400 projectId must be a project of your company');
call app.keep_audit('sites');
create unique index "409 name is already used by another site" on sites (tenant_id, lower(name)) where deleted_at is null;
create index sites_newest on sites (tenant_id, created_at, id) where deleted_at is null;
create index sites_of_project on sites (tenant_id, project_id) where deleted_at is null;
