-- The people of the company who can act and hold a flag of a module through any of their roles.
create function app.holders(module_key text, flag text) returns setof uuid language sql stable as $$
  select u.id from users u
  where u.tenant_id = app.tenant_id() and u.is_active and u.deleted_at is null and exists (
    select from user_roles ur
    join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status and m.deleted_at is null
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.key = module_key
      and case flag when 'canCreate' then p.can_create when 'canView' then p.can_view when 'canEdit' then p.can_edit
        when 'canDelete' then p.can_delete when 'canReport' then p.can_report end)
$$;

-- A review is by four eyes: whoever asked for the last one does not decide it, whatever the status was in between. Where
-- nobody else could, the only person may.
create function app.require_four_eyes() returns trigger language plpgsql as $$
begin
  if exists (select from app.holders('Project Tasks', 'canEdit') other where other <> app.user_id()) then
    raise check_violation using message = 'own review',
      constraint = '409 status You asked for this review yourself: somebody else approves or rejects it';
  end if;
  return new;
end $$;

-- Judged before what the status brings along, which writes down who asked.
create trigger b_four_eyes before update of status on tasks for each row
  when (new.status in ('APPROVED', 'REJECTED') and old.status <> new.status and old.review_requested_by = app.user_id())
  execute function app.require_four_eyes();
