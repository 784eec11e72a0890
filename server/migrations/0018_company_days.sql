-- The day of a moment is the company's: of its time zone.
create function app.is_time_zone(zone text) returns boolean language sql stable
begin atomic
  select zone = 'Asia/Kolkata' or exists (select from pg_timezone_names where name = zone);
end;

alter table tenants add column time_zone text not null default 'Asia/Kolkata'
  constraint "400 timeZone must be a time zone such as Asia/Kolkata" check (app.is_time_zone(time_zone));

-- Of the company that the transaction is in; of an operator who looks at many, their own.
create function app.time_zone() returns text language sql stable
begin atomic
  select coalesce((select t.time_zone from tenants t where t.id = app.tenant_id()), 'Asia/Kolkata');
end;

-- The first moment of a day there. Where clocks are put back at midnight, it strikes twice: PostgreSQL takes the second.
create function app.day_start(day date) returns timestamptz language sql stable
begin atomic
  select case when ((starts.at - interval '1 hour') at time zone zone.name)::date = day
    then starts.at - interval '1 hour' else starts.at end
  from (select app.time_zone() as name) zone, lateral (select day::timestamp at time zone zone.name as at) starts;
end;

grant execute on function app.is_time_zone(text), app.time_zone(), app.day_start(date) to plinth_platform;
