-- Nobody is given more than the product needs. The server calls the functions that are named here, and what it changes fires
-- triggers, whose functions nobody needs a right to: whoever had one could hang them on a table of their own.

-- From here on a function is its owner's alone until a step says whose it is, too.
alter default privileges in schema app revoke execute on functions from plinth_app;
revoke execute on all routines in schema app from plinth_app, plinth_platform;

-- Called by the server.
grant execute on function app.audit_faults, app.audit_to_seal, app.audit_unsealed, app.claim_contact_message, app.companies,
  app.contact_messages_not_mailed, app.count_attempt, app.day_start, app.documents_to_sweep, app.enter, app.erase_sample,
  app.find_login, app.flags_of, app.forget_devices, app.forgive_login, app.found, app.hold_modules, app.hold_sample,
  app.hold_sign_in, app.is_subdomain_taken, app.keep_contact_message, app.know_device, app.level, app.locked_until, app.may,
  app.note_contact_message_failed, app.note_contact_message_mailed, app.note_export, app.note_proof, app.operator_tenant,
  app.reach_across, app.sample_company, app.seal_audit, app.search_tenant_names, app.sign_audit_seal, app.step_into,
  app.step_out, app.take_back_attempt, app.task_number, app.tenant_id, app.time_zone, app.try_device, app.unlock_login,
  app.user_id, app.was_awarded to plinth_app;
-- Called in its name: by those above, by policies, checks, generated columns, and triggers that run as whoever fires them.
grant execute on function app.audit_digest, app.audit_text, app.has_administrator, app.hold_sample_calls, app.holders,
  app.is_document_name, app.is_operator, app.is_proved, app.is_time_zone, app.is_unbound, app.is_visiting, app.needs_code,
  app.require_not_above, app.task_amount, app.weighted_progress to plinth_app;
-- The same for an operator's reach.
grant execute on function app.day_start, app.is_line, app.is_time_zone, app.tenant_id, app.time_zone, app.user_id to
  plinth_platform;

-- What triggers write in the name of the owner, they write of tables of the product alone, whoever hangs them elsewhere.
do $$
declare
  routine regprocedure;
  written text;
  guarded text;
begin
  for routine in select p.oid from pg_proc p where p.pronamespace = 'app'::regnamespace
    and ((p.prosecdef and p.prorettype = 'trigger'::regtype) or p.proname = 'keep_audit') loop
    written := pg_get_functiondef(routine);
    guarded := regexp_replace(written, '(returns trigger.*?\n *begin\n)',
      E'\\1  if tg_table_schema <> ''public'' then raise insufficient_privilege using message = ''only for tables of the product''; end if;\n', 'i');
    if guarded = written then raise using message = routine || ' is written otherwise'; end if;
    execute guarded;
  end loop;
end $$;
