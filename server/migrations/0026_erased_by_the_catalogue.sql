-- Erasing the sample company reads which tables there are, and what refers to what: a new table is erased from its birth.

-- Removes every record of the transaction's company, which must be a sample, for good; of its people only the keeper stays,
-- of its roles only those named. What the store still holds of its documents is noted as uploads that are to be taken back,
-- as is what was on its way in parts; the notes' ids are the answer.
create or replace function app.erase_sample(keeper uuid, kept_roles uuid[]) returns uuid[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid := app.tenant_id();
  in_store uuid[];
  tbl name;
begin
  perform from tenants t where t.id = company and t.is_sample for no key update;
  if not found then
    raise exception 'Only the sample company can be erased. This one is your own.' using errcode = 'PL409';
  end if;
  perform set_config('app.erasing', 'on', true);

  insert into document_uploads (tenant_id, id, entity_type, entity_id, file_name, size, doc_type, seen_at)
  select company, d.id, d.entity_type, company, 'erased', d.size, 'erased', to_timestamp(0) from documents d
  where d.tenant_id = company and not d.is_erased;
  update document_uploads u set seen_at = to_timestamp(0) where u.tenant_id = company and u.store_attempt is not null;
  in_store := array(select u.id from document_uploads u where u.tenant_id = company and u.seen_at = to_timestamp(0));

  for tbl in
    with recursive companies (id, name) as (
      select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition),
    refers (child, parent) as (
      select distinct k.conrelid, k.confrelid from pg_constraint k join companies on companies.id = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid and k.conrelid in (select id from companies)),
    -- By table, over how many references another is reached.
    reaches (id, steps) as (
      select id, 0 from companies
      union select r.child, reaches.steps + 1 from reaches join refers r on r.parent = reaches.id)
      cycle id set is_again using path
    select t.name from companies t
    where t.name not in (
      -- Counts the changes of rights, these too: sessions are judged by it.
      'access_versions',
      -- Notes of what the store holds: they go with the files.
      'document_uploads')
    order by
      -- Whoever signs in at this moment holds their password, and then has a session.
      array_position('{user_passwords,sessions}', t.name) nulls last,
      -- What refers to others goes before them.
      (select max(reaches.steps) from reaches where reaches.id = t.id) desc,
      -- What stands alone is summed and told of the rest, by its triggers: it goes last.
      not exists (select from refers r where t.id in (r.child, r.parent)), t.name
  loop
    execute format('delete from public.%I where tenant_id = $1', tbl) || case tbl
      when 'users' then ' and id <> $2'
      when 'user_passwords' then ' and user_id <> $2'
      when 'roles' then ' and id <> all ($3)'
      when 'role_permissions' then ' and role_id <> all ($3)'
      when 'user_roles' then ' and (user_id <> $2 or role_id <> all ($3))'
      else '' end
    using company, keeper, kept_roles;
  end loop;
  update tenants t set is_sample = false, sample_erased_at = clock_timestamp() where t.id = company;
  return in_store;
end $$;
