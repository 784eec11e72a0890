-- Whoever runs the installation does not come in as a customer's people. Once a company is settled, who comes in there and how is
-- its own: operators let people in with a permission of its own alone, never by what they know, and its administrators are told.

insert into modules (key, name, description, built_in, platform)
values ('Credentials', 'Credentials', 'Letting people of customers in: links to choose a password, new people, roles', true, true);
-- Of the operators that are there already, whoever may do all that the first of them was given.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants where kind = 'OPERATOR' loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into role_permissions (tenant_id, role_id, module_id, can_edit)
    select r.tenant_id, r.id, m.id, true from roles r cross join modules m
    where m.key = 'Credentials' and r.deleted_at is null and (select count(*) from role_permissions p join modules known on known.id = p.module_id
      where p.tenant_id = r.tenant_id and p.role_id = r.id and known.key in ('Tenants', 'Modules', 'User', 'Role', 'UserRoleMapping')
        and p.can_create and p.can_view and p.can_edit and p.can_delete and p.can_report) = 5;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Whether the company keeps itself going: somebody administers it, has signed in, or has chosen a password. Until then an
-- operator sets it up, and there is nothing in it to come to.
create function app.is_settled() returns boolean language sql stable
begin atomic
  select app.has_administrator()
    or exists (select from sessions s where s.tenant_id = app.tenant_id())
    or exists (select from user_passwords p where p.tenant_id = app.tenant_id() and p.is_own);
end;
-- An operator in a customer's company that is settled.
create function app.is_outsider() returns boolean language sql stable
  return app.is_visiting() is true and app.is_settled();

-- What only the company itself decides, whatever an operator may do.
create function app.refuse_outsider() returns void language plpgsql stable as $$
begin
  if app.is_outsider() then
    raise exception 'How people of another company sign in is for them and their administrators to change' using errcode = 'PL403';
  end if;
end $$;
-- What lets somebody in, and an operator does with the permission for it.
create function app.require_leave() returns void language plpgsql stable as $$
begin
  if app.is_outsider() and current_setting('app.lets_in', true) is distinct from 'on' then
    raise exception 'To let somebody in at another company you need a permission that you do not hold: canEdit on Credentials'
      using errcode = 'PL403';
  end if;
end $$;

-- Asked at home: what the operator holds is of no meaning elsewhere.
create or replace function app.step_into(record uuid) returns void language plpgsql as $$
declare
  own uuid := app.tenant_id();
  found_tenant uuid;
  is_sample boolean;
begin
  if not app.is_operator() then return; end if;
  perform set_config('app.lets_in', case when app.may('Credentials', 'canEdit') then 'on' else 'off' end, true),
    set_config('role', 'plinth_platform', true);
  select t.id, t.is_sample into found_tenant, is_sample from tenants t where t.deleted_at is null and t.id = coalesce(
    (select u.tenant_id from users u where u.id = record), (select r.tenant_id from roles r where r.id = record), record);
  perform set_config('role', 'none', true);
  if found_tenant is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  if is_sample then perform app.hold_sample_calls(found_tenant); end if;
  perform set_config('app.tenant_id', found_tenant::text, true),
    set_config('app.visiting', case when found_tenant = own then 'off' else 'on' end, true);
end $$;

-- Letters about who comes in. What they say is written when they are sent: none of it is a secret, and a link is made then.
create table sign_in_letters (
  id uuid primary key default uuidv7(),
  company_id uuid not null references tenants,
  kind text not null check (kind in
    ('LINK', 'LINK_MADE', 'LINK_USED', 'PERSON_ENTERED', 'LET_IN', 'ROLE_GIVEN', 'ROLE_WIDENED')),
  recipient text not null check (length(recipient) between 3 and 254 and app.is_line(recipient)),
  language text,
  -- The person or role that it is about, and its name.
  about_id uuid not null,
  about text not null,
  -- Of a letter with a link.
  link_id uuid check ((kind = 'LINK') = (link_id is not null)),
  created_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  next_attempt_at timestamptz default clock_timestamp(),
  leased_until timestamptz,
  last_error text check (length(last_error) between 1 and 500 and app.is_line(last_error)),
  mailed_at timestamptz
);
create index sign_in_letters_due on sign_in_letters (next_attempt_at) where next_attempt_at is not null;
create index sign_in_letters_by_age on sign_in_letters (created_at);
create index sign_in_letters_about on sign_in_letters (about_id) where kind = 'LINK' and mailed_at is null;
create index sign_in_letters_of_company on sign_in_letters (company_id);

