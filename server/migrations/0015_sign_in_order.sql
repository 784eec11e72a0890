-- A sign-in, and what shuts the person out or asks more of them, come one after the other: whichever is second sees the first.

-- Whether somebody may sign in; that stays so until the transaction ends. Whoever shuts the person or the company out at this
-- moment has done so, and it is seen here, or waits, and then ends the session that was opened. Everything that concerns
-- signing in takes its locks in this order: the company, the person, their password, their second factor, their sessions.
create function app.hold_sign_in(person uuid) returns boolean language plpgsql as $$
begin
  perform from tenants t where t.id = app.tenant_id() and t.status = 'ACTIVE' and t.deleted_at is null for share;
  if not found then return false; end if;
  perform from users u where u.tenant_id = app.tenant_id() and u.id = person and u.is_active and u.deleted_at is null for share;
  return found;
end $$;

-- Until this transaction ends the person has proved to be who they say they are.
create function app.note_proof(person uuid) returns void language plpgsql as $$
begin
  perform set_config('app.proved', person::text, true);
end $$;
create function app.is_proved(person uuid) returns boolean language sql stable
  return current_setting('app.proved', true) = person::text;

-- Whether the person has a second factor that they have not proved to be theirs. Volatile, so that it is asked of this very
-- moment, which may be later than the beginning of the statement.
create function app.needs_code(person uuid) returns boolean language plpgsql volatile as $$
begin
  return app.is_proved(person) is not true and exists (select from second_factors f
    where f.tenant_id = app.tenant_id() and f.user_id = person and f.confirmed_at is not null);
end $$;

-- No session begins for who is out, nor with half of what is asked; one that has ended stays so.
create function app.guard_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and app.hold_sign_in(new.user_id) and not app.needs_code(new.user_id) then return new; end if;
  raise exception 'Please sign in.' using errcode = 'PL401';
end $$;
create trigger guard before insert on sessions for each row when (new.ended_at is null) execute function app.guard_session();
create trigger guard_end before update of ended_at on sessions for each row
  when (old.ended_at is not null and new.ended_at is null) execute function app.guard_session();

-- Sessions that outran the end of their person or company until today: they would be good again with them.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    update sessions s set ended_at = now(), ended_because = 'deactivated' from users u
    where s.ended_at is null and u.tenant_id = s.tenant_id and u.id = s.user_id and (not u.is_active or u.deleted_at is not null);
    update sessions s set ended_at = now(), ended_because = 'suspended' from tenants t
    where s.ended_at is null and t.id = s.tenant_id and (t.status <> 'ACTIVE' or t.deleted_at is not null);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
