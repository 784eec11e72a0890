-- The day that it is for the company.
create function app.today() returns date language sql stable
begin atomic
  select (now() at time zone app.time_zone())::date;
end;
grant execute on function app.today() to plinth_app;
