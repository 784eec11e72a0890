-- The language in which a person reads the screens; null until they have chosen one.
alter table users add column language text check (language in ('en', 'hi'));

-- It is no part of what others edit: their edit of the person is not stale by it.
drop trigger a_stamp on users;
create trigger a_stamp before insert or update on users for each row execute function app.stamp('{language}', '{}');
