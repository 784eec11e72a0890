-- DELETED is the status of a deleted company, and of no other.
create function app.keep_deleted_status() returns trigger language plpgsql as $$
begin
  if new.status = 'DELETED' then new.deleted_at := coalesce(new.deleted_at, now());
  elsif new.deleted_at is not null then new.status := 'DELETED';
  end if;
  return new;
end $$;
create trigger a_deleted before insert or update of status, deleted_at on tenants for each row
  execute function app.keep_deleted_status();
alter table tenants no force row level security;
update tenants set status = status where (status = 'DELETED') <> (deleted_at is not null);
set constraints all immediate;
alter table tenants force row level security;
alter table tenants add constraint deleted_by_status check ((status = 'DELETED') = (deleted_at is not null));
