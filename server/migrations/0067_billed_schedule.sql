-- A submitted bill shows the schedule and the sheets that it was submitted with, and its trail says which sheets came in and went out.

-- The server removes lines and items of a stage by this alone: of a claim that is submitted again, and of a memorandum that is taken back.
drop function app.drop_returned_claim, app.drop_returned_items, app.drop_passed_lines, app.drop_passed_items;
create function app.drop_stage(bill uuid, stage text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from bill_items i where i.tenant_id = app.tenant_id() and i.bill_id = $1 and i.stage = $2;
  delete from bill_lines l where l.tenant_id = app.tenant_id() and l.bill_id = $1 and l.stage = $2;
end;
revoke execute on function app.drop_stage from public;
grant execute on function app.drop_stage to plinth_app;
