-- Refreshes what queries are planned by: of every table after a start, since a crash takes the counts of changed rows with it, else of those
-- that a fifth of their rows changed in. A table that an import filled is planned as if it were empty until then, and the database looks by
-- itself only once a minute.
drop function app.plan_anew();
create function app.refresh_statistics(of_all boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  outdated regclass;
begin
  for outdated in
    select c.oid::regclass from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and (of_all or s.n_mod_since_analyze > greatest(500, c.reltuples / 5))
  loop
    -- One that somebody else is analyzing needs no second look.
    execute format('analyze (skip_locked) %s', outdated);
  end loop;
end $$;
grant execute on function app.refresh_statistics to plinth_app;
