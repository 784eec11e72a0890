-- What is planned by how much there is. A table that thousands of rows came into at once is planned as if it were empty until the database
-- looks by itself, a minute later: until then the quick filters of 5,000 deposits took ten seconds, and a fifth of one after it.
create function app.plan_anew() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  analyze contracts, security_deposits;
end $$;
grant execute on function app.plan_anew to plinth_app;
