-- A saved view is shown to people of these roles too. It is an address of filters, and gives nobody a right.
create table list_view_shares (
  tenant_id uuid not null default app.tenant_id(),
  view_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, view_id, role_id),
  foreign key (tenant_id, view_id) references list_views (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
call app.protect('list_view_shares', 'select, insert, delete');

-- With a role goes what was shown to it: nobody holds it any more, and it never comes back.
create function app.unshare_views() returns trigger language plpgsql as $$
begin
  delete from list_view_shares s where s.tenant_id = old.tenant_id and s.role_id = old.id;
  return null;
end $$;
create trigger c_unshare_views after update of deleted_at on roles for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.unshare_views();
