-- Browsers that people have signed in with. Whoever guesses at an account locks it for strangers; its owner comes in with one
-- of these.

create table known_devices (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  -- SHA-256 of 256 random bits that the browser keeps.
  digest bytea not null check (octet_length(digest) = 32),
  -- Since the last good sign-in. After ten it is a stranger's.
  failures int not null default 0 check (failures between 0 and 10),
  seen_at timestamptz not null default now(),
  primary key (tenant_id, user_id, digest),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call app.protect('known_devices', 'select');

-- Counts a try from one of the browsers that these digests are of, before any password is tried, and tells which one it is;
-- null where the person is not known in any of them.
create function app.try_device(person uuid, digests bytea[]) returns bytea
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update known_devices d set failures = d.failures + 1
  where d.tenant_id = app.tenant_id() and d.user_id = person and d.failures < 10
    and d.digest = (select k.digest from known_devices k
      where k.tenant_id = app.tenant_id() and k.user_id = person and k.digest = any (digests)
        and k.failures < 10 and k.seen_at > now() - interval '90 days'
      order by k.seen_at desc limit 1)
  returning d.digest;
end;

-- The person has signed in with this browser: it is known for them from now on, and so are the nineteen before it.
create function app.know_device(person uuid, device bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into known_devices as d (user_id, digest) values (person, device)
  on conflict (tenant_id, user_id, digest) do update set failures = 0, seen_at = now();
  delete from known_devices d where d.tenant_id = app.tenant_id() and d.user_id = person
    and d.digest not in (select k.digest from known_devices k
      where k.tenant_id = app.tenant_id() and k.user_id = person order by k.seen_at desc, k.digest limit 20);
end;

create function app.forget_devices(person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from known_devices d where d.tenant_id = app.tenant_id() and d.user_id = person;
end;
