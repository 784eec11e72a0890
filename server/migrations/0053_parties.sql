-- Every legal person that a company deals with: clients, vendors, subcontractors and others, with their registrations and bank accounts.

-- States and territories by the two digits that a GSTIN begins with. 25 and 28 stand on old documents alone.
create function app.is_state_code(code text) returns boolean language sql immutable parallel safe
return code ~ '^[0-9]{2}$' and (code between '01' and '38' and code not in ('25', '28') or code = '97');
grant execute on function app.is_state_code to plinth_app;

-- Of whoever supplies, or of whoever deducts tax at source: there a TAN stands where others have their PAN.
create function app.is_gstin_form(gstin text) returns boolean language sql immutable parallel safe
return app.is_state_code(left(gstin, 2)) and (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$'
  or gstin ~ '^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$');
grant execute on function app.is_gstin_form to plinth_app;

create function app.is_deductors_gstin(gstin text) returns boolean language sql immutable parallel safe
return gstin ~ '^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$';
grant execute on function app.is_deductors_gstin to plinth_app;

-- The last character that belongs to the first fourteen of a GSTIN.
create function app.gstin_check_character(gstin text) returns text language sql immutable parallel safe
return (select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', ((36 - sum(product / 36 + product % 36) % 36) % 36)::int + 1, 1)
  from (select (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, place, 1)) - 1) * (2 - place % 2) as product
    from generate_series(1, 14) place) products);
grant execute on function app.gstin_check_character to plinth_app;

create table parties (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kinds text[] not null check (kinds <@ '{CLIENT,VENDOR,SUBCONTRACTOR,LABOUR_CONTRACTOR,TRANSPORTER,INSURER,HIRER,BANK,EMPLOYEE}'),
  legal_name text not null check (length(legal_name) between 1 and 200),
  trade_name text,
  pan text,
  tan text,
  gst_treatment text not null default 'UNREGISTERED' check (gst_treatment in ('REGULAR', 'COMPOSITION', 'DEDUCTOR', 'SEZ', 'SEZ_LUT',
    'UNREGISTERED')),
  msme text not null default 'NONE' check (msme in ('NONE', 'MICRO', 'SMALL', 'MEDIUM')),
  udyam_no text,
  msme_from date,
  address text,
  place text,
  state text,
  pin text,
  email text,
  phone text,
  -- Within how many days of a bill it is paid, where that was agreed.
  agreed_days int check (agreed_days between 0 and 365),
  comment text,
  primary key (tenant_id, id),
  constraint "400 kinds is required" check (cardinality(kinds) > 0),
  constraint "400 pan has the form of no PAN" check (pan ~ '^[A-Z]{3}[ABCFGHJLPTE][A-Z][0-9]{4}[A-Z]$'),
  constraint "400 tan has the form of no TAN" check (tan ~ '^[A-Z]{4}[0-9]{5}[A-Z]$'),
  constraint "400 udyamNo must be written UDYAM-XX-00-0000000" check (udyam_no ~ '^UDYAM-[A-Z]{2}-[0-9]{2}-[0-9]{7}$'),
  constraint "400 udyamNo is required of a micro or small enterprise" check (msme not in ('MICRO', 'SMALL') or udyam_no is not null),
  constraint "400 state must be the code of a State" check (app.is_state_code(state)),
  constraint "400 pin must be 6 digits, the first not 0" check (pin ~ '^[1-9][0-9]{5}$')
);
call app.keep_stamps('parties');
call app.protect('parties');
call app.keep_audit('parties');
create unique index "409 pan is already used by another party" on parties (tenant_id, pan) where deleted_at is null;
create index parties_newest on parties (tenant_id, created_at, id) where deleted_at is null;

create table party_gstins (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  party_id uuid not null,
  gstin text not null,
  held_from date,
  held_until date,
  primary key (tenant_id, id),
  constraint "400 heldUntil must not be before heldFrom" check (held_until >= held_from)
);
call app.keep_stamps('party_gstins');
-- Another number is another registration.
call app.protect('party_gstins', 'select, insert, update (held_from, held_until, deleted_at)');
call app.reference('party_gstins', 'party_id', 'parties');
call app.keep_audit('party_gstins');
create unique index "409 gstins One of these is already used by another party" on party_gstins (tenant_id, gstin) where deleted_at is null;
create index party_gstins_of_party on party_gstins (tenant_id, party_id) where deleted_at is null;

