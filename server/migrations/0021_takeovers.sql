-- When the session secret is replaced, the seals that the one before it signed are vouched for under the new one: a company's
-- takeover says which seal was the last then, and that all up to it were good but those that it names. So no former secret is
-- kept to tell them by, however often it is replaced.

create table audit_takeovers (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  -- The last seal that it covers, and its digest, which every digest before it is part of.
  number bigint not null check (number > 0),
  digest bytea not null check (octet_length(digest) = 32),
  -- Seals among them that were found forged then, and those that had been made under a key that was not known any more: as
  -- first-last, separated by commas.
  forged text not null check (forged ~ '^(\d+-\d+(,\d+-\d+)*)?$'),
  unknown text not null check (unknown ~ '^(\d+-\d+(,\d+-\d+)*)?$'),
  -- Of all this, by a key that only the server has.
  signature text not null check (length(signature) between 1 and 100),
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  -- Seals go with the trail of a sample company alone, and this goes with them.
  foreign key (tenant_id, number) references audit_seals (tenant_id, number) on delete cascade
);
create index audit_takeovers_of_seal on audit_takeovers (tenant_id, number);
call app.protect('audit_takeovers', 'select');
create trigger only_added before update or delete on audit_takeovers for each row execute function app.keep_trail('signature');
create trigger never_emptied before truncate on audit_takeovers for each statement execute function app.keep_trail();

create function app.take_over_seals(company uuid, last_seal bigint, last_digest bytea, forged text, unknown text, signature text)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.tenant_id', company::text, true);
  insert into audit_takeovers (tenant_id, number, digest, forged, unknown, signature)
  values (company, last_seal, last_digest, forged, unknown, signature);
end $$;
grant execute on function app.take_over_seals to plinth_app;