-- Writes to each administrator of the transaction's company.
create function app.tell_administrators(what text, about_id uuid, about text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into sign_in_letters (company_id, kind, recipient, language, about_id, about)
  select a.tenant_id, what, u.email, u.language, tell_administrators.about_id, tell_administrators.about
  from app.administrators a join users u on u.tenant_id = a.tenant_id and u.id = a.id
  where a.tenant_id = app.tenant_id() and u.email is not null;
end;

-- Takes the letter that has been due longest, for one attempt that must be over when the lease is. A link is dead after a day.
create function app.claim_sign_in_letter(lease interval)
returns table (id uuid, kind text, company_id uuid, company text, recipient text, language text, about text, link_id uuid,
  created_at timestamptz, attempts int)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  claimed sign_in_letters;
begin
  update sign_in_letters l set attempts = l.attempts + 1, leased_until = clock_timestamp() + lease
  where l.id = (select d.id from sign_in_letters d
    where d.next_attempt_at <= clock_timestamp() and (d.leased_until is null or d.leased_until <= clock_timestamp())
      and (d.kind <> 'LINK' or d.created_at > now() - interval '24 hours')
    order by d.next_attempt_at, d.id limit 1 for update skip locked)
  returning l.* into claimed;
  if not found then return; end if;
  perform set_config('app.tenant_id', claimed.company_id::text, true);
  return query select claimed.id, claimed.kind, claimed.company_id, (select t.name from tenants t where t.id = claimed.company_id),
    claimed.recipient, claimed.language, claimed.about, claimed.link_id, claimed.created_at, claimed.attempts;
end $$;

create function app.note_sign_in_letter_mailed(letter_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update sign_in_letters set mailed_at = clock_timestamp(), next_attempt_at = null, leased_until = null, last_error = null
  where id = letter_id and mailed_at is null;
end;
-- When the next attempt is due; without a pause there is none. An attempt that somebody else has overtaken is not noted.
create function app.note_sign_in_letter_failed(letter_id uuid, attempt int, reason text, pause interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update sign_in_letters set last_error = reason, leased_until = null, next_attempt_at = clock_timestamp() + pause
  where id = letter_id and mailed_at is null and attempts = attempt;
end;
-- How many have not been mailed, and for how long the oldest has not, in seconds. A link that is dead is nothing to mail.
create function app.sign_in_letters_not_mailed(out letters bigint, out oldest float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) from sign_in_letters
  where mailed_at is null and (kind <> 'LINK' or created_at > now() - interval '24 hours');
end;
-- Takes away, at most so many, those of thirty days ago: the trail has what they told.
create function app.sweep_sign_in_letters(most int) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with gone as (delete from sign_in_letters where id = any (array(
    select l.id from sign_in_letters l where l.created_at < now() - interval '30 days' order by l.created_at limit most for update skip locked))
    returning 1)
  select count(*) from gone;
end;

-- A link with which a person chooses a password: one of each person, which is gone once it was used. What is in it is made of its
-- id by a key that the database has not.
create table password_links (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  by_operator boolean not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index password_links_by_id on password_links (tenant_id, id);
create index password_links_by_end on password_links (tenant_id, expires_at);
call app.protect('password_links', 'select');

alter table audit_entries drop constraint audit_entries_action_check, add constraint audit_entries_action_check check
  (action in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'SIGNED_IN', 'SESSION_ENDED', 'UNLOCKED', 'LINK_MAILED', 'LINK_HANDED_OUT',
    'LINK_USED', 'EXPORTED'));

-- Makes the link of a person anew, to be mailed to them or handed out. Answers its id.
create function app.make_password_link(person uuid, is_mailed boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  whose users;
  made uuid;
begin
  perform app.require_say_over(person);
  select u.* into whose from users u where u.tenant_id = app.tenant_id() and u.id = person and u.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if not whose.is_active then
    raise exception 'An inactive person cannot sign in: make them active first' using errcode = 'PL409';
  end if;
  insert into password_links as l (user_id, by_operator, expires_at) values (person, app.is_outsider(), now() + interval '24 hours')
  on conflict (tenant_id, user_id) do update
    set id = excluded.id, by_operator = excluded.by_operator, expires_at = excluded.expires_at
  returning l.id into made;
  perform app.note(case when is_mailed then 'LINK_MAILED' else 'LINK_HANDED_OUT' end, 'users', person);
  delete from sign_in_letters l where l.about_id = person and l.kind = 'LINK' and l.mailed_at is null;
  if is_mailed then
    insert into sign_in_letters (company_id, kind, recipient, language, about_id, about, link_id)
    values (whose.tenant_id, 'LINK', whose.email, whose.language, person, whose.username, made);
  end if;
  if app.is_outsider() then perform app.tell_administrators('LINK_MADE', person, whose.username); end if;
  return made;
end $$;

-- Uses a link up. Answers whose it was; null where it is good no longer.
create function app.use_password_link(link uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  used password_links;
begin
  delete from password_links l where l.tenant_id = app.tenant_id() and l.id = link and l.expires_at > now() returning l.* into used;
  if not found then return null; end if;
  perform app.note('LINK_USED', 'users', used.user_id);
  if used.by_operator then
    perform app.tell_administrators('LINK_USED', used.user_id,
      (select u.username from users u where u.tenant_id = used.tenant_id and u.id = used.user_id));
  end if;
  return used.user_id;
end $$;

-- Those of one company that are over, at most so many; and the companies that have some.
create function app.sweep_password_links(company uuid, most int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  perform set_config('app.tenant_id', company::text, true);
  delete from password_links where tenant_id = company and id = any (array(
    select l.id from password_links l where l.tenant_id = company and l.expires_at < now()
    order by l.expires_at limit most for update skip locked));
  get diagnostics gone = row_count;
  return gone;
end $$;
create function app.companies_with_old_links() returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from password_links l where l.tenant_id = company and l.expires_at < now()) then return next company; end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- A new password, another address or the end of a person is the end of their link.
create function app.forget_password_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  delete from password_links l where l.tenant_id = new.tenant_id and l.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $$;
create trigger forget_link after update of hash on user_passwords for each row
  when (old.hash <> new.hash) execute function app.forget_password_link('user_id');
create trigger forget_link after update of email, is_active, deleted_at on users for each row
  when (old.email is distinct from new.email or not new.is_active or new.deleted_at is not null)
  execute function app.forget_password_link('id');

-- Who has a say over how somebody signs in: of an operator elsewhere, whoever may let people in.
create or replace function app.require_say_over(person uuid) returns void language plpgsql stable as $$
begin
  perform app.require_leave();
  if app.is_unbound() or app.is_proved(person) then return; end if;
  if person = app.user_id() then
    raise exception 'How you sign in is changed on your own page, which asks for your password' using errcode = 'PL409';
  end if;
  if app.is_above(person) then
    raise exception 'You cannot change how somebody signs in who may do more than you' using errcode = 'PL403';
  end if;
end $$;

-- An operator elsewhere gives a new person a password, and lets somebody in again; what people sign in with already, and their
-- second factor, is the company's.
create or replace function app.guard_sign_in() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform app.refuse_outsider();
    perform app.require_say_over(old.user_id);
    return old;
  elsif tg_table_name <> 'users' then
    if tg_op = 'UPDATE' or tg_table_name = 'second_factors' then perform app.refuse_outsider(); end if;
    perform app.require_say_over(new.user_id);
  else
    if new.email is distinct from old.email or new.mobile_no is distinct from old.mobile_no then
      perform app.refuse_outsider();
      perform app.require_say_over(old.id);
    end if;
    if new.is_active and not old.is_active then
      perform app.require_say_over(old.id);
      if app.is_outsider() then perform app.tell_administrators('LET_IN', old.id, old.username); end if;
    end if;
  end if;
  return new;
end $$;

create or replace function app.unlock_sign_in(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  whose text;
begin
  perform app.require_say_over(person);
  select u.username into whose from users u where u.tenant_id = app.tenant_id() and u.id = person and u.deleted_at is null;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  delete from login_attempts where key = 'user ' || person;
  if not found then return; end if;
  perform app.note('UNLOCKED', 'users', person);
  if app.is_outsider() then perform app.tell_administrators('LET_IN', person, whose); end if;
end $$;

create function app.guard_entry() returns trigger language plpgsql as $$
begin
  perform app.require_leave();
  if app.is_outsider() then perform app.tell_administrators('PERSON_ENTERED', new.id, new.username); end if;
  return new;
end $$;
create trigger guard_entry before insert on users for each row execute function app.guard_entry();

create or replace function app.guard_mapping() returns trigger language plpgsql as $$
declare
  missing text;
begin
  -- The role first, as whoever edits it does.
  if not exists (select from roles r where r.tenant_id = new.tenant_id and r.id = new.role_id and r.deleted_at is null for share)
    or not exists (select from users u where u.tenant_id = new.tenant_id and u.id = new.user_id and u.deleted_at is null for share)
  then raise exception 'Not found' using errcode = 'PL404'; end if;
  perform app.require_leave();
  if app.is_outsider() then
    perform app.tell_administrators('ROLE_GIVEN', u.id, u.username) from users u where u.tenant_id = new.tenant_id and u.id = new.user_id;
  end if;
  if app.is_unbound() then return new; end if;
  select f.flag || ' on ' || f.module_name into missing from app.role_flags f
  where f.tenant_id = new.tenant_id and f.role_id = new.role_id and not exists (
    select from app.flags_of(app.user_id()) mine where mine.module_id = f.module_id and mine.flag = f.flag)
  order by f.module_id limit 1;
  if missing is not null then
    raise exception 'You cannot give a role with a permission you do not hold yourself: %', missing using errcode = 'PL403';
  end if;
  return new;
end $$;

create or replace function app.guard_grid() returns trigger language plpgsql as $$
declare
  added app.role_flags[];
  fault text;
begin
  perform app.hold_modules();
  if exists (select from given g join modules m on m.id = g.module_id and m.deleted_at is not null) then
    raise exception 'Not found' using errcode = 'PL404';
  end if;
  if tg_op = 'INSERT' then
    added := array(select f from app.role_flags f join given g on g.role_id = f.role_id and g.module_id = f.module_id);
  else
    added := array(select f from app.role_flags f join before b on b.role_id = f.role_id and b.module_id = f.module_id
      where not case f.flag when 'canCreate' then b.can_create when 'canView' then b.can_view when 'canEdit' then b.can_edit
        when 'canDelete' then b.can_delete else b.can_report end);
  end if;
  select a.module_name into fault from unnest(added) a
  where a.platform and not exists (select from tenants t where t.id = a.tenant_id and t.kind = 'OPERATOR')
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'Permissions on % are for the operators of the installation', fault using errcode = 'PL403';
  end if;
  if cardinality(added) > 0 and app.is_outsider() then
    perform app.require_leave();
    perform app.tell_administrators('ROLE_WIDENED', r.id, r.name) from roles r
    where r.tenant_id = app.tenant_id() and r.id in (select a.role_id from unnest(added) a);
  end if;
  if app.is_unbound() then return null; end if;
  select a.flag || ' on ' || a.module_name into fault from unnest(added) a
  where not exists (select from app.flags_of(app.user_id()) mine
    where mine.module_id = a.module_id and mine.flag = a.flag and not exists (select from unnest(added) fresh
      where fresh.role_id = mine.role_id and fresh.module_id = mine.module_id and fresh.flag = mine.flag))
  order by a.module_id limit 1;
  if fault is not null then
    raise exception 'You cannot grant a permission you do not hold yourself: %', fault using errcode = 'PL403';
  end if;
  return null;
end $$;

grant execute on function app.is_settled, app.is_outsider, app.refuse_outsider, app.require_leave, app.tell_administrators,
  app.claim_sign_in_letter, app.note_sign_in_letter_mailed, app.note_sign_in_letter_failed, app.sign_in_letters_not_mailed,
  app.sweep_sign_in_letters, app.make_password_link, app.use_password_link, app.sweep_password_links, app.companies_with_old_links to plinth_app;
