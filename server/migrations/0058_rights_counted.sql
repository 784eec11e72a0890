-- A change of rights asks for the one company that it is of, and no further once that is counted. The condition that asked for one or,
-- of a module, for all had every company read for each right of each role: founding one took longer with every other.
create or replace function app.count_access_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  own text := coalesce(current_setting('app.tenant_id', true), '');
  companies uuid[];
  company uuid;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if tg_table_name = 'modules' then
    companies := array(select t.id from tenants t order by 1);
  elsif current_setting('app.counted', true) = changed ->> tg_argv[0] then
    return null;
  else
    -- None when it was erased since.
    companies := array(select t.id from tenants t where t.id = (changed ->> tg_argv[0])::uuid);
  end if;
  foreach company in array companies loop
    continue when current_setting('app.counted', true) = company::text;
    perform set_config('app.tenant_id', company::text, true);
    insert into access_versions as v (tenant_id) values (company) on conflict (tenant_id) do update set version = v.version + 1;
    perform set_config('app.counted', company::text, true);
  end loop;
  perform set_config('app.tenant_id', own, true);
  return null;
end $$;
