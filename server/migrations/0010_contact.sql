-- What visitors leave at the contact form, and how far the mail about it has come: the message itself is the outbox.

-- A text of one line, which can be put into the head of a mail as it is.
create function app.is_line(line text) returns boolean language sql immutable
return line !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]';

create table contact_messages (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 100 and app.is_line(name)),
  email text not null check (length(email) between 3 and 254 and app.is_line(email)),
  mobile text not null check (mobile ~ '^\+?[0-9]{10,15}$'),
  message text not null check (length(message) between 1 and 5000),
  source text check (length(source) <= 100 and app.is_line(source)),
  -- Since it was stored or last sent again by hand.
  attempts int not null default 0,
  -- Null once it is mailed or given up.
  next_attempt_at timestamptz default clock_timestamp(),
  -- One server is sending it, and nobody else may before this moment: it may have been killed meanwhile.
  leased_until timestamptz,
  last_error text check (length(last_error) between 1 and 500 and app.is_line(last_error)),
  mailed_at timestamptz,
  state text not null generated always as (
    case when mailed_at is not null then 'SENT' when next_attempt_at is null then 'FAILED' else 'WAITING' end) stored
    check (state in ('WAITING', 'SENT', 'FAILED')),
  check (mailed_at is null or (next_attempt_at is null and leased_until is null))
);
call app.keep_stamps('contact_messages');
create index contact_messages_due on contact_messages (next_attempt_at) where next_attempt_at is not null;
create index contact_messages_not_mailed on contact_messages (created_at) where mailed_at is null;
create index contact_messages_newest on contact_messages (created_at, id);

-- Of no company: the server itself can neither read nor write it but through these functions, an operator's call reads it
-- and has it sent again.
grant execute on function app.is_line(text) to plinth_platform;
grant select, update (attempts, next_attempt_at) on contact_messages to plinth_platform;

-- Stores a message. The same one within an hour is the one whose answer was lost.
create function app.keep_contact_message(sender text, address text, phone text, words text, origin text)
returns table (id uuid, created_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Two at once of the same sender come one after the other.
  perform pg_advisory_xact_lock(hashtext('contact message'), hashtext(address));
  return query select m.id, m.created_at from contact_messages m
    where m.created_at > now() - interval '1 hour' and (m.name, m.email, m.mobile, m.message) = (sender, address, phone, words)
      and m.source is not distinct from origin limit 1;
  if found then return; end if;
  return query insert into contact_messages as m (name, email, mobile, message, source)
    values (sender, address, phone, words, origin) returning m.id, m.created_at;
end $$;

-- Takes the message that has been due longest, for one attempt that must be over when the lease is.
create function app.claim_contact_message(lease interval)
returns table (id uuid, name text, email text, mobile text, message text, source text, created_at timestamptz, attempts int)
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update contact_messages m set attempts = m.attempts + 1, leased_until = clock_timestamp() + lease
  where m.id = (select d.id from contact_messages d
    where d.next_attempt_at <= clock_timestamp() and (d.leased_until is null or d.leased_until <= clock_timestamp())
    order by d.next_attempt_at, d.id limit 1 for update skip locked)
  returning m.id, m.name, m.email, m.mobile, m.message, m.source, m.created_at, m.attempts;
end;

-- Notes that a claimed message was mailed.
create function app.note_contact_message_mailed(message_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update contact_messages set mailed_at = clock_timestamp(), next_attempt_at = null, leased_until = null, last_error = null
  where id = message_id and mailed_at is null;
end;

-- Notes why an attempt failed and when the next is due; without a pause there is none. An attempt that somebody else has
-- overtaken is not noted.
create function app.note_contact_message_failed(message_id uuid, attempt int, reason text, pause interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update contact_messages set last_error = reason, leased_until = null, next_attempt_at = clock_timestamp() + pause
  where id = message_id and mailed_at is null and attempts = attempt;
end;

-- How many messages have not been mailed, given up ones among them, and for how long the oldest has not, in seconds.
create function app.contact_messages_not_mailed(out messages bigint, out oldest float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)
  from contact_messages where mailed_at is null and deleted_at is null;
end;
