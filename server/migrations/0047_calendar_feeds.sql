-- Addresses at which a person's own calendar reads their duties: whoever has one reads what that person may see.

create table calendar_feeds (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  user_id uuid not null default app.user_id(),
  name text not null check (length(name) between 1 and 60 and name !~ '[\x01-\x1f\x7f]'),
  scope text not null check (scope in ('MINE', 'ALL')),
  detail text not null check (detail in ('DATES_ONLY', 'FULL')),
  -- Of which duties: none is all.
  kinds text[] not null default '{}',
  -- SHA-256 of what stands in the address, which nobody keeps.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  last_read_at timestamptz,
  primary key (tenant_id, id)
);
call app.keep_stamps('calendar_feeds');
-- That it was read is no edit of it.
drop trigger a_stamp on calendar_feeds;
create trigger a_stamp before insert or update on calendar_feeds for each row execute function app.stamp('{last_read_at}', '{}');
call app.protect('calendar_feeds', 'select, insert, update (last_read_at, deleted_at)');
call app.reference('calendar_feeds', 'user_id', 'users');
call app.keep_audit('calendar_feeds', 'user_id', '{last_read_at}', '{token_hash}');
create unique index calendar_feeds_by_token on calendar_feeds (tenant_id, token_hash) where deleted_at is null;
create index calendar_feeds_of_person on calendar_feeds (tenant_id, user_id) where deleted_at is null;

-- What a calendar shows is what its owner may see: nobody makes one in the name of somebody else, and one that was taken back
-- stays so. Whoever makes one holds those of that person, so that of two at the same moment one waits, and counts the other.
create function app.guard_calendar_feed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.deleted_at is not null and new.deleted_at is null then raise exception 'a calendar that was taken back stays so'; end if;
    return new;
  end if;
  if new.user_id is distinct from app.user_id() then raise exception 'a calendar is made by whose it is'; end if;
  perform pg_advisory_xact_lock(hashtextextended('calendars of ' || new.user_id, 0));
  if (select count(*) from calendar_feeds f where f.tenant_id = new.tenant_id and f.user_id = new.user_id and f.deleted_at is null) >= 5
  then
    raise exception 'You have five calendars already. Take one back first.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_own before insert or update of deleted_at on calendar_feeds for each row execute function app.guard_calendar_feed();
