-- The pictures of a document are drawn after it was stored, by whichever server comes to it first.

-- A document whose thumbnail and preview are still to be drawn. The row is made with the document and goes with the last
-- attempt, whether there are pictures then or not.
create table pictures_due (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null,
  due_at timestamptz not null default clock_timestamp(),
  -- Since when it waits, whatever has kept it waiting.
  since timestamptz not null default clock_timestamp(),
  -- Those that were begun, and were not given up before their time by a server that was told to stop.
  attempts int not null default 0,
  -- One server is drawing it, and nobody else may before this moment: it may have been killed meanwhile.
  leased_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references documents (tenant_id, id) on delete cascade
);
create index pictures_due_next on pictures_due (tenant_id, due_at, id);
call app.protect('pictures_due', 'select, insert, update, delete');

-- What a document is never changes; that its pictures have been drawn is noted once, while they are due.
create function app.refuse_undrawn_pictures() returns trigger language plpgsql as $$
begin
  if new.has_pictures and exists (select from pictures_due p where p.tenant_id = new.tenant_id and p.id = new.id) then
    return new;
  end if;
  raise exception 'A document cannot be changed, only deleted' using errcode = 'PL409';
end $$;
drop trigger b_unchanging on documents;
create trigger b_unchanging before update of entity_type, contract_id, project_id, task_id, file_type, size, sha256
  on documents for each row execute function app.refuse_other_document();
create trigger b_pictures before update of has_pictures on documents for each row execute function app.refuse_undrawn_pictures();
drop trigger a_stamp on documents;
create trigger a_stamp before insert or update on documents for each row
  execute function app.stamp('{is_erased,has_pictures}', '{entity_id}');

-- Every company that has pictures to be drawn, with how many, how many of them at this moment, and for how many seconds the
-- oldest has waited. It names ids alone; they are drawn inside each company.
create function app.pictures_waiting() returns table (company uuid, waiting bigint, ready bigint, oldest float8)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), count(*) filter (where p.due_at <= clock_timestamp()
        and (p.leased_until is null or p.leased_until <= clock_timestamp())),
      extract(epoch from clock_timestamp() - min(p.since))
    into waiting, ready, oldest from pictures_due p where p.tenant_id = company;
    if waiting > 0 then return next; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.pictures_waiting to plinth_app;
