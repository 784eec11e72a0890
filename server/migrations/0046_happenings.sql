-- Who wants to know, who is named in a note, and what people do for each other, until it is told to whom it concerns.

-- Whoever watches a record holds its watchers, so that of two at the same moment one waits, and counts the other.
create function app.require_room_for_watcher() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('watchers of ' || new.record_id, 0));
  if (select count(*) from watchers w where w.tenant_id = new.tenant_id and w.record_id = new.record_id) > 200 then
    raise exception 'A record has at most 200 people who watch it, and this one has them.' using errcode = 'PL409';
  end if;
  return null;
end $$;
create trigger room after insert on watchers for each row execute function app.require_room_for_watcher();

-- Whom a note names: people who may see what it hangs on.
alter table notes
  add column mentions uuid[] not null default '{}',
  add constraint "400 mentions must be at most 10" check (cardinality(mentions) <= 10);
create function app.require_mentionable() returns trigger language plpgsql as $$
declare
  module_key text := case when new.project_id is not null then 'Projects' when new.task_id is not null then 'Project Tasks'
    when new.general_task_id is not null then 'General Tasks' else 'Contracts' end;
  stranger bigint := (select min(named.place) - 1 from unnest(new.mentions) with ordinality named (id, place)
    where not exists (select from app.holders(module_key, 'canView') holder where holder = named.id));
begin
  if stranger is not null then
    raise check_violation using message = 'mention', constraint = format('400 mentions[%s] may not see this record', stranger);
  end if;
  return new;
end $$;
create trigger b_mentions before insert on notes for each row when (cardinality(new.mentions) > 0)
  execute function app.require_mentionable();
drop trigger b_unchanging on notes;
create trigger b_unchanging before update of contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id, kind, text,
  happened_on, mentions on notes for each row execute function app.refuse_other_note();
-- The text says by name whom it names.
call app.keep_audit('notes', dull => '{mentions}');

