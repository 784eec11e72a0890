-- Whoever tries to sign in counts the address first, then the account. In the other order, two sign-ins of one person at the
-- same moment waited for each other, and one of them was refused.
create or replace function app.forgive_login(account_key text, address_key text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update login_attempts set attempts = attempts - 1 where key = address_key and attempts > 0;
  delete from login_attempts where key = account_key;
end;
