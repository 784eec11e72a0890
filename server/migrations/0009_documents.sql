-- Documents: what is known of each file, and of each one on its way in. The files themselves lie in the document store.

-- One of several modules may be enough to be let in; the record that a call is about says which it must be.
drop function app.enter(uuid, uuid, uuid, text, text, boolean);
create function app.enter(tenant uuid, caller uuid, session uuid, module_keys text[], flag text, platform boolean,
  out status int, out operator boolean)
language plpgsql as $$
declare
  company tenants;
begin
  perform set_config('app.tenant_id', tenant::text, true), set_config('app.user_id', caller::text, true);
  operator := false;
  select t.* into company from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active and u.deleted_at is null
  join tenants t on t.id = s.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
  where s.tenant_id = tenant and s.id = session and s.user_id = caller and s.ended_at is null and s.expires_at > now();
  status := case when company.id is null then 401
    when module_keys is null then 200
    when not exists (select from unnest(module_keys) key where app.may(key, flag)) then 403
    when company.requires_second_factor and not exists (select from second_factors f
      where f.tenant_id = tenant and f.user_id = caller and f.confirmed_at is not null) then 428
    else 200 end;
  operator := status = 200 and platform and company.kind = 'OPERATOR';
  perform set_config('app.operator', case when operator then 'on' else 'off' end, true),
    set_config('app.visiting', 'off', true);
end $$;

create function app.is_document_name(file_name text) returns boolean language sql immutable
return length(file_name) between 1 and 255 and file_name !~ '[\x01-\x1f\x7f/\\]' and file_name not in ('.', '..');

create table documents (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  entity_type text not null
    check (entity_type in ('CONTRACT', 'PROJECT', 'TASK', 'VEHICLE', 'VEHICLE_INSURANCE', 'PAYMENT')),
  contract_id uuid,
  project_id uuid,
  task_id uuid,
  -- The record that it hangs on: one of the above, else the company itself.
  entity_id uuid not null generated always as (coalesce(contract_id, project_id, task_id, tenant_id)) stored,
  file_name text not null check (app.is_document_name(file_name)),
  file_type text not null check (file_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  -- Bytes.
  size bigint not null check (size between 1 and 104857600),
  sha256 bytea not null check (octet_length(sha256) = 32),
  doc_type text not null check (length(doc_type) between 1 and 50),
  purpose text check (length(purpose) <= 500),
  -- Beside the file the store has a thumbnail and a preview of it.
  has_pictures boolean not null,
  -- Deleted, and nothing of it is left in the store.
  is_erased boolean not null default false,
  primary key (tenant_id, id),
  check ((contract_id is not null) = (entity_type = 'CONTRACT')
    and (project_id is not null) = (entity_type = 'PROJECT') and (task_id is not null) = (entity_type = 'TASK'))
);
call app.keep_stamps('documents', '{is_erased}');
alter table documents add check (deleted_at is not null or not is_erased);
create index documents_of_record on documents (tenant_id, entity_type, entity_id, id) where deleted_at is null;
create index documents_newest on documents (tenant_id, id) where deleted_at is null;
create index documents_to_erase on documents (tenant_id, deleted_at) where deleted_at is not null and not is_erased;
create index documents_of_contract on documents (tenant_id, contract_id) where contract_id is not null and deleted_at is null;
create index documents_of_project on documents (tenant_id, project_id) where project_id is not null and deleted_at is null;
create index documents_of_task on documents (tenant_id, task_id) where task_id is not null and deleted_at is null;
call app.reference('documents', 'contract_id', 'contracts', 'document');
call app.reference('documents', 'project_id', 'projects', 'document');
call app.reference('documents', 'task_id', 'tasks', 'document');
call app.protect('documents');

-- What a document is never changes: a file that is other than it was is another document.
create function app.refuse_other_document() returns trigger language plpgsql as $$
begin
  raise exception 'A document cannot be changed, only deleted' using errcode = 'PL409';
end $$;
create trigger b_unchanging before update of entity_type, contract_id, project_id, task_id, file_type, size, sha256, has_pictures
  on documents for each row execute function app.refuse_other_document();
create trigger b_gone_for_good before update of deleted_at on documents for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function app.refuse_other_document();

-- A file that is on its way into the store, under the id of the document it is to become. It is noted before anything of
-- it is stored and struck out in the transaction that adds the document: what the store holds without a document of that
-- id is noted here, and a sweep takes it away.
create table document_uploads (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  entity_type text not null,
  entity_id uuid not null,
  file_name text not null check (app.is_document_name(file_name)),
  size bigint not null check (size between 1 and 104857600),
  doc_type text not null check (length(doc_type) between 1 and 50),
  purpose text check (length(purpose) <= 500),
  -- Of one that comes in parts: what the store calls it, and what tells that it is the same file when it is chosen again.
  store_attempt text check (length(store_attempt) <= 2000),
  fingerprint text check (length(fingerprint) between 1 and 200),
  begun_by uuid default app.user_id(),
  -- When something of it last arrived.
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index document_uploads_by_age on document_uploads (tenant_id, seen_at);
create unique index document_uploads_alike on document_uploads (tenant_id, begun_by, entity_type, entity_id, fingerprint)
  where fingerprint is not null;
call app.protect('document_uploads', 'select, insert, update, delete');

-- Of every company, what a sweep has to look at: uploads of which nothing has been heard for too long, and deleted documents
-- of which something is left (`silent_since` is null). It names ids alone; what becomes of them is done inside each company.
create function app.documents_to_sweep(whole_since timestamptz, parts_since timestamptz)
returns table (company uuid, document uuid, silent_since timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  for company in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', company::text, true);
    for document, silent_since in
      (select u.id, case when u.store_attempt is null then whole_since else parts_since end from document_uploads u
        where u.tenant_id = company and u.seen_at < case when u.store_attempt is null then whole_since else parts_since end
        limit 1000)
      union all
      (select d.id, null from documents d
        where d.tenant_id = company and d.deleted_at is not null and not d.is_erased limit 1000)
    loop return next; end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Every company there has ever been: the store is looked through company by company.
create function app.companies() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select id from tenants order by id;
end;
