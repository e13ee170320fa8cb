-- Nanoseconds for which a resource has to be well before its alert is over; null: none
alter table core.notifications add column closing_delay bigint check (closing_delay > 0);
