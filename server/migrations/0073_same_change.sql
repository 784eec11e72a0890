-- What is the same as before: a deductor registered in one more State under its TAN, and a change from site that is sent again.

-- Who changed what of a party that its accounts are verified with. A registration of a deductor counts by the TAN in it.
create or replace function app.identity_changes(party uuid, since timestamptz)
returns table (field text, before text, after text, changed_at timestamptz, changed_by uuid) language sql stable
begin atomic
  select c.key, c.value ->> 0, c.value ->> 1, e.at, e.actor_id from audit_entries e cross join jsonb_each(e.changes) c
  where e.tenant_id = app.tenant_id() and e.record_id = party and e.record_type = 'parties' and e.action = 'CHANGED' and e.at > since
    and c.key in ('legal_name', 'pan', 'tan')
  union all
  select 'gstin', case e.action when 'DELETED' then g.gstin end, case e.action when 'CREATED' then g.gstin end, e.at, e.actor_id
  from party_gstins g join audit_entries e on e.tenant_id = g.tenant_id and e.record_id = g.id and e.record_type = 'party_gstins'
    and e.action in ('CREATED', 'DELETED') and e.at > since
  where g.tenant_id = app.tenant_id() and g.party_id = party and app.is_deductors_gstin(g.gstin)
    -- Another registration stood under the same TAN at that moment. `deleted_at` is when its transaction began, which may be earlier.
    and not exists (select from party_gstins o where o.tenant_id = g.tenant_id and o.party_id = g.party_id and o.id <> g.id
      and app.is_deductors_gstin(o.gstin) and substr(o.gstin, 3, 10) = substr(g.gstin, 3, 10) and o.created_at < e.at
      and (o.deleted_at is null or exists (select from audit_entries d where d.tenant_id = o.tenant_id and d.record_id = o.id
        and d.record_type = 'party_gstins' and d.action = 'DELETED' and d.at > e.at)));
end;

-- These digests have what the phone showed in them: sent again, such a change would be taken for another one.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update site_changes set digest = null where digest is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