create function app.judge_gstin() returns trigger language plpgsql as $$
declare
  party record;
  right_end text;
begin
  if new.deleted_at is not null then return new; end if;
  if not app.is_gstin_form(new.gstin) then
    raise check_violation using message = 'form', constraint = '400 gstin has the form of no registration';
  end if;
  right_end := app.gstin_check_character(new.gstin);
  if right(new.gstin, 1) <> right_end then
    raise check_violation using message = 'check digit', constraint = '400 gstin must end in {character}: its check digit is wrong',
      detail = jsonb_build_object('character', right_end);
  end if;
  -- Held, so that its PAN and this number are not changed at the same moment.
  select p.pan, p.gst_treatment into party from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id for share;
  if party.gst_treatment = 'UNREGISTERED' then
    raise check_violation using message = 'unregistered', constraint = '400 gstTreatment must not be unregistered with a GSTIN';
  end if;
  if not app.is_deductors_gstin(new.gstin) and party.pan is distinct from substr(new.gstin, 3, 10) then
    raise check_violation using message = 'other pan', constraint = '400 pan is not the one inside the GSTIN';
  end if;
  return new;
end $$;
create trigger b_judged before insert or update of gstin, deleted_at on party_gstins for each row execute function app.judge_gstin();

create function app.judge_party() returns trigger language plpgsql as $$
begin
  if new.gst_treatment = 'UNREGISTERED' and exists (select from party_gstins g
    where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null)
  then
    raise check_violation using message = 'unregistered', constraint = '400 gstTreatment must not be unregistered with a GSTIN';
  end if;
  if exists (select from party_gstins g where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null
    and not app.is_deductors_gstin(g.gstin) and substr(g.gstin, 3, 10) is distinct from new.pan)
  then
    raise check_violation using message = 'other pan', constraint = '400 pan is not the one inside the GSTIN';
  end if;
  return new;
end $$;
create trigger b_judged before update of pan, gst_treatment on parties for each row
  when (new.deleted_at is null) execute function app.judge_party();

create table party_banks (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  party_id uuid not null,
  account_no text not null,
  ifsc text not null,
  holder text not null check (length(holder) between 1 and 200),
  -- Who besides the person that entered it has seen the proof; nothing is paid to it before.
  verified_by uuid,
  verified_at timestamptz,
  primary key (tenant_id, id),
  check ((verified_by is null) = (verified_at is null)),
  constraint "400 accountNo must be 6 to 18 digits" check (account_no ~ '^[0-9]{6,18}$'),
  constraint "400 ifsc has the form of no IFSC" check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$')
);
call app.keep_stamps('party_banks');
alter table party_banks add check (verified_by <> created_by);
call app.protect('party_banks', 'select, insert, update (verified_by, verified_at, deleted_at)');
call app.reference('party_banks', 'party_id', 'parties');
-- The trail is read by others than those who may read an account number.
call app.keep_audit('party_banks', secrets => '{account_no}');
create unique index "409 accountNo is already an account of this party" on party_banks (tenant_id, party_id, ifsc, account_no)
  where deleted_at is null;

-- Money goes astray by an account that one person alone has changed.
create function app.guard_party_bank() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.verified_by := null;
    new.verified_at := null;
    return new;
  end if;
  if (new.party_id, new.account_no, new.ifsc, new.holder) is distinct from (old.party_id, old.account_no, old.ifsc, old.holder) then
    raise exception 'An account is not changed: enter another one.' using errcode = 'PL409';
  end if;
  if old.verified_at is not null or new.verified_at is null then
    new.verified_by := old.verified_by;
    new.verified_at := old.verified_at;
    return new;
  end if;
  if app.user_id() is null or app.user_id() is not distinct from old.created_by then
    raise exception 'You entered this account yourself: another person must verify it.' using errcode = 'PL409';
  end if;
  new.verified_by := app.user_id();
  new.verified_at := clock_timestamp();
  return new;
end $$;
create trigger b_guarded before insert or update on party_banks for each row execute function app.guard_party_bank();

