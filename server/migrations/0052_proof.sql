-- Once a day what is said to be told is looked for among what the rules will tell; and how many duties were not found, or not counted alike.
alter table reminder_runs
  add column proved_on date,
  add column faults int not null default 0 check (faults >= 0);

-- The companies that are reminded and for which that was not done today.
create function app.companies_to_prove() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_runs r where r.tenant_id = company and (r.proved_on is null or r.proved_on < app.today())) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create function app.reminder_faults() returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
  own int;
  faults bigint := 0;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null loop
    perform set_config('app.tenant_id', company::text, true);
    select r.faults into own from reminder_runs r where r.tenant_id = company;
    faults := faults + coalesce(own, 0);
  end loop;
  perform set_config('app.tenant_id', '', true);
  return faults;
end $$;
grant execute on function app.companies_to_prove, app.reminder_faults to plinth_app;
