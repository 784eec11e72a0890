-- Who has a say over how somebody signs in: the person, who has proved who they are, and for others only who may do as much.

create function app.is_above(person uuid) returns boolean language sql stable
begin atomic
  select not app.is_unbound() and person <> app.user_id() and exists (
    select module_id, flag from app.flags_of(person) except select module_id, flag from app.flags_of(app.user_id()));
end;

-- A live token alone is nobody's proof: whoever has come by one would come by the account with it.
create function app.require_say_over(person uuid) returns void language plpgsql stable as $$
begin
  if app.is_unbound() or app.is_proved(person) then return; end if;
  if person = app.user_id() then
    raise exception 'How you sign in is changed on your own page, which asks for your password' using errcode = 'PL409';
  end if;
  if app.is_above(person) then
    raise exception 'You cannot change how somebody signs in who may do more than you' using errcode = 'PL403';
  end if;
end $$;

-- Letting somebody in again who was shut out is a say over it, too; shutting out is not, as with every power that is taken.
create or replace function app.guard_sign_in() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform app.require_say_over(old.user_id);
    return old;
  elsif tg_table_name <> 'users' then
    perform app.require_say_over(new.user_id);
  elsif new.email is distinct from old.email or new.mobile_no is distinct from old.mobile_no
    or (new.is_active and not old.is_active) then
    perform app.require_say_over(old.id);
  end if;
  return new;
end $$;
drop trigger guard on users;
create trigger guard before update of email, mobile_no, is_active on users for each row execute function app.guard_sign_in();
drop trigger guard on user_passwords;
create trigger guard before insert or update on user_passwords for each row execute function app.guard_sign_in();
drop trigger guard on second_factors;
-- Signing in itself uses up codes.
create trigger guard before insert or update of sealed_secret, confirmed_at, pending_secret or delete on second_factors
  for each row execute function app.guard_sign_in();
drop function app.require_not_above(uuid);

-- What was begun with the old password is not finished under the new one.
create function app.forget_pending() returns trigger language plpgsql as $$
begin
  update second_factors f set pending_secret = null
  where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.pending_secret is not null;
  return null;
end $$;
create trigger forget_pending after update of hash on user_passwords for each row
  when (old.hash <> new.hash) execute function app.forget_pending();

-- Forgets the failed sign-ins of a person, and tells of it.
alter table audit_entries drop constraint audit_entries_action_check, add constraint audit_entries_action_check check
  (action in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'SIGNED_IN', 'SESSION_ENDED', 'UNLOCKED', 'EXPORTED'));
drop function app.unlock_login(text);
create function app.unlock_sign_in(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.require_say_over(person);
  if not exists (select from users u where u.tenant_id = app.tenant_id() and u.id = person and u.deleted_at is null) then
    raise exception 'Not found' using errcode = 'PL404';
  end if;
  delete from login_attempts where key = 'user ' || person;
  if found then perform app.note('UNLOCKED', 'users', person); end if;
end $$;

-- An administrator, in one place: who keeps a company going, and who decides what all of it must sign in with.
create view app.administrators with (security_invoker) as
select u.tenant_id, u.id
from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
join role_permissions p on p.tenant_id = ur.tenant_id and p.role_id = ur.role_id
join modules m on m.id = p.module_id
where u.is_active and u.deleted_at is null
group by u.tenant_id, u.id
having bool_or(m.key = 'User' and p.can_edit) and bool_or(m.key = 'Role' and p.can_edit)
  and bool_or(m.key = 'UserRoleMapping' and p.can_create);
grant select on app.administrators to plinth_app;

create or replace function app.has_administrator() returns boolean language sql stable
begin atomic
  select exists (select from app.administrators a where a.tenant_id = app.tenant_id());
end;

create function app.guard_policy() returns trigger language plpgsql as $$
begin
  if not app.is_unbound()
    and not exists (select from app.administrators a where a.tenant_id = new.id and a.id = app.user_id()) then
    raise exception 'Whether everybody needs a second factor is for administrators to decide' using errcode = 'PL403';
  end if;
  return new;
end $$;
create trigger guard_policy before update of requires_second_factor on tenants for each row
  when (old.requires_second_factor is distinct from new.requires_second_factor) execute function app.guard_policy();

-- Refuses who lacks a flag that a call asks for besides its first.
create function app.require_flag(module_key text, flag text) returns void language plpgsql stable as $$
begin
  if not app.may(module_key, flag) then
    raise exception 'You do not have permission to do this.' using errcode = 'PL403';
  end if;
end $$;

grant execute on function app.unlock_sign_in, app.is_above, app.require_say_over, app.require_flag to plinth_app;
