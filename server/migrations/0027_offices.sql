-- The offices of departments: a place and a designation to write to.

create table offices (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  department text not null check (length(department) between 1 and 200),
  name text not null check (length(name) between 1 and 200),
  designation text,
  address text,
  email text,
  phone text,
  parent_id uuid,
  comment text,
  primary key (tenant_id, id)
);
call app.keep_stamps('offices');
call app.protect('offices');
call app.reference('offices', 'parent_id', 'offices', 'subordinate office');
call app.keep_audit('offices');
create unique index "409 name is already used with this department and designation" on offices
  (tenant_id, lower(department), lower(name), lower(coalesce(designation, ''))) where deleted_at is null;
create index offices_newest on offices (tenant_id, created_at, id) where deleted_at is null;
create index offices_of_parent on offices (tenant_id, parent_id) where deleted_at is null;

-- Whom to write to next never leads back. Every office on the way up is held, so that of two edits that close a circle between
-- them one waits for the other.
create function app.require_parent_office() returns trigger language plpgsql as $$
declare
  above uuid := new.parent_id;
begin
  while above is not null loop
    if above = new.id then
      raise check_violation using message = 'circle', constraint = '409 parentId must not be this office or one below it';
    end if;
    select parent_id into above from offices where tenant_id = new.tenant_id and id = above and deleted_at is null for share;
    if not found then
      raise check_violation using message = 'no parent', constraint = '400 parentId must be an office of your company';
    end if;
  end loop;
  return new;
end $$;
-- Before the reference asks, which names no field.
create trigger b_a_parent before insert or update of parent_id on offices for each row
  execute function app.require_parent_office();
