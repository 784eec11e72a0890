-- A register of deposits goes in by the machinery that takes in contracts: an upload says which of them it is of.
alter table contract_imports add column target text not null default 'CONTRACTS' check (target in ('CONTRACTS', 'DEPOSITS'));

alter table security_deposits
  add column import_id uuid,
  -- Where the sheet has it: what is sent again is told so.
  add column import_row int,
  -- Tells the same deposit sent twice: of its contract, its type, its instrument's number and its amount.
  add column import_fingerprint bytea,
  -- Its `updated_at` as the upload left it, where that did more than enter it: it books what came back of it, too.
  add column imported_as timestamptz,
  add foreign key (tenant_id, import_id) references contract_imports (tenant_id, id);
create index security_deposits_of_import on security_deposits (tenant_id, import_id, id) where import_id is not null;
create unique index "409 instrumentNo This instrument is in the register already" on security_deposits (tenant_id, import_fingerprint)
  where deleted_at is null and import_fingerprint is not null;
call app.keep_audit('security_deposits', 'id',
  '{received_amount,lost_amount,carried_amount,is_return_settled,import_row,import_fingerprint,imported_as}');

alter table instruments
  add column import_id uuid,
  -- Of what no deposit stands before: a receipt that secures guarantees.
  add column import_row int,
  add column imported_as timestamptz,
  add foreign key (tenant_id, import_id) references contract_imports (tenant_id, id);
create index instruments_of_import on instruments (tenant_id, import_id, id) where import_id is not null;
call app.keep_audit('instruments', dull => '{stale_on,import_row,imported_as}');

-- After `a_stamp`, which says when the record was changed.
create function app.note_imported() returns trigger language plpgsql as $$
begin
  new.imported_as := new.updated_at;
  return new;
end $$;
create trigger b_imported before update of imported_as on security_deposits for each row execute function app.note_imported();
create trigger b_imported before update of imported_as on instruments for each row execute function app.note_imported();

-- A lien is freed and never deleted, but for one that an upload marked and that goes with its guarantee when that is undone.
create function app.require_imported_lien() returns trigger language plpgsql as $$
begin
  if not exists (select from instruments i where i.tenant_id = old.tenant_id and i.id = old.guarantee_id
    and i.import_id is not null and old.created_at <= i.imported_as)
  then
    raise exception 'A lien is freed, and never deleted.' using errcode = 'PL409';
  end if;
  new.freed_on := coalesce(old.freed_on, greatest(app.today(), old.marked_on));
  return new;
end $$;
create trigger b_only_imported before update of deleted_at on instrument_liens for each row
  when (new.deleted_at is not null) execute function app.require_imported_lien();
grant update (deleted_at) on instrument_liens to plinth_app;
