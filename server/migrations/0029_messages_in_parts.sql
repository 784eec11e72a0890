-- What is raised with values in it is a text with {names}, and its values are the detail: screens word it in their language.

alter table contract_imports add column fault_parts jsonb;

create or replace function app.refuse_delete_in_use() returns trigger language plpgsql as $$
declare
  children bigint;
begin
  execute format('select count(*) from %s where tenant_id = $1 and %I = $2 and deleted_at is null', tg_argv[0], tg_argv[1])
    into children using old.tenant_id, old.id;
  if children > 0 then
    raise exception 'It cannot be deleted: it still has {count} %', case when children = 1 then tg_argv[2] else tg_argv[2] || 's' end
      using detail = jsonb_build_object('count', children), errcode = 'PL409';
  end if;
  return new;
end $$;

create or replace function app.refuse_delete_of_held_role() returns trigger language plpgsql as $$
declare
  holders bigint := (select count(*) from user_roles ur
    join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.deleted_at is null
    where ur.tenant_id = old.tenant_id and ur.role_id = old.id);
begin
  if holders > 0 then
    raise exception using message = case when holders = 1 then 'It cannot be deleted: it is still held by {count} person'
        else 'It cannot be deleted: it is still held by {count} people' end,
      detail = jsonb_build_object('count', holders), errcode = 'PL409';
  end if;
  return new;
end $$;

create or replace function app.guard_mapping() returns trigger language plpgsql as $$
declare
  missing text;
begin
  -- The role first, as whoever edits it does.
  if not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = new.role_id and r.deleted_at is null for share)
    or not exists (select from users u where u.tenant_id = new.tenant_id and u.id = new.user_id and u.deleted_at is null for share)
  then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform app.require_leave();
  if app.is_outsider() then
    perform app.tell_administrators('ROLE_GIVEN', u.id, u.username) from users u where u.tenant_id = new.tenant_id and u.id = new.user_id;
  end if;
  if app.is_unbound() then return new; end if;
  select f.flag || ' on ' || f.module_name into missing from app.role_flags f
  where f.tenant_id = new.tenant_id and f.role_id = new.role_id and not exists (
    select from app.flags_of(app.user_id()) mine where mine.module_id = f.module_id and mine.flag = f.flag)
  order by f.module_id limit 1;
  if missing is not null then
    raise exception 'You cannot give a role with a permission you do not hold yourself: {permission}'
      using detail = jsonb_build_object('permission', missing), errcode = 'PL403';
  end if;
  return new;
end $$;

create or replace function app.guard_grid() returns trigger language plpgsql as $$
declare
  added app.role_flags[];
  fault text;
begin
  perform app.hold_modules();
  if exists (select from given g join modules m on m.id = g.module_id and m.deleted_at is not null) then
    raise exception 'Not found' using errcode = 'PL404';
  end if;
  if tg_op = 'INSERT' then
    added := array(select f from app.role_flags f join given g on g.role_id = f.role_id and g.module_id = f.module_id);
  else
    added := array(select f from app.role_flags f join before b on b.role_id = f.role_id and b.module_id = f.module_id
      where not case f.flag when 'canCreate' then b.can_create when 'canView' then b.can_view when 'canEdit' then b.can_edit
        when 'canDelete' then b.can_delete else b.can_report end);
  end if;
  select a.module_name into fault from unnest(added) a
  where a.platform and not exists (select from tenants t where t.id = a.tenant_id and t.kind = 'OPERATOR')
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'Permissions on {module} are for the operators of the installation'
      using detail = jsonb_build_object('module', fault), errcode = 'PL403';
  end if;
  if cardinality(added) > 0 and app.is_outsider() then
    perform app.require_leave();
    perform app.tell_administrators('ROLE_WIDENED', r.id, r.name) from roles r
    where r.tenant_id = app.tenant_id() and r.id in (select a.role_id from unnest(added) a);
  end if;
  if app.is_unbound() then return null; end if;
  select a.flag || ' on ' || a.module_name into fault from unnest(added) a
  where not exists (select from app.flags_of(app.user_id()) mine
    where mine.module_id = a.module_id and mine.flag = a.flag and not exists (select from unnest(added) fresh
      where fresh.role_id = mine.role_id and fresh.module_id = mine.module_id and fresh.flag = mine.flag))
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'You cannot grant a permission you do not hold yourself: {permission}'
      using detail = jsonb_build_object('permission', fault), errcode = 'PL403';
  end if;
  return null;
end $$;

create or replace function app.keep_review() returns trigger language plpgsql as $$
begin
  -- Tasks that were rejected without a reason before it was asked for can be edited all the same.
  if new.status = 'REJECTED' and coalesce(new.rejection_reason, '') = ''
    and (tg_op = 'INSERT' or old.status <> 'REJECTED' or old.rejection_reason <> '') then
    raise check_violation using constraint = '400 rejectionReason is required to reject a task', message = 'no reason';
  end if;
  if tg_op = 'UPDATE' and old.status = new.status then
    return new;
  end if;
  if new.status = 'APPROVED' and new.open_sub_tasks > 0 then
    raise check_violation using message = 'open sub-tasks', detail = jsonb_build_object('count', new.open_sub_tasks),
      constraint = case when new.open_sub_tasks = 1
        then '409 status It cannot be approved: {count} of its sub-tasks is not approved yet'
        else '409 status It cannot be approved: {count} of its sub-tasks are not approved yet' end;
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
