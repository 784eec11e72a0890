-- What a change from site said, as a digest: another one under its id is no repetition of it. Null of those that came before.
alter table site_changes add column digest bytea check (octet_length(digest) = 32);
