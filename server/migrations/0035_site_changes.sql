-- The changes that phones have sent from site, by the ids that the phones gave them: what is sent again is known. Kept for
-- longer than a change is taken.
create table site_changes (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call app.protect('site_changes', 'select, insert, update, delete');
create index site_changes_by_age on site_changes (tenant_id, created_at);

create function app.companies_with_old_site_changes(kept interval) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from site_changes c where c.tenant_id = company and c.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.companies_with_old_site_changes to plinth_app;
