-- Notes on records: what was said on the phone, seen on a visit, or written in a letter. They are only ever added; whoever wrote
-- one may take it back within a day.

create table notes (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid,
  deposit_id uuid,
  instrument_id uuid,
  project_id uuid,
  task_id uuid,
  -- The record that it hangs on: the one of the above.
  record_id uuid not null generated always as (coalesce(contract_id, deposit_id, instrument_id, project_id, task_id)) stored,
  kind text not null check (kind in ('NOTE', 'CALL', 'VISIT', 'LETTER')),
  text text not null check (length(text) between 1 and 2000),
  happened_on date not null default app.today(),
  primary key (tenant_id, id),
  check (num_nonnulls(contract_id, deposit_id, instrument_id, project_id, task_id) = 1)
);
call app.keep_stamps('notes');
call app.protect('notes', 'select, insert, update (deleted_at)');
-- A record that has notes can be deleted: they go out of sight with it.
call app.reference('notes', 'contract_id', 'contracts');
call app.reference('notes', 'deposit_id', 'security_deposits');
call app.reference('notes', 'instrument_id', 'instruments');
call app.reference('notes', 'project_id', 'projects');
call app.reference('notes', 'task_id', 'tasks');
call app.keep_audit('notes');
create index notes_of_record on notes (tenant_id, record_id, happened_on) where deleted_at is null;

create function app.require_day_of_note() returns trigger language plpgsql as $$
begin
  if new.happened_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 happenedOn must not be after today';
  end if;
  return new;
end $$;
create trigger b_day before insert on notes for each row execute function app.require_day_of_note();

-- Whoever adds a note holds the notes of its record, so that of two at the same moment one waits, and counts the other.
create function app.require_room_for_note() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes of ' || new.record_id, 0));
  if (select count(*) from notes n where n.tenant_id = new.tenant_id and n.record_id = new.record_id and n.deleted_at is null) > 2000
  then
    raise exception 'A record has at most 2,000 notes, and this one has them.' using errcode = 'PL409';
  end if;
  return null;
end $$;
create trigger room after insert on notes for each row execute function app.require_room_for_note();

create function app.refuse_other_note() returns trigger language plpgsql as $$
begin
  raise exception 'A note cannot be changed, only deleted' using errcode = 'PL409';
end $$;
create trigger b_unchanging before update of contract_id, deposit_id, instrument_id, project_id, task_id, kind, text, happened_on
  on notes for each row execute function app.refuse_other_note();
create trigger b_gone_for_good before update of deleted_at on notes for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function app.refuse_other_note();

create function app.require_own_new_note() returns trigger language plpgsql as $$
begin
  if old.created_by is distinct from app.user_id() then
    raise exception 'Only whoever wrote a note may delete it.' using errcode = 'PL409';
  end if;
  if old.created_at < clock_timestamp() - interval '24 hours' then
    raise exception 'A note stays once a day has passed since it was written.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_own before update of deleted_at on notes for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.require_own_new_note();