-- The numbers of a party that is deleted are free for another.
create function app.delete_with_party() returns trigger language plpgsql as $$
begin
  update party_gstins g set deleted_at = new.deleted_at where g.tenant_id = new.tenant_id and g.party_id = new.id and g.deleted_at is null;
  update party_banks b set deleted_at = new.deleted_at where b.tenant_id = new.tenant_id and b.party_id = new.id and b.deleted_at is null;
  return null;
end $$;
create trigger delete_along after update of deleted_at on parties for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.delete_with_party();

-- The client that an office is of.
alter table offices add column party_id uuid;
call app.reference('offices', 'party_id', 'parties');
call app.keep_audit('offices');

-- The client of this name; none where several have it, since it would be a guess.
create function app.client_called(tenant uuid, called text) returns uuid language sql stable
return (select case when count(*) = 1 then (array_agg(p.id))[1] end from parties p
  where p.tenant_id = tenant and p.deleted_at is null and 'CLIENT' = any (p.kinds) and lower(p.legal_name) = lower(called));
grant execute on function app.client_called to plinth_app;

-- An office is of the client that its department names, unless another one was said.
create function app.link_office() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then return new; end if;
  -- A client that was found by the department goes with it.
  if tg_op = 'UPDATE' and new.party_id = old.party_id and lower(new.department) <> lower(old.department)
    and exists (select from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id and lower(p.legal_name) = lower(old.department))
  then
    new.party_id := null;
  end if;
  if new.party_id is null then new.party_id := app.client_called(new.tenant_id, new.department); end if;
  if new.party_id is null or tg_op = 'UPDATE' and old.deleted_at is null and new.party_id = old.party_id then return new; end if;
  perform from parties p where p.tenant_id = new.tenant_id and p.id = new.party_id and p.deleted_at is null and 'CLIENT' = any (p.kinds)
    for share;
  if not found then
    raise check_violation using message = 'no client', constraint = '400 partyId must be a client of your company';
  end if;
  return new;
end $$;
drop trigger b_live_party_id on offices;
create trigger b_client before insert or update of department, party_id, deleted_at on offices for each row execute function app.link_office();

create function app.link_offices_of_client() returns trigger language plpgsql as $$
begin
  if app.client_called(new.tenant_id, new.legal_name) = new.id then
    update offices o set party_id = new.id where o.tenant_id = new.tenant_id and o.deleted_at is null and o.party_id is null
      and lower(o.department) = lower(new.legal_name);
  end if;
  return null;
end $$;
create trigger offices after insert or update of legal_name, kinds on parties for each row execute function app.link_offices_of_client();

-- Whom an office names stays, and stays a client.
create function app.keep_client_of_offices() returns trigger language plpgsql as $$
declare
  named record;
begin
  select count(*) as offices, min(app.office_name(o.designation, o.name)) as office into named from offices o
  where o.tenant_id = new.tenant_id and o.party_id = new.id and o.deleted_at is null;
  if named.offices = 0 then return new; end if;
  if new.deleted_at is null then
    raise check_violation using message = 'client', constraint = '409 kinds must keep client: the office {office} names it',
      detail = jsonb_build_object('office', named.office);
  elsif named.offices = 1 then
    raise exception 'It cannot be deleted: the office {office} names it' using errcode = 'PL409',
      detail = jsonb_build_object('office', named.office);
  end if;
  raise exception 'It cannot be deleted: {count} offices name it, such as {office}' using errcode = 'PL409',
    detail = jsonb_build_object('count', named.offices, 'office', named.office);
end $$;
create trigger b_client before update of kinds, deleted_at on parties for each row
  when (old.deleted_at is null and (new.deleted_at is not null or 'CLIENT' = any (old.kinds) and not 'CLIENT' = any (new.kinds)))
  execute function app.keep_client_of_offices();

-- Companies that are there have a client for each department, which the offices of that department name from now on.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    insert into parties (kinds, legal_name)
    select '{CLIENT}', (array_agg(o.department order by o.created_at, o.id))[1] from offices o
    where o.tenant_id = company and o.deleted_at is null group by lower(o.department) order by min(o.created_at), lower(o.department);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
