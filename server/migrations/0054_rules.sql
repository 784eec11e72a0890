-- Rules of law and practice: what is shipped, of no company; what companies put beside it; and who confirmed what is unsure.

-- Written by whoever brings the database forward, from the packs of this release. One that a later release no longer has stays, and counts no
-- more: what was computed by it still finds it. The id follows from kind, scope, day and value, and is the same in every installation.
create table rules (
  id uuid primary key,
  kind text not null check (kind ~ '^[A-Z][A-Z0-9_]*$'),
  scope text not null check (scope ~ '^IN(-[A-Z]{2})?$'),
  valid_from date not null,
  -- None ends the rules before it of its kind and scope.
  value jsonb check (jsonb_typeof(value) = 'object'),
  source_title text not null check (source_title <> ''),
  source_reference text,
  source_url text,
  published_on date,
  read_on date not null,
  trust text not null check (trust in ('V', 'K', 'U')),
  vectors jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create unique index one_rule_from_a_day on rules (kind, scope, valid_from) where withdrawn_at is null;
grant select on rules to plinth_app;

create table company_rules (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kind text not null check (kind ~ '^[A-Z][A-Z0-9_]*$'),
  scope text not null default 'IN' check (scope ~ '^IN(-[A-Z]{2})?$'),
  valid_from date not null,
  -- None ends the company's own before it of its kind and scope.
  value jsonb check (jsonb_typeof(value) = 'object'),
  source_title text not null check (source_title <> ''),
  source_reference text,
  source_url text,
  published_on date,
  read_on date,
  -- When something was first computed by it.
  used_at timestamptz,
  primary key (tenant_id, id)
);
call app.keep_stamps('company_rules');
-- That it was used is no edit of it.
drop trigger a_stamp on company_rules;
create trigger a_stamp before insert or update on company_rules for each row execute function app.stamp('{used_at}', '{}');
call app.protect('company_rules');
call app.keep_audit('company_rules', dull => '{used_at}');
create unique index "409 validFrom already has a rule of yours of this kind" on company_rules (tenant_id, kind, scope, valid_from)
  where deleted_at is null;

-- What something was computed by stays what it was, and its kind always does. Where it is written may be told better.
create function app.keep_company_rule() returns trigger language plpgsql as $$
begin
  if new.kind <> old.kind then raise exception 'a rule stays of its kind'; end if;
  if old.used_at is null then return new; end if;
  if (new.scope, new.valid_from, new.value, new.deleted_at, new.used_at)
    is distinct from (old.scope, old.valid_from, old.value, old.deleted_at, old.used_at)
  then
    raise exception 'Something was computed by this rule: enter another that holds from a later day.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_keep before update on company_rules for each row execute function app.keep_company_rule();

create table rule_confirmations (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  rule_id uuid not null references rules,
  -- What was looked at.
  remark text not null check (remark <> ''),
  primary key (tenant_id, id)
);
call app.keep_stamps('rule_confirmations');
call app.protect('rule_confirmations', 'select, insert');
call app.keep_audit('rule_confirmations');
create unique index "409 remark was given already: the rule is confirmed" on rule_confirmations (tenant_id, rule_id);

-- Only what is unsure and counts is confirmed, and in nobody's place.
create function app.keep_confirmation() returns trigger language plpgsql as $$
begin
  if not exists (select from rules r where r.id = new.rule_id and r.trust = 'U' and r.withdrawn_at is null) then
    raise exception 'This rule needs no confirmation.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_keep before insert on rule_confirmations for each row execute function app.keep_confirmation();
