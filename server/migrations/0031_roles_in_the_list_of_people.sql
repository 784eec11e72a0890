-- An operator's list of people names the roles of each, in the companies of all.
grant select on user_roles to plinth_platform;
create policy platform on user_roles for select to plinth_platform using (true);
