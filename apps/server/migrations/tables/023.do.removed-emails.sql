-- A removed person keeps the name, for what they did, and no email.
alter table core.people alter column email drop not null;
update core.people set email = null where deleted_at is not null;
alter table core.people add constraint people_email_in_use check (email is not null or deleted_at is not null);
