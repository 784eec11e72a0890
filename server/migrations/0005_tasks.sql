-- The tree cannot hold a cycle or go too deep: the key of a parent includes its level, and a task's level is one
-- more than the level its parent is referenced by, so levels grow strictly along every chain of parents.
create table tasks (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  project_id uuid not null,
  parent_id uuid,
  level smallint not null default 0,
  parent_level smallint generated always as (level - 1) stored,
  -- Orders the tasks below one parent; gaps are free, the dotted number is counted when it is read.
  position bigint not null,
  title text not null check (length(title) between 1 and 300),
  description text,
  estimated_quantity numeric(15, 3) check (estimated_quantity >= 0),
  units text,
  estimated_rate numeric(15, 3) check (estimated_rate >= 0),
  tax_percentage numeric(5, 2) not null default 14 check (tax_percentage between 0 and 100),
  actual_quantity numeric(15, 3) check (actual_quantity >= 0),
  actual_rate numeric(15, 3) check (actual_rate >= 0),
  estimated_effort_hours numeric(15, 3) check (estimated_effort_hours >= 0),
  actual_effort_hours numeric(15, 3) check (actual_effort_hours >= 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PLANNED', 'ASSIGNED', 'INITIATED', 'IN_PROGRESS',
    'ON_HOLD', 'REOPENED', 'UNDER_REVIEW', 'COMPLETED', 'APPROVED', 'REJECTED', 'TERMINATED', 'CANCELLED')),
  task_type text,
  priority text check (priority in ('HIGH', 'MEDIUM', 'LOW', 'URGENT', 'BLOCKER')),
  given_start_date date,
  given_end_date date,
  actual_start_date date,
  actual_end_date date,
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  is_milestone boolean not null default false,
  is_billable boolean not null default false,
  assigned_to uuid,
  completed_by uuid,
  approved_by uuid,
  approval_date timestamptz,
  is_approved boolean not null default false,
  rejection_reason text,
  review_requested_by uuid,
  review_requested_at timestamptz,
  rejected_by uuid,
  rejected_at timestamptz,
  termination_reason text,
  comment text,
  primary key (tenant_id, id),
  unique (tenant_id, project_id, id, level),
  foreign key (tenant_id, project_id, parent_id, parent_level) references tasks (tenant_id, project_id, id, level),
  check ((parent_id is null) = (level = 0)),
  constraint "400 givenEndDate must not be before givenStartDate" check (given_end_date >= given_start_date),
  constraint "400 actualEndDate must not be before actualStartDate" check (actual_end_date >= actual_start_date)
);
call app.keep_stamps('tasks', '{level,parent_level}');
-- A deleted task keeps its place below its parent, however deep that is moved.
alter table tasks add constraint "409 parentId Maximum level reached (Level 4)" check (level <= 4 or deleted_at is not null);
call app.protect('tasks');
call app.keep_status_history('tasks');
call app.reference('tasks', 'project_id', 'projects', 'task');
call app.reference('tasks', 'parent_id', 'tasks', 'sub-task');
call app.reference('tasks', 'assigned_to', 'users');
create index tasks_of_parent on tasks (tenant_id, project_id, parent_id, position) where deleted_at is null;
create index tasks_assigned on tasks (tenant_id, assigned_to) where deleted_at is null;

-- Who and when of a review follow the status; nobody can claim them.
create function app.keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status then
    return new;
  end if;
  new.completed_by := case when new.status in ('COMPLETED', 'APPROVED') then coalesce(new.completed_by, app.user_id()) end;
  new.is_approved := new.status = 'APPROVED';
  new.approved_by := case when new.is_approved then app.user_id() end;
  new.approval_date := case when new.is_approved then clock_timestamp() end;
  if new.status = 'UNDER_REVIEW' then
    new.review_requested_by := app.user_id();
    new.review_requested_at := clock_timestamp();
  end if;
  new.rejected_by := case when new.status = 'REJECTED' then app.user_id() end;
  new.rejected_at := case when new.status = 'REJECTED' then clock_timestamp() end;
  return new;
end $$;
create trigger c_review before insert or update of status on tasks for each row execute function app.keep_review();

-- The dotted number of a task among the live tasks of its project, such as 1.2.3.
create function app.task_number(task uuid) returns text language sql stable
begin atomic
  with recursive upward as (
    select t.* from tasks t where t.tenant_id = app.tenant_id() and t.id = task
    union all
    select t.* from upward u join tasks t on t.tenant_id = u.tenant_id and t.id = u.parent_id
  )
  select string_agg((select count(*) from tasks s where s.tenant_id = u.tenant_id and s.project_id = u.project_id
    and s.parent_id is not distinct from u.parent_id and s.deleted_at is null
    and (s.position, s.id) <= (u.position, u.id))::text, '.' order by u.level) from upward u;
end;
