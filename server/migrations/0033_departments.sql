-- The office of the department that a work is done for. What was written of it among the further details is brought over.

alter table contracts add column office_id uuid;
call app.reference('contracts', 'office_id', 'offices', 'contract');
create index contracts_of_office on contracts (tenant_id, office_id) where deleted_at is null and office_id is not null;

-- As every reference asks, but it names the field, and costs nothing where there is none.
create function app.require_office() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.office_id = new.office_id then return new; end if;
  perform from offices where tenant_id = new.tenant_id and id = new.office_id and deleted_at is null for share;
  if not found then
    raise check_violation using message = 'no office', constraint = '400 officeId must be an office of your company';
  end if;
  return new;
end $$;
drop trigger b_live_office_id on contracts;
create trigger b_live_office_id before insert or update of office_id, deleted_at on contracts for each row
  when (new.office_id is not null and new.deleted_at is null) execute function app.require_office();

call app.keep_audit('contracts', dull => '{import_fingerprint}');

-- What an office is called within its department.
create function app.office_name(designation text, name text) returns text language sql immutable parallel safe
  return case when designation <> '' then designation || ', ' || name else name end;
grant execute on function app.office_name(text, text) to plinth_app;

-- The department that each contract of the transaction's company has among its further details, and under which name.
create function app.written_departments() returns table (id uuid, key text, department text) language sql stable
begin atomic
  select distinct on (c.id) c.id, d.key, trim(d.value #>> '{}')
  from contracts c cross join lateral jsonb_each(c.contract_metadata) d
  where c.tenant_id = app.tenant_id() and c.deleted_at is null and c.office_id is null and jsonb_typeof(d.value) = 'string'
    and lower(rtrim(trim(d.key), ' .:')) in ('department', 'department name', 'name of department', 'dept', 'विभाग')
    and length(trim(d.value #>> '{}')) between 1 and 200
  order by c.id, lower(d.key), d.key;
end;

-- In every company: such a contract gets that department's office, and keeps its other details. Where a department has one
-- office, it is meant; where it has several, or none, its head office is, which is made where it is missing. The trail of each
-- contract and office tells of it as of an act of the installation.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    insert into offices (department, name)
    select min(w.department), 'Head office' from app.written_departments() w
    where (select count(*) <> 1 and count(*) filter (where lower(o.name) = 'head office') = 0 from offices o
      where o.tenant_id = company and lower(o.department) = lower(w.department) and o.deleted_at is null)
    group by lower(w.department);

    update contracts c set office_id = o.id, contract_metadata = nullif(c.contract_metadata - w.key, '{}')
    from app.written_departments() w join (
      select distinct on (lower(department)) id, lower(department) as department from offices
      where tenant_id = company and deleted_at is null
      order by lower(department), lower(name) = 'head office' desc, coalesce(designation, '') = '' desc, created_at) o
      on o.department = lower(w.department)
    where c.tenant_id = company and c.id = w.id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
drop function app.written_departments();
