-- The daily check of reminders reads the deadlines of a company in batches, and continues where it came to.
alter table reminder_runs
  add checking_on date,
  -- The last record of that day's check whose deadlines were read, and the faults found up to it.
  add checked_up_to uuid,
  add faults_so_far int not null default 0 check (faults_so_far >= 0);

-- The number of companies whose check of yesterday has not ended.
create function app.reminder_checks_overdue() returns bigint language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  company uuid;
  overdue bigint := 0;
begin
  for company in select t.id from tenants t where t.status = 'ACTIVE' and t.deleted_at is null loop
    perform set_config('app.tenant_id', company::text, true);
    if exists (select from reminder_runs r where r.tenant_id = company and coalesce(r.proved_on, r.since) < app.today() - 1) then
      overdue := overdue + 1;
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
  return overdue;
end $$;
grant execute on function app.reminder_checks_overdue to plinth_app;
