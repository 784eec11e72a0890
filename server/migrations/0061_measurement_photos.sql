-- Photos and other documents of a measurement sheet. Those of a recorded sheet stay, as what was measured does.

alter table documents
  add column measurement_sheet_id uuid,
  drop constraint documents_entity_type_check,
  add constraint documents_entity_type_check
    check (entity_type in ('CONTRACT', 'PROJECT', 'TASK', 'REFUND_REQUEST', 'MEASUREMENT', 'VEHICLE', 'VEHICLE_INSURANCE', 'PAYMENT')),
  drop constraint documents_check,
  add constraint documents_check check ((contract_id is not null) = (entity_type = 'CONTRACT')
    and (project_id is not null) = (entity_type = 'PROJECT') and (task_id is not null) = (entity_type = 'TASK')
    and (refund_request_id is not null) = (entity_type = 'REFUND_REQUEST')
    and (measurement_sheet_id is not null) = (entity_type = 'MEASUREMENT')),
  -- What shows how something stood on a day does not expire.
  add constraint "400 validUntil is not kept for documents of a measurement sheet"
    check (valid_until is null or entity_type <> 'MEASUREMENT'),
  alter column entity_id set expression as (coalesce(contract_id, project_id, task_id, refund_request_id, measurement_sheet_id, tenant_id));
call app.reference('documents', 'measurement_sheet_id', 'measurement_sheets', 'document');
create index documents_of_sheet on documents (tenant_id, measurement_sheet_id)
  where measurement_sheet_id is not null and deleted_at is null;
drop trigger b_unchanging on documents;
create trigger b_unchanging before update of entity_type, contract_id, project_id, task_id, refund_request_id, measurement_sheet_id,
  file_type, size, sha256 on documents for each row execute function app.refuse_other_document();

create function app.keep_measured_document() returns trigger language plpgsql as $$
declare
  sheet record;
begin
  -- Held, so that it is not recorded at the same moment.
  select s.number, s.status into sheet from measurement_sheets s
    where s.tenant_id = old.tenant_id and s.id = old.measurement_sheet_id for share;
  if sheet.status <> 'DRAFT' then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 status Sheet {sheet} is recorded: its documents stay';
  end if;
  return new;
end $$;
create trigger b_measured before update of deleted_at on documents for each row
  when (old.measurement_sheet_id is not null and old.deleted_at is null and new.deleted_at is not null)
  execute function app.keep_measured_document();