-- What somebody did that others want to know, until they are told: of a record, or of many of a kind at once.
create table happenings (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('CONTRACT_GIVEN', 'DEPOSIT_GIVEN', 'TASK_GIVEN', 'GENERAL_TASK_GIVEN', 'MENTIONED', 'REVIEW_ASKED',
    'REVIEW_APPROVED', 'REVIEW_REJECTED', 'INSTRUMENT_CLAIMED', 'REFUND_RECEIVED')),
  actor_id uuid not null default app.user_id(),
  record_type text not null check (record_type in ('CONTRACT', 'DEPOSIT', 'INSTRUMENT', 'PROJECT', 'TASK', 'GENERAL_TASK')),
  -- Null where it stands for many.
  record_id uuid,
  count int not null default 1 check (count > 0),
  -- Whom it concerns by name. Who owns the record or watches it at the moment of telling is told, too, where the kind says so.
  people uuid[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
-- The server takes them away when they are told, and writes none: that is the triggers'. To take a row it has to hold it.
call app.protect('happenings', 'select, update (created_at), delete');

create function app.note_happening(kind text, record_type text, record_id uuid, people uuid[] default '{}') returns void language sql
begin atomic
  insert into happenings (kind, record_type, record_id, people) values (kind, record_type, record_id, array_remove(people, null));
end;

-- By whom nothing is known, as where a company is founded, of that nothing is told; each trigger below asks for it before it is fired.
create function app.note_given() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  case tg_table_name
    when 'contract_terms' then perform app.note_happening('CONTRACT_GIVEN', 'CONTRACT', new.contract_id, array[new.owner_id]);
    when 'security_deposits' then perform app.note_happening('DEPOSIT_GIVEN', 'DEPOSIT', new.id, array[new.owner_id]);
    when 'tasks' then perform app.note_happening('TASK_GIVEN', 'TASK', new.id, array[new.assigned_to]);
    when 'general_tasks' then perform app.note_happening('GENERAL_TASK_GIVEN', 'GENERAL_TASK', new.id, array[new.assignee_id]);
  end case;
  return null;
end $$;
create trigger given_first after insert on contract_terms for each row
  when (new.owner_id <> app.user_id()) execute function app.note_given();
create trigger given_anew after update of owner_id on contract_terms for each row
  when (new.owner_id <> app.user_id() and new.owner_id is distinct from old.owner_id) execute function app.note_given();
create trigger given_first after insert on security_deposits for each row
  when (new.owner_id <> app.user_id()) execute function app.note_given();
create trigger given_anew after update of owner_id on security_deposits for each row
  when (new.owner_id <> app.user_id() and new.owner_id is distinct from old.owner_id) execute function app.note_given();
create trigger given_first after insert on general_tasks for each row
  when (new.assignee_id <> app.user_id()) execute function app.note_given();
create trigger given_anew after update of assignee_id on general_tasks for each row
  when (new.assignee_id <> app.user_id() and new.assignee_id is distinct from old.assignee_id) execute function app.note_given();
create trigger given_anew after update of assigned_to on tasks for each row
  when (new.assigned_to <> app.user_id() and new.assigned_to is distinct from old.assigned_to) execute function app.note_given();

-- Tasks come in thousands: those of one statement are one happening to each person.
create function app.note_new_tasks() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if app.user_id() is null then return null; end if;
  insert into happenings (kind, record_type, record_id, count, people)
  select 'TASK_GIVEN', 'TASK', case when count(*) = 1 then (array_agg(g.id))[1] end, count(*), array[g.assigned_to]
  from given g where g.assigned_to <> app.user_id() group by g.assigned_to
  union all
  select 'REVIEW_ASKED', 'TASK', g.id, 1, array_remove(array[g.created_by], null) from given g where g.status = 'UNDER_REVIEW';
  return null;
end $$;
create trigger given_first after insert on tasks referencing new table as given for each statement execute function app.note_new_tasks();

create function app.note_review() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  perform app.note_happening(case new.status when 'UNDER_REVIEW' then 'REVIEW_ASKED' else 'REVIEW_' || new.status end, 'TASK', new.id,
    case new.status when 'UNDER_REVIEW' then array[new.created_by] else array[new.assigned_to, new.review_requested_by] end);
  return null;
end $$;
create trigger reviewed after update of status on tasks for each row
  when (new.status in ('UNDER_REVIEW', 'APPROVED', 'REJECTED') and new.status <> old.status and app.user_id() is not null)
  execute function app.note_review();

create function app.note_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  case tg_table_name
    when 'instrument_events' then perform app.note_happening('INSTRUMENT_CLAIMED', 'INSTRUMENT', new.instrument_id);
    when 'deposit_settlements' then perform app.note_happening('REFUND_RECEIVED', 'DEPOSIT', new.deposit_id);
    when 'notes' then perform app.note_happening('MENTIONED', case when new.contract_id is not null then 'CONTRACT'
      when new.deposit_id is not null then 'DEPOSIT' when new.instrument_id is not null then 'INSTRUMENT'
      when new.project_id is not null then 'PROJECT' when new.task_id is not null then 'TASK' else 'GENERAL_TASK' end,
      new.record_id, new.mentions);
  end case;
  return null;
end $$;
create trigger claimed after insert on instrument_events for each row
  when (new.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY') and app.user_id() is not null) execute function app.note_event();
-- What a status says of a deposit is not told: whoever enters old ones would tell of years ago.
create trigger received after insert on deposit_settlements for each row
  when (new.kind = 'RECEIVED' and new.source = 'ENTERED' and app.user_id() is not null) execute function app.note_event();
create trigger mentioned after insert on notes for each row
  when (cardinality(new.mentions) > 0 and app.user_id() is not null) execute function app.note_event();

-- The companies in which something happened that nobody was told yet: how much, and for how many seconds the oldest has waited.
create function app.happenings_waiting() returns table (company uuid, waiting bigint, oldest float8)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    select count(*), extract(epoch from clock_timestamp() - min(h.created_at)) into waiting, oldest
    from happenings h where h.tenant_id = company;
    if waiting > 0 then return next; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.happenings_waiting to plinth_app;

-- The companies that have happenings which are too old to be told.
create function app.companies_with_old_happenings(kept interval) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from happenings h where h.tenant_id = company and h.created_at < now() - kept) then
      return next company;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
grant execute on function app.companies_with_old_happenings to plinth_app;
